import { makeColumn } from '../built-in/derived-columns.ts'
import type { Condition } from '../built-in/form.ts'
import { monthIn } from '../built-in/lex.ts'
import { type Column, isBirth, isId, type Schema, type Table, tableOf } from '../built-in/schema.ts'

export const START =
  /^(?:start|started|begin|began|from|since|open|opened|birth|born|order|ordered|booked|placed|requested|reported|issued|submitted|created|hire|hired|joined|signup|signed|registered|registration|enrolled|subscribed|first|release|pickup|admitted|admission|\S+ in)$/
const END =
  /^(?:end|ended|until|to|close|closed|death|died|ship|shipped|delivered|paid|completed|resolved|collected|left|last|finish|finished|returned|discharged|discharge|\S+ out)$/

/** When rows came to be known, where another time says when what they are about began: a stay that was booked before. */
const RECORDED = /^(?:order|ordered|booked|placed|requested|reported|issued|submitted|created)$/

/** "check_in" and "check_out", "clock in" and "clock out". */
const isNamed = ({ words }: Column, pattern: RegExp): boolean =>
  [...words, words.slice(-2).join(' ')].some((name) => pattern.test(name))

/** When somebody first replied: neither a beginning nor an end. */
export const isReply = ({ words }: Column): boolean =>
  words.some((word) => /^(?:response|responded|reply|replied|answer|answered)$/.test(word))

/** Whether a time is called by what ends rows. */
export const isEnd = (column: Column): boolean => isNamed(column, END)

/** The time at which rows of a table begin. */
export const startOf = ({ columns }: Table): Column | null => {
  const begun = columns.filter((one) => one.temporal && isNamed(one, START))
  // Who was hired was born before.
  return begun.find((one) => !isBirth(one)) ?? begun[0] ?? null
}

/** How long the rows of a table last or take: from one of its times to the other, where it has just two. */
export function spanOf(schema: Schema, table: string): Column | null {
  const { columns } = tableOf(schema, table)
  const dates = columns.filter((one) => one.temporal && !isReply(one))
  const times =
    dates.length > 0
      ? dates
      : columns.filter((one) => one.type.includes('INT') && !isId(one) && (isNamed(one, START) || isNamed(one, END)))
  // Of several times those that are called by the beginning and the end.
  const isEdge = (pattern: RegExp) => times.filter((one) => isNamed(one, pattern))
  const begun = isEdge(START).filter((one, _, all) => all.length < 2 || !(isNamed(one, RECORDED) || isBirth(one)))
  const [a, b, more] = times.length > 2 ? [...begun, ...isEdge(END)] : times
  if (!a || !b || more || !(times.some((one) => isNamed(one, START)) || times.some((one) => isNamed(one, END))))
    return null
  // What is shipped is delivered later, though both end something.
  const isOnly = (one: Column, other: Column, edge: RegExp) => isNamed(one, edge) && !isNamed(other, edge)
  const isTurned = isOnly(a, b, END) || isOnly(b, a, START)
  return makeColumn(schema, { kind: 'span', ...(isTurned ? { time: a, since: b } : { time: b, since: a }) })
}

/** The columns that tell the time of a row together, where no single one does: year, quarter, month, day. */
export const timeParts = (columns: Column[]): Column[] =>
  columns.some(({ temporal }) => temporal)
    ? []
    : columns.filter(({ words }) => /^(?:year|quarter|month|week|day)$/.test(words.at(-1) ?? ''))

export type TimePart = 'year' | 'quarter' | 'month' | 'day'
const MOST: Record<TimePart, number> = { year: 9999, quarter: 4, month: 12, day: 31 }

/** That a column of years, quarters, months (also by their names) or days of a month has this one. */
export function partIs(
  columns: Column[],
  part: TimePart,
  value: number,
): Extract<Condition, { kind: 'compare' }> | null {
  const isOf = ({ words }: Column) =>
    part === 'day' ? /^(?:day|day_of_month|date_of_month)$/.test(words.join('_')) : words.at(-1) === part
  for (const column of columns.filter(isOf)) {
    const named = part === 'month' ? column.values.find((one) => monthIn(`in ${one}`) === value) : undefined
    if (!column.numeric && named === undefined) continue
    if (!column.numeric || Number(column.max) <= MOST[part])
      return { kind: 'compare', column, operator: '=', value: named && !column.numeric ? named : value }
  }
  return null
}
