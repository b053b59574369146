import { createContext, use, useMemo, useState } from 'react'
import type { Answer, CellReference, Figure } from '#analyst/rules/answer.ts'
import type { Answered } from './drawer-state.ts'
import type { DrawerControl } from './use-drawer.ts'

/** A number whose card is on the screen, beside the element `anchor`. */
export type NumberShown = { number: Figure; answer: Answer; anchor: HTMLElement }

/** What a number of the prose shows about itself, wherever it stands on the screen. */
export type Evidence = {
  /** Shows the card of a number, and lights up its cells in the grid. */
  show(shown: NumberShown): void
  hide(): void
  /** Opens the grid at the first cell of the number. */
  open(number: Figure): void
}

export const EvidenceContext = createContext<Evidence>({ show() {}, hide() {}, open() {} })
export const useEvidence = () => use(EvidenceContext)

/** The evidence of a thread, and the number that shows its own at the moment. */
export function useShownEvidence(answers: Answered[], show: DrawerControl['show']) {
  const [shown, setShown] = useState<NumberShown | null>(null)
  const evidence = useMemo(
    (): Evidence => ({
      show: setShown,
      hide: () => setShown(null),
      open({ cells: [cell] }) {
        // Of an earlier answer, where the number is of one.
        const owner = answers.findLast(({ answer }) => answer.results.some(({ id }) => id === cell?.result))
        if (cell && owner) show({ answerId: owner.id, resultId: cell.result, tab: 'Table' }, cell)
      },
    }),
    [answers, show],
  )
  const cellsIn = (result: string): CellReference[] =>
    (shown?.number.cells ?? []).filter((cell) => cell.result === result)
  return { evidence, shown, cellsIn }
}
