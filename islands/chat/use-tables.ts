import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CatalogTable, TableName } from '#catalog/rules/answers.ts'
import type { DataTree, TreeColumn, TreeTable } from '#catalog/rules/catalog.ts'
import { href, urls } from '../../src/urls.ts'
import { api } from '../kit/api.ts'
import { useLookup } from '../kit/use-lookup.ts'

/** Tables that one look brings, and the pause after a letter before the server is asked, in milliseconds. */
const MOST = 100
const PAUSE = 200

/** The tables of a workspace of any size: names come by pages and by searching, columns when a table is opened. */
export function useTables(workspaceId: string, data: DataTree, source?: string) {
  const [filter, setFilter] = useState('')
  const [pages, setPages] = useState<TableName[]>([])
  const [found, setFound] = useState<TableName[] | null>(null)
  const [columns, setColumns] = useState<Record<string, TreeColumn[]>>({})
  const [extra, setExtra] = useState<TableName[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const fetching = useRef(new Set<string>())

  const get = useCallback(
    (query: { q?: string; cursor?: string }) =>
      api<TableName[]>(href(urls.apiCatalogNames, { id: workspaceId }, { ...query, source, limit: String(MOST) })),
    [workspaceId, source],
  )
  /** Says why the work failed, or that nothing is wrong any more. */
  const attempt = useCallback(
    (work: Promise<void>) =>
      work.then(
        () => setProblem(null),
        (error: Error) => setProblem(error.message),
      ),
    [],
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
    const all = [...listed, ...(found ?? []), ...extra]
    const loaded = [...new Map(all.map((table) => [table.id, treeTable(table)])).values()]
    return { listed, loaded, found: (found ?? []).map(treeTable) }
  }, [data, source, pages, found, extra, columns])
  const total = source ? (data.sources.find(({ id }) => id === source)?.tables ?? 0) : data.total

  const word = filter.trim()
  useEffect(() => {
    if (!word) setFound(null)
  }, [word])
  useLookup({
    key: word ? JSON.stringify([workspaceId, source, word]) : null,
    look: () => get({ q: word }),
    onFound: (tables) => {
      setFound(tables)
      setProblem(null)
    },
    onFailed: (error) => setProblem((error as Error).message),
    pause: PAUSE,
  })

  /** Fetches the columns of a table unless they are here. */
  const open = useCallback(
    async (table: TreeTable) => {
      if (table.shown || fetching.current.has(table.id)) return
      fetching.current.add(table.id)
      const read = async () => {
        const { columns } = await api<CatalogTable>(href(urls.apiCatalogTable, { id: workspaceId, tableId: table.id }))
        setColumns((before) => ({ ...before, [table.id]: columns }))
        setExtra((before) => [...before, table])
      }
      await attempt(read())
      fetching.current.delete(table.id)
    },
    [workspaceId, attempt],
  )

  const last = own.listed.at(-1)
  const readOn = async (cursor: string) => {
    const tables = await get({ cursor })
    setPages((before) => [...before, ...tables])
  }
  const { loaded } = own
  /** Tables by a part of a name, from the server where not all of them are here. */
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
  return {
    /** What is shown: the first tables, or those that fit the filter. */
    shown: word ? own.found : own.listed,
    /** Every table that is known by now, with the columns that were fetched. */
    loaded,
    filter,
    setFilter,
    /** Fetches the next tables; null when there are no more. */
    more: !word && last && own.listed.length < total ? () => void attempt(readOn(last.id)) : null,
    problem,
    open,
    find,
  }
}
export type Tables = ReturnType<typeof useTables>
