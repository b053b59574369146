import { useEffect, useState } from 'react'
import { href, urls } from '../../src/urls.ts'
import { api } from '../kit/api.ts'
import { useLookup } from '../kit/use-lookup.ts'
import { useWorkspaceId } from './workspace.ts'

/** What a table offers to chips: its columns (`adds`: their values add up), and tables that a relation leads to (`own` is the column here). */
export type Offer = {
  of: string
  table: string
  columns: { name: string; type: string; values: string[]; adds: boolean }[]
  joins: { table: string; column: string; own: string }[]
}

/** What the tables of a statement offer, fetched when chips are changed; null until all of it is here. */
export function useOffers(workspaceId: string, tables: { of: string; table: string }[]) {
  const [offers, setOffers] = useState<Offer[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const key = JSON.stringify(tables)
  useEffect(() => {
    let isOver = false
    const read = ({ of, table }: { of: string; table: string }) =>
      api<Omit<Offer, 'of'>>(href(urls.apiChipOffers, { id: workspaceId }, { table })).then((one) => ({ ...one, of }))
    Promise.all((JSON.parse(key) as typeof tables).map(read)).then(
      (all) => isOver || setOffers(all),
      (error: Error) => isOver || setProblem(error.message),
    )
    return () => {
      isOver = true
    }
  }, [workspaceId, key])
  return { offers, problem }
}

export const findValues = (workspaceId: string, table: string, column: string, q: string): Promise<string[]> =>
  api<{ values: string[] }>(href(urls.apiChipValues, { id: workspaceId }, { table, column, q })).then(
    ({ values }) => values,
  )

/** Names of tables that a text is found in; the first ones without it. */
export function useTableNames(q: string): string[] {
  const workspaceId = useWorkspaceId()
  const [names, setNames] = useState<string[]>([])
  const address = href(urls.apiCatalogNames, { id: workspaceId }, { q: q.trim() || undefined, limit: '100' })
  useLookup({
    key: address,
    look: () => api<{ name: string }[]>(address),
    onFound: (tables) => setNames(tables.map(({ name }) => name)),
    pause: PAUSE,
  })
  return names
}
/** The pause after a letter before the server is asked, in milliseconds. */
const PAUSE = 200
