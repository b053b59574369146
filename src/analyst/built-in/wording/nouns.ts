import { inWords } from '#base/text.ts'
import { plural, singular } from '#base/word-forms.ts'
import type { Form } from '../form.ts'
import { PLACES } from '../lexicon.ts'
import { type Column, type DerivedColumn, placesOf } from '../schema.ts'

const spaced = (name: string) =>
  inWords(name)
    .replace(/[_\s()[\]?!:.]+/g, ' ')
    .toLowerCase()
    .trim()

const CURRENCIES = new Map([
  ['inr', '₹'],
  ['rs', '₹'],
  ['rupees', '₹'],
  ['usd', '$'],
  ['dollars', '$'],
  ['eur', '€'],
  ['euros', '€'],
  ['gbp', '£'],
  ...['₹', '$', '€', '£'].map((sign) => [sign, sign] as const),
])

/** The sign of the currency that the name of a column ends with: ₹ for total_inr; null without one. */
export const currencyOf = (name: string): string | null => CURRENCIES.get(spaced(name).split(' ').at(-1)!) ?? null

/** The sign that amounts of a column are printed with: its own, else that of the workspace where it is money. */
export const signOf = ({ name, currency }: Column): string | null => currencyOf(name) ?? currency ?? null

export const isPercentage = (name: string) => /(?:^|_| )(?:percent|pct|percentage)$/i.test(name)

/** What the rows of a table are: "order items". */
export const sayTable = (name: string) => spaced(name.replace(/^(?:raw|stg|dim|fact|fct|tbl)_/i, ''))

const BARE = /^(?:total|amount|value|sum|name|status|type|id|date|count|number|code|description|title|price|cost)$/

/** A column in words, without the unit that its values are printed with: "unit price", "date signed up". */
export function sayColumn(column: Column, alone = true): string {
  if (column.made) return sayMade(column.made)
  const place = column.words.join() === 'name' && placesOf(column)
  if (place) return place
  const all = spaced(column.name).split(' ')
  const words =
    all.length > 1 && (CURRENCIES.has(all.at(-1)!) || isPercentage(column.name)) && column.numeric
      ? all.slice(0, -1)
      : all
  const name = words.join(' ')
  if (column.temporal && words.length > 1 && /^(?:at|on)$/.test(words.at(-1)!))
    return `date ${words.slice(0, -1).join(' ')}`
  const owner = singular(sayTable(column.table))
  return alone || !BARE.test(name) || owner.endsWith(name) ? name : `${owner} ${name}`
}

const TIMES = /^(?:ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?)$/
/** A column without the unit that its name tells: "wait" for wait_min. */
export function sayBare(column: Column): string {
  const words = sayColumn(column).split(' ')
  const bare = words.filter((word) => !TIMES.test(word))
  return (bare.length > 0 ? bare : words).join(' ')
}

/** What numbers of a column are: "order value" for the total of orders. */
export const sayAmount = (column: Column) => sayColumn(column, false).replace(/^(.+) total$/, '$1 value')

/** How two figures of a row make one, in words. */
export const SIGNS = { '+': 'plus', '-': 'minus', '*': 'times' }

/** Whether it is what rows of another table leave of a figure. */
export const isLeft = ({ by, and }: Extract<DerivedColumn, { kind: 'both' }>): boolean =>
  by === '-' && and.made?.kind === 'tally'

function sayMade(made: DerivedColumn): string {
  switch (made.kind) {
    case 'weekend':
      return 'part of the week'
    case 'calendar':
      return made.part.split(' ')[0]!
    case 'hour':
      return 'hour'
    case 'range':
      return sayAmount(made.of)
    case 'start':
      return `first ${singular(sayTable(made.time.table))}`
    case 'first':
      return 'new or returning'
    case 'since':
      return `${made.length}s since the first`
    case 'watched':
      return `${made.length}s watched`
    case 'tally':
      return made.of ? `total ${sayColumn(made.of)}` : `number of ${plural(sayTable(made.by.table))}`
    case 'against':
      return `${sayColumn(made.of)} against ${sayColumn(made.limit)}`
    case 'decade':
      return 'decade'
    case 'state':
      return 'status'
    case 'late':
      return 'punctuality'
    case 'flow':
      return made.isOut ? 'spending' : 'income'
    case 'both':
      return isLeft(made)
        ? `${sayColumn(made.of)} left`
        : `${sayColumn(made.of)} ${SIGNS[made.by]} ${sayColumn(made.and)}`
    case 'reduced':
      return `${sayColumn(made.of)} less ${sayColumn(made.by)}`
    case 'scaled':
      return made.of.made ? `${made.unit} ${sayBare(made.of)}` : `${sayBare(made.of)} in ${made.unit}`
    case 'age':
      return 'age'
    case 'tenure':
      return `years from ${sayColumn(made.of)} to ${sayColumn(made.until)} or today`
    case 'standing':
      return made.length
    case 'span':
      return `${made.time.temporal ? 'days' : 'years'} from ${sayColumn(made.since)} to ${sayColumn(made.time)}`
  }
}

/** "a price", "an amount", and "days" as they are. */
export const withArticle = (noun: string) =>
  !/ of /.test(noun) && singular(noun) !== noun ? noun : `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** "a", "a and b", "a, b and c". */
export const listed = (items: string[], word = 'and') =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`

/** "third " where two come before the row that is shown. */
export const sayPlace = ({ skip }: Form): string => (skip ? `${PLACES[skip - 1] ?? `${skip + 1}th`} ` : '')
