import { useCallback, useMemo, useState } from 'react'
import type { Answer, AnswerResult, CellReference } from '#analyst/rules/answer.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import type { Tab } from './drawer.tsx'

export type Answered = { id: string; answer: Answer }
type Open = { answerId: string; resultId: string; tab: Tab }

/**
 * What lies open beside the thread. Until somebody chooses, it is the last result of the last answer, so it opens by itself when
 * a result arrives. On narrow screens the same drawer is a sheet that only opens on demand.
 */
export function useDrawer(answers: Answered[]) {
  const [chosen, setChosen] = useState<Open | null>(null)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [sheet, setSheet] = useState(false)
  const [goTo, setGoTo] = useState<CellReference | null>(null)
  const [edited, setEdited] = useState<Record<string, AnswerResult[]>>({})
  const [charts, setCharts] = useState<Record<string, ChartSpec>>({})

  const latest = answers.findLast((one) => one.answer.results.length > 0)
  const open = useMemo((): Open | null => {
    const held = chosen && answers.some((one) => one.id === chosen.answerId) ? chosen : null
    // A newer answer takes the drawer over.
    if (held && (!latest || answers.findIndex((one) => one.id === held.answerId) >= answers.indexOf(latest)))
      return held
    const result = latest?.answer.results.at(-1)
    if (!latest || !result || closedAt === latest.id) return null
    return { answerId: latest.id, resultId: result.id, tab: 'Table' }
  }, [chosen, answers, latest, closedAt])

  const answer = open ? answers.find((one) => one.id === open.answerId)?.answer : undefined
  const results = open && answer ? [...answer.results, ...(edited[open.answerId] ?? [])] : []
  const result = results.find((one) => one.id === open?.resultId || one.name === open?.resultId)

  const show = useCallback((answerId: string, resultId: string, tab: Tab, cell: CellReference | null = null) => {
    setChosen({ answerId, resultId, tab })
    setClosedAt(null)
    setSheet(true)
    setGoTo(cell)
  }, [])
  const latestId = latest?.id ?? null
  const close = useCallback(() => {
    setChosen(null)
    setClosedAt(latestId)
    setSheet(false)
  }, [latestId])
  const addRun = useCallback((answerId: string, ran: AnswerResult) => {
    setEdited((before) => ({ ...before, [answerId]: [ran] }))
    setChosen({ answerId, resultId: ran.id, tab: 'Table' })
  }, [])
  const changeChart = useCallback((spec: ChartSpec) => setCharts((before) => ({ ...before, [spec.result]: spec })), [])
  const setTab = useCallback((tab: Tab) => {
    setGoTo(null)
    setChosen((before) => before && { ...before, tab })
  }, [])

  return {
    open,
    answer,
    result,
    results,
    goTo,
    sheet,
    setSheet,
    charts,
    show,
    close,
    addRun,
    changeChart,
    setTab,
    setChosen,
  }
}
