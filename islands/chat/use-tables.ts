import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CatalogTable, TableName } from '#catalog/rules/answers.ts'
import type { DataTree, TreeColumn, TreeTable } from '#catalog/rules/catalog.ts'
import { href, urls } from '../../src/urls.ts'
import { api } from '../kit/api.ts'

/** Tables that one look brings, and the pause after a letter before the server is asked, in milliseconds. */
const MOST = 100
const PAUSE = 200

export type Tables = {
  /** What is shown: the first tables, or those that fit the filter. */
  shown: TreeTable[]
  /** Every table that is known by now, with the columns that were fetched. */
  loaded: TreeTable[]
  filter: string
  setFilter(filter: string): void
  /** Fetches the next tables; null when there are no more. */
  more: (() => void) | null
  /** Why the last look failed. */
  problem: string | null
  /** Fetches the columns of a table unless they are here. */
  open(table: TreeTable): Promise<void>
  /** Tables by a part of a name, from the server where not all of them are here. */
  find(q: string): Promise<TreeTable[]>
}

/** The tables of a workspace of any size: names come by pages and by searching, columns when a table is opened. */
export function useTables(workspaceId: string, data: DataTree, source?: string): Tables {
  const [filter, setFilter] = useState('')
  const [pages, setPages] = useState<TableName[]>([])
  const [found, setFound] = useState<{ filter: string; tables: TableName[] } | null>(null)
  const [columns, setColumns] = useState<Record<string, TreeColumn[]>>({})
  const [extra, setExtra] = useState<TableName[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const fetching = useRef(new Set<string>())

  const get = useCallback(
    (query: { q?: string; cursor?: string }) =>
      api<TableName[]>(href(urls.apiCatalogNames, { id: workspaceId }, { ...query, source, limit: String(MOST) })),
    [workspaceId, source],
  )
  // The list of one source begins with what the page brought of it.
  useEffect(() => {
    setPages([])
    setFound(null)
  }, [get])

  const own = useMemo(() => {
    const columnsOfPage = new Map(data.tables.map((table) => [table.id, table.shown]))
    const ofPage = source ? data.tables.filter((table) => table.source.id === source) : data.tables
    const treeTable = (table: TableName): TreeTable => ({
      ...table,
      shown: columns[table.id] ?? columnsOfPage.get(table.id) ?? null,
    })
    const listed = [...ofPage, ...pages].map(treeTable)
    const loaded = [
      ...new Map([...listed, ...(found?.tables ?? []), ...extra].map((table) => [table.id, treeTable(table)])).values(),
    ]
    return { listed, loaded, found: found?.tables.map(treeTable) ?? null }
  }, [data, source, pages, found, extra, columns])
  const total = source ? (data.sources.find(({ id }) => id === source)?.tables ?? 0) : data.total

  const word = filter.trim()
  useEffect(() => {
    if (!word) return setFound(null)
    let outdated = false
    const timer = setTimeout(() => {
      get({ q: word })
        .then((tables) => {
          if (outdated) return
          setFound({ filter: word, tables })
          setProblem(null)
        })
        .catch((error: Error) => outdated || setProblem(error.message))
    }, PAUSE)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [word, get])

  const open = useCallback(
    async (table: TreeTable) => {
      if (table.shown || fetching.current.has(table.id)) return
      fetching.current.add(table.id)
      try {
        const whole = await api<CatalogTable>(href(urls.apiCatalogTable, { id: workspaceId, tableId: table.id }))
        setColumns((before) => ({ ...before, [table.id]: whole.columns }))
        setExtra((before) => [...before, table])
        setProblem(null)
      } catch (error) {
        setProblem((error as Error).message)
      } finally {
        fetching.current.delete(table.id)
      }
    },
    [workspaceId],
  )

  const last = own.listed.at(-1)
  const more =
    !word && last && own.listed.length < total
      ? () => {
          get({ cursor: last.id })
            .then((tables) => setPages((before) => [...before, ...tables]))
            .catch((error: Error) => setProblem(error.message))
        }
      : null
  const { loaded } = own
  const find = useCallback(
    async (q: string): Promise<TreeTable[]> => {
      const fits = (name: string) => name.toLowerCase().includes(q.toLowerCase())
      const here = loaded.filter(({ name }) => fits(name))
      if (loaded.length >= total) return here
      const tables = await get({ q }).catch(() => [])
      return tables.map((table) => here.find(({ id }) => id === table.id) ?? { ...table, shown: null })
    },
    [loaded, total, get],
  )
  return { shown: word ? (own.found ?? []) : own.listed, loaded, filter, setFilter, more, problem, open, find }
}
