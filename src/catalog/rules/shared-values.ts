import type { FoundBy } from './answers.ts'
import { type PlaceKind, type Places, placeCodes } from './places.ts'
import { subjectAlike } from './relation.ts'

/**
 * A column of texts by its folded values, or a part of them chosen by their hash: a value is here when its hash divides by `part`.
 * `isKey`: no value comes twice and none is missing.
 */
export type ValueColumn = {
  id: string
  table: string
  column: string
  isKey: boolean
  part: number
  values: { value: string; hash: number; rows: number }[]
}
/** Two columns whose values meet, by their places in the list; `kind`: as places of this kind. */
export type Meeting = { from: number; to: number; foundBy: FoundBy; kind?: PlaceKind }

/** Share of the rows that must meet, where names speak for it and where nothing but values does. */
const LEAST = { name: 0.5, values: 0.9 }
/** Different values that must meet, and how long they have to be on average, where nothing else speaks for it. */
const FEWEST = { name: 2, values: 5 }
const SHORTEST = 4
/** Letters of codes, and so many of them that all of these are no coincidence: initials of people. */
const CODES = { letters: 3, values: 10 }
/** Keys of other tables that a column may lead to: the best are kept. */
const MOST_OF_ONE = 5

/**
 * Columns of texts that lead to keys of other tables, by what they hold, folded: under names that are alike when half of the rows meet, under
 * others when nearly all do and by enough values that these are no coincidence. Numbers are not among them: whole
 * numbers in a row are found in any others.
 */
export function meetings(columns: ValueColumn[], places: Places | null): Meeting[] {
  const having = new Map<string, number[]>()
  const codes = columns.map(({ values }) =>
    places
      ? placeCodes(
          places,
          values.map(({ value }) => value),
        )
      : null,
  )
  const note = (text: string, at: number) => {
    const list = having.get(text)
    if (!list) having.set(text, [at])
    else if (list.at(-1) !== at) list.push(at)
  }
  const keysOf = (at: number, value: string): string[] => [
    value,
    ...[...(codes[at] ?? [])].flatMap(([kind, of]) => (of.has(value) ? [`${kind}\n${of.get(value)}`] : [])),
  ]
  for (const [at, { isKey, values }] of columns.entries())
    if (isKey) for (const { value } of values) for (const key of keysOf(at, value)) note(key, at)
  const found: (Meeting & { share: number })[] = []
  for (const [from, column] of columns.entries()) {
    const best = leads(columns, from, (value) => keysOf(from, value), having)
    for (const { to, hits, kind } of best) {
      const target = columns[to]!
      const isNamed = subjectAlike(column, target)
      const part = Math.max(column.part, target.part)
      const here = column.values.filter(({ hash }) => hash % part === 0)
      const rows = here.reduce((sum, one) => sum + one.rows, 0)
      const met = hits.filter(({ hash }) => hash % part === 0)
      const share = met.reduce((sum, one) => sum + one.rows, 0) / Math.max(1, rows)
      const rule = isNamed ? 'name' : 'values'
      const letters = met.reduce((sum, { value }) => sum + value.length, 0) / Math.max(1, met.length)
      if (share < LEAST[rule] || met.length < Math.min(FEWEST[rule], isNamed ? here.length : FEWEST[rule])) continue
      const isCode = letters >= CODES.letters && met.length >= CODES.values
      if (!isNamed && !kind && letters < SHORTEST && !isCode) continue
      found.push({ from, to, share, ...(kind ? { kind, foundBy: 'abbreviations' } : { foundBy: rule }) })
    }
  }
  return strongest(columns, found)
}

type Lead = { to: number; kind?: PlaceKind; hits: ValueColumn['values'] }

/** The keys of other tables that have values of a column: as they are written, else by abbreviations where these bring more. */
function leads(
  columns: ValueColumn[],
  from: number,
  keysOf: (value: string) => string[],
  having: ReadonlyMap<string, number[]>,
): Lead[] {
  const column = columns[from]!
  const found = new Map<string, Lead>()
  for (const one of column.values)
    for (const key of keysOf(one.value)) {
      const kind = key.includes('\n') ? (key.split('\n')[0] as PlaceKind) : undefined
      for (const to of having.get(key) ?? []) {
        if (columns[to]!.id === column.id) continue
        const name = `${to} ${kind ?? ''}`
        const lead = found.get(name) ?? { to, ...(kind ? { kind } : {}), hits: [] }
        lead.hits.push(one)
        found.set(name, lead)
      }
    }
  const plainly = [...found.values()].filter(({ kind }) => !kind)
  const others = [...found.values()]
    .filter(({ kind }) => kind)
    .toSorted((a, b) => b.hits.length - a.hits.length)
    .filter(({ to }, at, all) => all.findIndex((one) => one.to === to) === at)
    .filter(({ to, hits }) => hits.length > (plainly.find((one) => one.to === to)?.hits.length ?? 0))
  return [...plainly.filter(({ to }) => !others.some((one) => one.to === to)), ...others]
}

/** Of two keys that lead to each other the one way in which more meet; of a column with many targets the best. */
function strongest(columns: ValueColumn[], found: (Meeting & { share: number })[]): Meeting[] {
  const better = (a: Meeting & { share: number }, b: Meeting & { share: number }) =>
    b.share - a.share ||
    columns[b.from]!.values.length - columns[a.from]!.values.length ||
    a.from - b.from ||
    a.to - b.to
  const ranked = found.toSorted(better)
  const chosen: Meeting[] = []
  const of = new Map<number, number>()
  for (const { share: _, ...one } of ranked) {
    if (chosen.some(({ from, to }) => from === one.to && to === one.from)) continue
    if ((of.get(one.from) ?? 0) >= MOST_OF_ONE) continue
    of.set(one.from, (of.get(one.from) ?? 0) + 1)
    chosen.push(one)
  }
  return chosen
}
