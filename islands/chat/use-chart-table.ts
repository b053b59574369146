import { useEffect, useState } from 'react'
import type { ResultPage } from '#query/rules/answers.ts'
import type { ChartSpec } from '#query/rules/chart.ts'
import { isComputed, type Table } from '#query/rules/chart-data.ts'
import { KINDS } from '#query/rules/chart-kinds.ts'
import { readChart } from './calls.ts'
import { useWorkspaceId } from './workspace.ts'

const isAtHand = (spec: ChartSpec, result: ResultPage) =>
  result.rows.length === result.total_rows && !isComputed(spec, result)

/** What a chart draws: the rows at hand where they are all of them and nothing is computed, else what the server gives. */
export const chartTableOf = async (
  workspaceId: string,
  spec: ChartSpec,
  result: ResultPage,
  signal?: AbortSignal,
): Promise<Table> => (isAtHand(spec, result) ? result : readChart(workspaceId, { ...spec, result: result.id }, signal))

/** The same for a chart on the page. `table` is null until it is known; `problem` says why it will not be. */
export function useChartTable(spec: ChartSpec, result: ResultPage): { table: Table | null; problem: string | null } {
  const workspaceId = useWorkspaceId()
  const [read, setRead] = useState<{
    spec: ChartSpec
    result: ResultPage
    table: Table | null
    problem: string | null
  }>()
  const isHere = isAtHand(spec, result)
  useEffect(() => {
    if (isHere) return
    const abort = new AbortController()
    readChart(workspaceId, { ...spec, result: result.id }, abort.signal).then(
      (table) => setRead({ spec, result, table, problem: null }),
      (error: Error) => abort.signal.aborted || setRead({ spec, result, table: null, problem: error.message }),
    )
    return () => abort.abort()
  }, [workspaceId, spec, result, isHere])
  if (isHere) return { table: result, problem: null }
  if (read?.spec === spec && read.result === result && read.table) return { table: read.table, problem: null }
  const problem = read?.spec === spec ? read.problem : null
  // The first rows stand there meanwhile, and stay where no more can be had: the table beside it says how many there are.
  const first = KINDS[spec.kind].computed || spec.kind === 'map' ? null : result
  return { table: first, problem }
}
