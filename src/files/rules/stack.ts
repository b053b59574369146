import { isNumeric } from '#base/engine-type.ts'
import { freeColumn } from './header.ts'
import { type PeriodColumn, periodColumn } from './period.ts'

type Part = { part: string | null; columns: { name: string; type: string; text_of?: string | undefined }[] }

/** Tables that go one below the other: their places, and the columns that tell them apart. */
export type Stack = { members: number[]; source: string; period: PeriodColumn | null }

/** Tables that are named otherwise than periods must have so many columns alike: an id and a name stand in many. */
const LEAST_COLUMNS = 4

/**
 * The parts of a file with the same columns, of which it is certain that they are one table cut into pieces: named as periods, or alike in
 * many columns with a figure among them.
 * @param source name of the column for the part, where its name is no month or quarter
 */
export function stacksOf(parts: Part[], source: string): Stack[] {
  const own = (part: Part) => part.columns.filter(({ text_of }) => text_of === undefined)
  const shape = (part: Part) =>
    JSON.stringify(
      own(part)
        .map(({ name, type }) => [name.toLowerCase(), isNumeric(type) ? 'number' : type])
        .sort(),
    )
  const groups = Map.groupBy(parts.keys(), (index) => shape(parts[index]!))
  return [...groups.values()].flatMap((members) => {
    const names = members.map((index) => parts[index]!.part)
    const columns = own(parts[members[0]!]!)
    if (members.length < 2 || columns.length < 2 || names.some((name) => name === null)) return []
    if (columns.every(({ name }) => /^column_\d+$/.test(name))) return []
    const period = periodColumn(names as string[])
    if (!period && (columns.length < LEAST_COLUMNS || !columns.some(({ type }) => isNumeric(type)))) return []
    const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
    const free = period && !taken.has(period.name) ? period : null
    if (free) taken.add(free.name)
    return [{ members, source: freeColumn(free?.called ?? source, taken), period: free }]
  })
}

/**
 * What files are called without the words that all of their names begin or end with, and these words: Sales 2024-01.csv and Sales
 * 2024-02.csv are 2024-01 and 2024-02 of Sales.
 * @param names without their endings
 */
export function namesApart(names: string[]): { parts: string[]; common: string } {
  const words = names.map((name) => name.split(/[\s_]+|(?<=\p{L})-|-(?=\p{L})/u).filter(Boolean))
  const [first = []] = words
  const shortest = Math.min(...words.map(({ length }) => length))
  const same = (at: number) => words.every((own) => own.at(at)?.toLowerCase() === first.at(at)?.toLowerCase())
  let start = 0
  while (start < shortest - 1 && same(start)) start++
  let end = 0
  while (end < shortest - 1 - start && same(-1 - end)) end++
  const parts = words.map((own) => own.slice(start, own.length - end).join(' '))
  const common = [...first.slice(0, start), ...first.slice(first.length - end)].join(' ')
  return new Set(parts).size === names.length ? { parts, common } : { parts: names, common: '' }
}

const NAME =
  /^(?:(?:column|field|variable|attribute|header)s?(?: ?_?names?)?|names?|spalten?(?:name)?|feld(?:name)?|colonne|campo|columna)$/i
const ABOUT =
  /^(?:descriptions?|meanings?|definitions?|explanations?|labels?|notes?|beschreibung|bedeutung|erklärung|description|descripción|descrizione)$/i

/** Places of the columns of a table that describes columns: which, and what they are. */
export function describingColumns(names: string[]): { name: number; about: number } | null {
  const [name, about] = [
    names.findIndex((one) => NAME.test(one.trim())),
    names.findIndex((one) => ABOUT.test(one.trim())),
  ]
  return name >= 0 && about >= 0 && name !== about ? { name, about } : null
}
