import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cell, ResultPage } from '#query/rules/answers.ts'
import { type Rows, type RowView, readRows } from './calls.ts'

const PAGE = 200
export const PLAIN_VIEW: RowView = { sort: null, filter: '' }
const isPlain = (view: RowView) => view.sort === null && view.filter === ''

/**
 * The rows of a stored result, fetched a page at a time as they come into sight. The engine sorts and filters, so exact values
 * are compared as the database compares them.
 */
export function useRows(workspaceId: string, result: ResultPage, view: RowView) {
  const started = () => (isPlain(view) ? first(result) : { rows: new Map() as Rows, total: null as number | null })
  const [loaded, setLoaded] = useState(started)
  const [error, setError] = useState<Error | null>(null)
  const requested = useRef(new Set<number>())
  const now = useRef({ loaded, view })
  now.current.loaded = loaded

  const load = useCallback(
    async (page: number) => {
      if (requested.current.has(page)) return
      requested.current.add(page)
      const wanted = now.current.view
      try {
        const answer = await readRows(workspaceId, result.id, page * PAGE, PAGE, wanted)
        if (now.current.view !== wanted) return
        setLoaded((before) => {
          const rows = new Map(before.rows)
          for (const [i, row] of answer.rows.entries()) rows.set(page * PAGE + i, row)
          return { rows, total: answer.total_rows }
        })
        setError(null)
      } catch (reason) {
        requested.current.delete(page)
        if (now.current.view === wanted) setError(reason as Error)
      }
    },
    [workspaceId, result.id],
  )

  useEffect(() => {
    if (now.current.view === view) return
    now.current.view = view
    requested.current = new Set()
    setLoaded((before) => (isPlain(view) ? first(result) : { rows: new Map(), total: before.total }))
    if (!isPlain(view)) void load(0)
  }, [view, result, load])

  /** Sees to it that the rows from `from` to before `to` are here or on their way. */
  const need = useCallback(
    (from: number, to: number) => {
      const { rows, total } = now.current.loaded
      for (let row = from; row < Math.min(to, total ?? to); row++)
        if (!rows.has(row)) {
          void load(Math.floor(row / PAGE))
          row = (Math.floor(row / PAGE) + 1) * PAGE - 1
        }
    },
    [load],
  )

  /** Rows from `from` to before `to`, fetched where they are missing: for copying. */
  const collect = useCallback(
    async (from: number, to: number): Promise<Cell[][]> => {
      const collected: Cell[][] = []
      for (let row = from; row < to; ) {
        const here = now.current.loaded.rows.get(row)
        if (here) {
          collected.push(here)
          row++
        } else {
          const answer = await readRows(workspaceId, result.id, row, Math.min(PAGE, to - row), now.current.view)
          if (answer.rows.length === 0) break
          collected.push(...answer.rows)
          row += answer.rows.length
        }
      }
      return collected
    },
    [workspaceId, result.id],
  )

  return { rows: loaded.rows, total: loaded.total ?? result.total_rows, error, need, collect, retry: () => load(0) }
}

const first = (result: ResultPage): { rows: Rows; total: number | null } => ({
  rows: new Map(result.rows.map((row, at) => [at, row])),
  total: result.total_rows,
})
