/** @jsxImportSource react */
import type { ComponentProps } from 'react'
import { useModal } from './use-modal.ts'

const DIALOG = { role: 'dialog', 'aria-modal': true, tabIndex: -1 } as const

/** A part of the screen beside the thread; `modal` where it lies over the others on a narrow screen. */
export function Panel({ modal, ...section }: ComponentProps<'section'> & { modal: boolean }) {
  return <section ref={useModal(modal)} {...section} {...(modal && DIALOG)} />
}

/** Dims what lies below a panel; a tap closes it. The keyboard has the panel's own button. */
export const Veil = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="chat-veil" aria-label="Close" tabIndex={-1} onClick={onClose} />
)
