import { useCallback, useMemo, useReducer } from 'react'
import type { CellReference } from '#analyst/rules/answer.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { type Answered, type Choice, CLOSED_SHEET, drawerState, newestOf, openedOf, type Tab } from './drawer-state.ts'

/** What lies open beside the thread, and what changes it. */
export function useDrawer(answers: Answered[]) {
  const [state, dispatch] = useReducer(drawerState, CLOSED_SHEET)
  const newest = newestOf(answers)?.id ?? null
  const opened = useMemo(() => openedOf(state, answers), [state, answers])
  const show = useCallback(
    (answerId: string, resultId: string, tab: Tab, cell: CellReference | null = null) =>
      dispatch({ type: 'asked', choice: { answerId, resultId, tab }, cell, newest }),
    [newest],
  )
  return {
    ...state,
    opened,
    show,
    choose: (choice: Choice) => dispatch({ type: 'chosen', choice, newest }),
    close: () => dispatch({ type: 'closed', newest }),
    moveSheet: useCallback((open: boolean) => dispatch({ type: 'sheetMoved', open }), []),
    changeChart: useCallback((chart: ChartSpec) => dispatch({ type: 'chartChanged', chart }), []),
  }
}
export type DrawerControl = ReturnType<typeof useDrawer>
