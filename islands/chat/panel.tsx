/** @jsxImportSource react */
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'

const DIALOG = { role: 'dialog', 'aria-modal': true, tabIndex: -1 } as const

/** A part of the screen beside the thread; `modal` where it lies over the others on a narrow screen. */
export function Panel({ modal, ...section }: ComponentProps<'section'> & { modal: boolean }) {
  return <section ref={useModal(modal)} {...section} {...(modal && DIALOG)} />
}

/** Dims what lies below a panel; a tap closes it. The keyboard has the panel's own button. */
export const Veil = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="chat-veil" aria-label="Close" tabIndex={-1} onClick={onClose} />
)

/**
 * Keeps the keyboard inside a panel that lies over the page while it is open, and gives the focus back afterwards to what had it.
 * @returns the ref of the panel, which must be able to take the focus (`tabIndex`)
 */
function useModal(open: boolean): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const before = document.activeElement
    const outside = around(element).filter((one) => !one.inert)
    for (const one of outside) one.inert = true
    element.focus()
    return () => {
      for (const one of outside) one.inert = false
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])
  return panel
}

/** Everything beside the panel and beside what holds it. The veil stays alive: a tap on it closes the panel. */
function around(panel: HTMLElement): HTMLElement[] {
  const elements: HTMLElement[] = []
  for (let inner = panel; inner.parentElement && inner !== document.body; inner = inner.parentElement)
    for (const one of inner.parentElement.children)
      if (one !== inner && one instanceof HTMLElement && !one.matches('script, .chat-veil')) elements.push(one)
  return elements
}
