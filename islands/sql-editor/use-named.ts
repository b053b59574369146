import { useEffect, useRef } from 'react'
import type { Tables } from '../chat/use-tables.ts'

/** The pause after a letter, in milliseconds, and the names of a statement that are looked for. */
const PAUSE = 300
const MOST_NAMES = 40

/** Fetches the columns of the tables that a statement names, so that they can be completed. */
export function useNamed(sql: string, { loaded, open, find }: Tables): void {
  const searched = useRef(new Set<string>())
  useEffect(() => {
    const timer = setTimeout(() => {
      const words = new Set(sql.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu))
      for (const table of loaded) {
        const name = (table.database?.table ?? table.name).toLowerCase()
        if (words.has(table.name.toLowerCase()) || words.has(name)) void open(table)
      }
      // A table that no page brought yet follows FROM, JOIN or a comma.
      const places = [...sql.toLowerCase().matchAll(/(?:\bfrom|\bjoin|,)\s+"?([\p{L}_][\p{L}\p{N}_]*)/gu)].slice(
        0,
        MOST_NAMES,
      )
      for (const [, name] of places) {
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
