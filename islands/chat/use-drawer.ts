import { useCallback, useMemo, useState } from 'react'
import type { Answer, CellReference } from '#analyst/rules/answer.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { resultsOf } from './answer-of.ts'
import type { Tab } from './drawer.tsx'

export type Answered = { id: string; answer: Answer }
export type Open = { answerId: string; resultId: string; tab: Tab }

/**
 * What lies open beside the thread. Until somebody chooses, it is the last result of the last answer, so it opens by itself when
 * a result arrives; what was chosen stays open until a newer answer has one. On narrow screens the same drawer is a sheet that
 * only opens on demand.
 */
export function useDrawer(answers: Answered[]) {
  /** `before`: the newest answer with results when the choice was made. */
  const [chosen, setChosen] = useState<{ open: Open; before: string | null } | null>(null)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [sheet, setSheet] = useState(false)
  const [goTo, setGoTo] = useState<CellReference | null>(null)
  const [charts, setCharts] = useState<Record<string, ChartSpec>>({})

  const latest = answers.findLast((one) => one.answer.results.length > 0)
  const latestId = latest?.id ?? null
  const open = useMemo((): Open | null => {
    if (chosen && chosen.before === latestId && answers.some((one) => one.id === chosen.open.answerId))
      return chosen.open
    const result = latest && resultsOf(latest.answer).at(-1)
    if (!latest || !result || closedAt === latest.id) return null
    return { answerId: latest.id, resultId: result.id, tab: 'Table' }
  }, [chosen, answers, latest, latestId, closedAt])

  const answer = open ? answers.find((one) => one.id === open.answerId)?.answer : undefined
  const results = open && answer ? resultsOf(answer) : []
  const result = results.find((one) => one.id === open?.resultId || one.name === open?.resultId)

  /** Changes what lies open, for example its tab. */
  const choose = useCallback(
    (next: Open) => {
      setChosen({ open: next, before: latestId })
      setGoTo(null)
    },
    [latestId],
  )
  const show = useCallback(
    (answerId: string, resultId: string, tab: Tab, cell: CellReference | null = null) => {
      choose({ answerId, resultId, tab })
      setClosedAt(null)
      setSheet(true)
      setGoTo(cell)
    },
    [choose],
  )
  const close = useCallback(() => {
    setChosen(null)
    setClosedAt(latestId)
    setSheet(false)
  }, [latestId])
  const changeChart = useCallback((spec: ChartSpec) => setCharts((before) => ({ ...before, [spec.result]: spec })), [])

  return { open, answer, result, results, goTo, sheet, setSheet, charts, choose, show, close, changeChart }
}
