/** @jsxImportSource react */
import { type ComponentProps, useLayoutEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'dialog'>, 'open' | 'ref'> & {
  open: boolean
  /** Somebody wants to close it, by Escape or beside it: whether it is open is for the caller to say. */
  onDismiss: () => void
  /** What has the focus at first; without it the browser decides. */
  focusFirst?: (dialog: HTMLDialogElement) => HTMLElement | null
}

/** A modal dialog of an island. The browser keeps the focus inside and gives it back afterwards. */
export function Modal({ open, onDismiss, focusFirst, ...dialog }: Props) {
  const host = useRef<HTMLDialogElement>(null)
  const first = useRef(focusFirst)
  first.current = focusFirst
  // Before the browser paints, and before a dialog that is taken off the page is gone: then no focus could be given back.
  useLayoutEffect(() => {
    const element = host.current
    if (!open || !element) return
    element.showModal()
    first.current?.(element)?.focus()
    return () => element.close()
  }, [open])
  return (
    <dialog
      ref={host}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      {...dialog}
    />
  )
}
