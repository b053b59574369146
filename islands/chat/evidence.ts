import { createContext, use } from 'react'
import type { Answer, BoundNumber } from '#analyst/rules/answer.ts'

/** What a number of the prose shows about itself, wherever it stands on the screen. */
export type Evidence = {
  /** Shows the card of a number beside its element, and lights up its cells in the grid. */
  show(number: BoundNumber, answer: Answer, anchor: HTMLElement): void
  hide(): void
  /** Opens the grid at the first cell of the number. */
  open(number: BoundNumber, answer: Answer): void
  locale: string
}

export const EvidenceContext = createContext<Evidence>({ show() {}, hide() {}, open() {}, locale: 'en' })
export const useEvidence = () => use(EvidenceContext)
