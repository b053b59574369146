import { isInteger } from '#base/engine-type.ts'

export type RelationTable = { id: string; name: string; rows: number; columns: RelationColumn[] }
type RelationColumn = { name: string; type: string; nulls: number; distinct: number }
/** A join that names suggest and the engine has still to measure. */
export type RelationCandidate = { from: RelationTable; fromColumn: string; to: RelationTable; toColumn: string }

/** Share of values that must be found on the other side for a join to be believed. */
export const LEAST_MATCH = 0.5
const MOST_CANDIDATES = 500

/** Words for the same people or things in names of keys. */
const SAME = [
  ['user', 'customer', 'client', 'person', 'people', 'account', 'member', 'buyer', 'contact'],
  ['employee', 'staff', 'manager', 'rep', 'salesperson', 'agent'],
  ['product', 'item', 'article', 'sku'],
  ['store', 'shop', 'branch', 'location'],
  ['vendor', 'supplier', 'seller'],
]

/**
 * Joins worth measuring, those with a table of `fresh` in them: from `orders.customer_id` to `customers.id` or
 * `customers.customer_id`, where the target is a key and the types agree; those whose names are nearest first.
 */
export function relationCandidates(tables: RelationTable[], fresh: ReadonlySet<string>): RelationCandidate[] {
  const found: { score: number; candidate: RelationCandidate }[] = []
  const nameOf = new Map(tables.map((table) => [table, wordsOf(table.name).map(singular)]))
  const keysOf = new Map(
    tables.map((to) => [
      to,
      to.columns.filter((key) => isKey(to, key)).map((column) => ({ column, words: wordsOf(column.name) })),
    ]),
  )
  for (const from of tables)
    for (const column of from.columns) {
      const words = wordsOf(column.name)
      if (words.length < 1 || column.distinct === 0) continue
      const targets = tables.flatMap((to) => {
        if (to === from || !(fresh.has(from.id) || fresh.has(to.id))) return []
        for (const key of keysOf.get(to)!) {
          if (!sameKind(column, key.column)) continue
          const score = closeness(words, nameOf.get(from)!, nameOf.get(to)!, key.words)
          if (score > 0) return [{ from, fromColumn: column.name, to, toColumn: key.column.name, score }]
        }
        return []
      })
      // The same name may be a key in several tables; the nearest names win.
      const best = Math.max(0, ...targets.map(({ score }) => score))
      for (const { score, ...candidate } of targets) if (score === best) found.push({ score, candidate })
    }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES)
    .map(({ candidate }) => candidate)
}

/** Words of a name that say nothing of what it is about: `country_name` and `Country` are about countries. */
const FORMS = new Set(
  'name names title code codes abbr abbreviation abbrev iso iso2 iso3 alpha alpha2 alpha3 full short long label text id key no nr num number ref'.split(
    ' ',
  ),
)
/** Words for the same places and kinds in names of columns. */
const SAME_SUBJECT = [...SAME, ['state', 'province'], ['country', 'nation'], ['city', 'town'], ['department', 'dept']]

const subjectOf = ({ table, column }: { table: string; column: string }): string => {
  const last = (name: string) =>
    wordsOf(name)
      .map(singular)
      .findLast((word) => !FORMS.has(word))
  return last(column) ?? last(table) ?? ''
}

/** Whether two columns are about the same, as their names say: `state` and `State`, `COUNTRY` and `country_name`, `city` and `cities.name`. */
export function subjectAlike(a: { table: string; column: string }, b: { table: string; column: string }): boolean {
  const [left, right] = [subjectOf(a), subjectOf(b)]
  return left !== '' && (left === right || SAME_SUBJECT.some((group) => group.includes(left) && group.includes(right)))
}

/** A table by the words of its name and of its columns that are named like keys, so that names are taken apart once. */
type Named = { name: string[]; keys: string[][] }
const named = (name: string, columns: string[]): Named => ({
  name: wordsOf(name).map(singular),
  keys: columns.map(wordsOf).filter((words) => isIdWord(words.at(-1) ?? '')),
})

/** Those of `others` that names suggest a join with any of `fresh`, in either direction: only their columns need to be loaded. */
export function relatable<T extends { name: string; columns: string[] }>(fresh: RelationTable[], others: T[]): T[] {
  const links = (from: Named, to: Named) =>
    from.keys.some((column) => to.keys.some((key) => closeness(column, from.name, to.name, key) > 0))
  const own = fresh.map(({ name, columns }) =>
    named(
      name,
      columns.map((column) => column.name),
    ),
  )
  return others.filter(({ name, columns }) => {
    const other = named(name, columns)
    return own.some((one) => links(one, other) || links(other, one))
  })
}

const isKey = (table: RelationTable, { nulls, distinct }: RelationColumn) =>
  nulls === 0 && table.rows > 0 && distinct === table.rows

const sameKind = (a: RelationColumn, b: RelationColumn) =>
  (isInteger(a.type) && isInteger(b.type)) || (a.type === b.type && /^(VARCHAR|UUID)$/.test(a.type))

/** 3: named after the table; 2: the same name on both sides; 1: named after a synonym of the table; 0: nothing in common. All are words of names, those of tables in the singular. */
function closeness(words: string[], own: string[], table: string[], keyWords: string[]): number {
  if (words.length < 2 || !isIdWord(words.at(-1)!)) return 0
  const keyIsId = keyWords.length === 1 && isIdWord(keyWords[0]!)
  const same = keyWords.length === words.length && keyWords.every((word, index) => word === words[index])
  if (!keyIsId && !same) return 0
  const subject = singular(words.at(-2)!)
  if (table.at(-1) === subject) return 3
  // A table's own key is not a reference to others that repeat it, unless they are named after it.
  if (own.at(-1) === subject) return 0
  if (same) return 2
  const synonyms = SAME.find((group) => group.includes(subject))
  return keyIsId && synonyms?.includes(table.at(-1) ?? '') ? 1 : 0
}

/** Columns that are called alike: by the same words, or as a key of the other's table is. `id` by itself tells nothing. */
export function namedAlike(a: { table: string; column: string }, b: { table: string; column: string }): boolean {
  const [left, right] = [a, b].map(({ table, column }) => ({
    table: wordsOf(table).map(singular),
    words: wordsOf(column),
  })) as [NameWords, NameWords]
  const isBare = left.words.length === 1 && isIdWord(left.words[0]!)
  if (!isBare && left.words.length > 0 && left.words.join(' ') === right.words.join(' ')) return true
  return (
    closeness(left.words, left.table, right.table, right.words) > 0 ||
    closeness(right.words, right.table, left.table, left.words) > 0
  )
}
type NameWords = { table: string[]; words: string[] }

/** Whether a column is called what keys are called, so that others may refer to it. */
export const namesKey = (column: string) => isIdWord(wordsOf(column).at(-1) ?? '')

const isIdWord = (word: string) => /^(id|key|code|sku|no|number|uuid|guid)$/.test(word)

/** `raw_OrderItems` -> raw, order, items. */
export const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') && word.length > 3 ? word.slice(0, -1) : word
}
