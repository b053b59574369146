/** @jsxImportSource react */
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from './icon.tsx'
import { Button } from './parts.tsx'

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

type TitledProps = { title: ReactNode; className?: string; onClose: () => void; children: ReactNode }

/** A dialog below its title and a cross that closes it. */
export function TitledModal({ title, className = '', onClose, children }: TitledProps) {
  const id = useId()
  return (
    <Modal open className={`dialog ${className}`} onDismiss={onClose} aria-labelledby={id}>
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <CloseButton onClose={onClose} />
      </header>
      {children}
    </Modal>
  )
}

type FootProps = { onClose: () => void; busy?: boolean; isReady?: boolean; label?: string; children?: ReactNode }

/** The end of a form in a dialog: what else can be done, and whether it is left or sent. */
export const DialogFoot = ({ onClose, busy = false, isReady = true, label = 'Save', children }: FootProps) => (
  <footer className="dialog-foot">
    {children}
    <Button look="quiet" onClick={onClose} label="Cancel" />
    <Button look="primary" type="submit" disabled={busy || !isReady} aria-busy={busy} label={label} />
  </footer>
)
