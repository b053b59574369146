import { isInteger } from '#base/engine-type.ts'
import { wordsOf } from '#base/text.ts'
import { isKeyWord as isIdWord, namesNumber } from './key-words.ts'

export type RelationTable = { id: string; name: string; rows: number; columns: RelationColumn[] }
type RelationColumn = { name: string; type: string; nulls: number; distinct: number }
/** A join that names suggest and the engine has still to measure; `least`: the share of values that must then be found. */
export type RelationCandidate = {
  from: RelationTable
  fromColumn: string
  to: RelationTable
  toColumn: string
  least: number
}

/** Share of values that must be found on the other side for a join to be believed. */
export const LEAST_MATCH = 0.5
/** The same where a name says less: "customer" may also hold a number of something else. */
const LEAST_OF_BARE = 0.9
const MOST_CANDIDATES = 500

/** Words for the same people or things in names of keys. */
const SAME = [
  ['user', 'customer', 'client', 'person', 'people', 'account', 'member', 'buyer', 'contact'],
  ['employee', 'staff', 'manager', 'rep', 'salesperson', 'agent'],
  ['product', 'item', 'article', 'sku'],
  ['store', 'shop', 'branch', 'location'],
  ['vendor', 'supplier', 'seller'],
]

const set = (words: string) => new Set(words.split(' '))
/** What tables of people are called, beside the words above. */
const PEOPLE = new Set([
  ...SAME.slice(0, 2).flat(),
  ...set(
    'teacher instructor doctor physician nurse technician engineer mechanic driver operator consultant author student patient donor volunteer player worker developer colleague owner',
  ),
])
/** What people are to a row, whatever the table of them is called: "owner_id", "opened_by". */
const PARTS_OF_PEOPLE = set(
  'by owner author creator assignee manager supervisor boss superior approver reviewer referrer inviter responsible handler mentor lead',
)
/** What places are to a row, and what tables of places are called. */
const PARTS_OF_PLACES = set('from to origin destination source target departure arrival pickup dropoff start end home')
const PLACES = set(
  'warehouse location station airport port stop city town branch site store shop depot terminal hub plant place club office',
)
const isPartOf = (subject: string, table: string): boolean =>
  (PARTS_OF_PEOPLE.has(subject) && PEOPLE.has(table)) || (PARTS_OF_PLACES.has(subject) && PLACES.has(table))
/** What another row of the same table is to a row. */
const PARTS_OF_ROWS = set('parent manager supervisor boss superior predecessor mentor')

/**
 * Joins worth measuring, those with a table of `fresh` in them: from `orders.customer_id` or `orders.customer` to `customers.id` or
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
        if (!(fresh.has(from.id) || fresh.has(to.id))) return []
        for (const key of keysOf.get(to)!) {
          if (key.column === column || !sameKind(column, key.column)) continue
          const score =
            to === from
              ? closenessInside(words, nameOf.get(to)!, key.words)
              : closeness(words, nameOf.get(from)!, nameOf.get(to)!, key.words, key.column === to.columns[0])
          // Of several tables of people those are meant whose keys it has.
          const tight = score === BY_PART ? Math.min(1, column.distinct / to.rows) : 1
          const isPlain = words.length > 1 && isIdWord(words.at(-1)!) && score !== SHORTENED && score !== BY_PART
          const least = isPlain ? LEAST_MATCH : LEAST_OF_BARE
          const candidate = { from, fromColumn: column.name, to, toColumn: key.column.name, least }
          if (score > 0) return [{ candidate, score: score * tight }]
        }
        return []
      })
      // The same name may be a key in several tables; the nearest names win.
      const best = Math.max(0, ...targets.map(({ score }) => score))
      found.push(...targets.filter(({ score }) => score === best))
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

/** A table by the words of its name, of its columns and of those that may be keys, so that names are taken apart once. */
type Named = { name: string[]; columns: string[][]; keys: string[][] }
function named(name: string, columns: string[]): Named {
  const all = columns.map(wordsOf)
  return {
    name: wordsOf(name).map(singular),
    columns: all,
    keys: all.filter((words, at) => at === 0 || isIdWord(words.at(-1) ?? '')),
  }
}

/** Those of `others` that names suggest a join with any of `fresh`, in either direction: only their columns need to be loaded. */
export function relatable<T extends { name: string; columns: string[] }>(fresh: RelationTable[], others: T[]): T[] {
  const links = (from: Named, to: Named) =>
    from.columns.some((column) =>
      to.keys.some((key) => closeness(column, from.name, to.name, key, key === to.columns[0]) > 0),
    )
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

/** How near the name of a column is to a table, from the best on. */
const [NAMED, SAME_NAME, BARE, SHORTENED, SYNONYM, BY_PART] = [3, 2.5, 2, 1.5, 1, 0.5]

/**
 * Whether a column is called after a table and its key: `customer_id` and `customer` after `customers`, `dept_id` after `departments`, `client_id` after
 * `customers`, `opened_by` after `users`; 0 when they have nothing in common. All are words of names, those of tables in the singular.
 * @param isFirst the key stands first in its table, whatever it is called: `plate` of `cars`
 */
function closeness(words: string[], own: string[], table: string[], keyWords: string[], isFirst = false): number {
  const isExplicit = words.length > 1 && isIdWord(words.at(-1)!)
  const same = isExplicit && keyWords.join(' ') === words.join(' ')
  const subject = singular((isExplicit ? words.at(-2) : words.at(-1)) ?? '')
  const target = table.at(-1) ?? ''
  if (!same && !isFirst && !isKeyOf(keyWords, target)) return 0
  if (words.length === 1 && isIdWord(subject)) return 0
  // A table's own key is not a reference to others that repeat it, unless they are named after it.
  const isOwn = own.at(-1) === subject || (isExplicit && isShort(subject, own.at(-1) ?? ''))
  if (isOwn && target !== subject) return 0
  if (target === subject) return isExplicit ? NAMED : BARE
  if (same) return SAME_NAME
  if (isShort(subject, target)) return SHORTENED
  if (SAME.some((group) => group.includes(subject) && group.includes(target))) return SYNONYM
  return isPartOf(subject, target) ? BY_PART : 0
}

/** The same within one table: `parent_id`, `referred_by` of people. */
function closenessInside(words: string[], table: string[], keyWords: string[]): number {
  const subject = singular((isIdWord(words.at(-1)!) ? words.at(-2) : words.at(-1)) ?? '')
  if (!isKeyOf(keyWords, table.at(-1) ?? '')) return 0
  return PARTS_OF_ROWS.has(subject) || (PARTS_OF_PEOPLE.has(subject) && PEOPLE.has(table.at(-1) ?? '')) ? BY_PART : 0
}

/** Whether a key is called so in its own table: `id`, `code`, `customer_id` or `cust_no` of `customers`. */
const isKeyOf = (words: string[], table: string): boolean =>
  isIdWord(words.at(-1) ?? '') &&
  (words.length === 1 || (words.length === 2 && (singular(words[0]!) === table || isShort(words[0]!, table))))

const SHORTEST = 3
/** Whether a word is shortened: its beginning, or its first letter and others in their order. */
function isShort(short: string, word: string): boolean {
  if (short.length < SHORTEST || word.length < short.length + 2 || short[0] !== word[0]) return false
  let at = 0
  for (const letter of short) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return word.startsWith(short) || (short.at(-1) === word.at(-1) && (short.length > SHORTEST || !/[aeiou]/.test(short)))
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
export const namesKey = namesNumber

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') && word.length > 3 ? word.slice(0, -1) : word
}
