import { useCallback, useMemo, useReducer, useRef } from 'react'
import type { Answer, CellReference, ChatMessage } from '#analyst/rules/answer.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { answerOf, steady } from './answer-of.ts'
import { type Answered, type Choice, CLOSED_SHEET, drawerState, newestOf, openedOf } from './drawer-state.ts'

/** What lies open beside the thread, and what changes it. */
export function useDrawer(answers: Answered[]) {
  const [state, dispatch] = useReducer(drawerState, CLOSED_SHEET)
  const newest = newestOf(answers)?.id ?? null
  const opened = useMemo(() => openedOf(state, answers), [state, answers])
  const show = useCallback(
    (choice: Choice, cell: CellReference | null = null) => dispatch({ type: 'asked', choice, cell, newest }),
    [newest],
  )
  return {
    ...state,
    opened,
    show,
    choose: (choice: Choice) => dispatch({ type: 'chosen', choice, newest }),
    close: () => dispatch({ type: 'closed', newest }),
    moveSheet: useCallback((open: boolean) => dispatch({ type: 'sheetMoved', open }), []),
    changeChart: useCallback(
      (key: string, chart: ChartSpec | null) => dispatch({ type: 'chartChanged', key, chart }),
      [],
    ),
  }
}
export type DrawerControl = ReturnType<typeof useDrawer>

/** The answers of a thread. One that did not change is the same object as before, so that it is not drawn again. */
export function useAnswered(messages: ChatMessage[]): Answered[] {
  const pool = useRef(new Map<string, unknown>())
  const cache = useRef(new WeakMap<ChatMessage, Answer>())
  return useMemo(
    () =>
      messages
        .filter(({ role }) => role === 'assistant')
        .map((message) => {
          const answer = cache.current.get(message) ?? steady(answerOf(message), pool.current)
          cache.current.set(message, answer)
          return { id: message.id, answer }
        }),
    [messages],
  )
}
