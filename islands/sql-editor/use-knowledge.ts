import { useEffect, useMemo, useRef } from 'react'
import { typeName } from '#base/cell-format.ts'
import type { TreeTable } from '#catalog/rules/catalog.ts'
import type { EditorScreen } from '#query/rules/editor.ts'
import { type Tables, useTables } from '../chat/use-tables.ts'
import { useLocale } from '../kit/use-browser.ts'
import type { Knowledge, KnownTable } from './code.ts'
import type { Draft } from './editor-state.ts'
import { sqlName, wordsOf } from './statement.ts'

/** The tables that a statement can ask where it runs: for the list beside the editor, and for its completion. */
export function useKnowledge({ workspaceId, databases, data }: EditorScreen, { source, sql }: Draft) {
  const locale = useLocale()
  const native = databases.find(({ name }) => name === source)
  const tables = useTables(workspaceId, data, native?.id)
  useNamed(sql, tables)
  const { loaded, find } = tables
  const knowledge = useMemo((): Knowledge => {
    const inNative = (table: TreeTable) => knownTable(table, native !== undefined, locale)
    return {
      engine: native?.engine ?? 'workspace',
      tables: loaded.map(inNative),
      find: async (q) => (await find(q)).map(inNative),
    }
  }, [native, loaded, find, locale])
  return {
    knowledge,
    tables,
    total: native ? (data.sources.find(({ id }) => id === native.id)?.tables ?? 0) : data.total,
    /** How the list calls a table. */
    nameOf: native ? nativeName : ({ name }: TreeTable) => name,
    /** How a statement writes the name of a table or column of the list. */
    written(name: string): string {
      const table = native && loaded.find((one) => nativeName(one) === name)
      const parts = table?.database ? [table.database.schema, table.database.table] : [name]
      return parts.filter(Boolean).map(sqlName).join('.')
    },
  }
}
export type TablesHere = ReturnType<typeof useKnowledge>

/** A table as its database calls it. */
const nativeName = ({ name, database }: TreeTable) =>
  database ? [database.schema, database.table].filter(Boolean).join('.') : name

const knownTable = ({ name, database, rows, shown }: TreeTable, native: boolean, locale: string): KnownTable => ({
  schema: (native && database?.schema) || '',
  name: (native && database?.table) || name,
  rows: `${rows.toLocaleString(locale)} rows`,
  columns: (shown ?? []).map((column) => ({ name: column.name, type: typeName(column.type) })),
})

/** The pause after a letter, in milliseconds, and the names of a statement that are looked for. */
const PAUSE = 300
const MOST_NAMES = 40

/** Fetches the columns of the tables that a statement names, so that they can be completed. */
function useNamed(sql: string, { loaded, open, find }: Tables): void {
  const searched = useRef(new Set<string>())
  useEffect(() => {
    const timer = setTimeout(() => {
      const words = wordsOf(sql)
      for (const table of loaded) {
        const name = (table.database?.table ?? table.name).toLowerCase()
        if (words.has(table.name.toLowerCase()) || words.has(name)) void open(table)
      }
      // A table that no page brought yet follows FROM, JOIN or a comma.
      const places = sql.toLowerCase().matchAll(/(?:\bfrom|\bjoin|,)\s+"?([\p{L}_][\p{L}\p{N}_]*)/gu)
      for (const [, name] of places.take(MOST_NAMES)) {
        if (!name || searched.current.has(name) || loaded.some((table) => table.name.toLowerCase() === name)) continue
        searched.current.add(name)
        void find(name).then((tables) => {
          const table = tables.find((one) => one.name.toLowerCase() === name)
          if (table) void open(table)
        })
      }
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [sql, loaded, open, find])
}
