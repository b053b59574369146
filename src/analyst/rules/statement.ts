import { daysFrom } from '#base/time.ts'

/** One SELECT of a statement with its own tables and conditions; what stands in brackets below it is a scope of its own. */
export type Scope = {
  text: string
  /** Alias or name -> table name, all in lower case. */
  tables: Map<string, string>
  /** Column equalities between two of its tables. */
  joins: { left: ColumnUse; right: ColumnUse; outer: boolean }[]
  /** Arguments of aggregates: `sum(o.total)` gives sum, `o`, `total`. */
  aggregates: { name: string; alias: string | null; column: string | null }[]
}
type ColumnUse = { table: string; column: string }

const NAME = '"?([\\p{L}_][\\p{L}\\p{N}_]*)"?'
/** Words that follow a table and are no alias of it. */
const NO_ALIAS =
  '(?!(?:on|using|where|group|order|having|limit|left|right|full|inner|cross|join|natural|union|intersect|except|window|qualify|as|asof|positional|semi|anti)\\b)'
const TABLE = new RegExp(`\\b(?:from|join)\\s+(?!select\\b)${NAME}(?:\\s+(?:as\\s+)?${NO_ALIAS}${NAME})?`, 'giu')

/**
 * Reads the shape of a statement that ran, for checks: good enough to ask the right probe, never to decide what may run. Text
 * literals and comments are blanked first.
 */
export function scopesOf(sql: string): Scope[] {
  return selectsOf(blanked(sql)).map((text) => {
    const tables = new Map<string, string>()
    for (const [, table, alias] of text.matchAll(TABLE))
      tables.set((alias ?? table!).toLowerCase(), table!.toLowerCase())
    const joins = [...text.matchAll(new RegExp(`${NAME}\\.${NAME}\\s*=\\s*${NAME}\\.${NAME}`, 'giu'))].flatMap(
      (match) => {
        const [, a, column, b, other] = match.map((part) => part?.toLowerCase())
        const left = tables.get(a!)
        const right = tables.get(b!)
        const outer = /\b(left|right|full)\b/i.test(text)
        return left && right && a !== b
          ? [{ left: { table: left, column: column! }, right: { table: right, column: other! }, outer }]
          : []
      },
    )
    const aggregates = [
      ...text.matchAll(
        new RegExp(`\\b(sum|avg|mean|count|median)\\s*\\(\\s*(distinct\\s+)?(?:${NAME}\\.)?(?:${NAME}|(\\*))`, 'giu'),
      ),
    ].flatMap(([, name, distinct, alias, column]) =>
      distinct
        ? []
        : [{ name: name!.toLowerCase(), alias: alias?.toLowerCase() ?? null, column: column?.toLowerCase() ?? null }],
    )
    return { text, tables, joins, aggregates }
  })
}

/** Literals and comments become blanks of the same length, so that nothing in them is read as SQL. */
const blanked = (sql: string): string =>
  sql.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, (text) =>
    text.startsWith("'") ? `'${' '.repeat(text.length - 2)}'` : ' '.repeat(text.length),
  )

/** The statement with every bracketed SELECT taken out, and these by themselves. */
function selectsOf(sql: string): string[] {
  const found: string[] = []
  const open: number[] = []
  let text = sql
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') open.push(at)
    if (text[at] !== ')' || open.length === 0) continue
    const start = open.pop()!
    const inner = text.slice(start + 1, at)
    if (!/^\s*(?:select|with|from)\b/i.test(inner)) continue
    found.push(inner)
    text = text.slice(0, start + 1) + ' '.repeat(inner.length) + text.slice(at)
  }
  return [...found, text].flatMap((part) => part.split(/\b(?:union(?:\s+all)?|intersect|except)\b/i))
}

/** The days that a statement is limited to, first and last; null when it names none. A bound that is excluded counts to the day before. */
export function windowOf(sql: string): { from: string; to: string } | null {
  const bounds = sql.matchAll(
    /(<(?!=)\s*)?(?:\b(?:date|timestamp)\s*)?'((?:19|20)\d\d-\d\d-\d\d)(?:[ T]00:00(?::00)?)?'/gi,
  )
  const days = [...bounds].map(([, excluded, day]) => (excluded ? daysFrom(day!, -1) : day!)).sort()
  return days.length > 0 ? { from: days[0]!, to: days.at(-1)! } : null
}

/** Whether the statement counts from the moment it runs. */
export const isRelative = (sql: string): boolean =>
  /\b(current_date|current_timestamp|now\s*\(|today\s*\()/i.test(blanked(sql))
