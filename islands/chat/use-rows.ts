import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Cell, ResultPage } from '#query/rules/answers.ts'
import { type RowView, readRows } from './calls.ts'
import { useWorkspaceId } from './workspace.ts'

/** Rows as they came, keyed by their place; `total` null until it is known. */
type Loaded = { rows: Map<number, Cell[]>; total: number | null }

const PAGE = 200
const isPlain = (view: RowView) => view.sort === null && view.filter === ''

/**
 * The rows of a stored result, fetched a page at a time as they come into sight. The engine sorts and filters, so exact values
 * are compared as the database compares them.
 */
export function useRows(result: ResultPage, view: RowView) {
  const workspaceId = useWorkspaceId()
  const [loaded, setLoaded] = useState(() => first(result))
  const [error, setError] = useState<Error | null>(null)
  const requested = useRef(new Set<number>())
  const now = useRef({ loaded, view, result: result.id })
  now.current.loaded = loaded

  const load = useCallback(
    async (page: number) => {
      if (requested.current.has(page)) return
      requested.current.add(page)
      const wanted = now.current.view
      try {
        const answer = await readRows(workspaceId, result.id, { offset: page * PAGE, limit: PAGE, view: wanted })
        if (now.current.view !== wanted || now.current.result !== result.id) return
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

  // Before it is drawn: rows of an earlier result are not those of this one.
  useLayoutEffect(() => {
    if (now.current.view === view && now.current.result === result.id) return
    Object.assign(now.current, { view, result: result.id })
    requested.current = new Set()
    setLoaded((before) => (isPlain(view) ? first(result) : { rows: new Map(), total: before.total }))
    if (!isPlain(view)) void load(0)
  }, [view, result, load])

  /** Sees to it that the rows from `from` to before `to` are here or on their way. */
  const need = useCallback(
    (from: number, to: number) => {
      const { rows, total } = now.current.loaded
      for (let row = from; row < Math.min(to, total ?? to); row++) if (!rows.has(row)) void load(Math.floor(row / PAGE))
    },
    [load],
  )

  /** Rows from `from` to before `to`, fetched where they are missing: for copying. */
  const collect = useCallback(
    async (from: number, to: number): Promise<Cell[][]> => {
      const collected: Cell[][] = []
      while (from + collected.length < to) {
        const offset = from + collected.length
        const limit = Math.min(PAGE, to - offset)
        const here = now.current.loaded.rows.get(offset)
        const { view } = now.current
        const rows = here ? [here] : (await readRows(workspaceId, result.id, { offset, limit, view })).rows
        if (rows.length === 0) break
        collected.push(...rows)
      }
      return collected
    },
    [workspaceId, result.id],
  )

  return { rows: loaded.rows, total: loaded.total ?? result.total_rows, error, need, collect, retry: () => load(0) }
}

const first = (result: ResultPage): Loaded => ({
  rows: new Map(result.rows.map((row, at) => [at, row])),
  total: result.total_rows,
})
