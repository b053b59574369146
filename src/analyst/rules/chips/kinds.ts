import { isNumeric, isTemporal } from '#base/engine-type.ts'

/** What chips can say of columns and values: pages offer it as it stands here. */

/** How one figure is made of many rows: `rows` counts them, `known` the values that are there, `different` the different ones. */
export const AGGREGATES = ['rows', 'known', 'different', 'sum', 'average', 'lowest', 'highest', 'median'] as const
export type Aggregate = (typeof AGGREGATES)[number]

/** Periods in which days lie, and the numbers of such within longer ones: `month_number` is 3 for March of any year. */
export const PERIODS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export const NUMBERS = ['hour_number', 'day_number', 'month_number', 'quarter_number', 'year_number'] as const
export const GRAINS = [...PERIODS, ...NUMBERS] as const
export type Grain = (typeof GRAINS)[number]

/** `same`: equal but for capitals; `contains`, `lacks` and `begins` do not mind them either; `like` and `not_like` are patterns. */
export const OPERATORS = [
  ...(['is', 'is_not', 'same', 'contains', 'lacks', 'begins', 'like', 'not_like'] as const),
  ...(['above', 'at_least', 'below', 'at_most', 'between', 'known', 'unknown'] as const),
] as const
export type Operator = (typeof OPERATORS)[number]

/** What values of a column are, as far as conditions mind. */
export type ValueKind = 'number' | 'text' | 'date' | 'timestamp' | 'boolean'

/** @param type of the engine; null for one whose conditions chips do not say */
export const kindOfType = (type: string): ValueKind | null => {
  if (isNumeric(type)) return 'number'
  const kinds: Record<string, ValueKind> = { VARCHAR: 'text', DATE: 'date', TIMESTAMP: 'timestamp', BOOLEAN: 'boolean' }
  return kinds[type] ?? null
}

export const hasDays = (type: string): boolean => isTemporal(type) && !/^TIME(?!STAMP)/.test(type)

const ADDED: ReadonlySet<Aggregate> = new Set(['sum', 'average', 'median'])
export const needsNumbers = (aggregate: Aggregate): boolean => ADDED.has(aggregate)

const WORDS: readonly Operator[] = ['same', 'contains', 'lacks', 'begins', 'like', 'not_like']
const ORDERED: readonly Operator[] = ['above', 'at_least', 'below', 'at_most', 'between']

export const operatorsOf = (kind: ValueKind): Operator[] =>
  kind === 'boolean'
    ? ['is', 'known', 'unknown']
    : ['is', 'is_not', ...(kind === 'text' ? WORDS : []), ...ORDERED, 'known', 'unknown']

const COUNTS: Partial<Record<Operator, [number, number]>> = {
  ...{ is: [1, 50], is_not: [1, 50], same: [1, 50], known: [0, 0], unknown: [0, 0], between: [2, 2] },
}
/** How many values an operator takes, at least and at most. */
export const valuesOf = (operator: Operator): [number, number] => COUNTS[operator] ?? [1, 1]

export const FIGURE_CHOICES: Record<Aggregate, string> = {
  ...{ rows: 'number of rows', known: 'number of rows with', different: 'number of different', sum: 'total' },
  ...{ average: 'average', lowest: 'lowest', highest: 'highest', median: 'median' },
}
export const GRAIN_WORDS: Record<Grain, string> = {
  ...{ hour: 'hour', day: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' },
  ...{ hour_number: 'hour of the day', day_number: 'day of the month', month_number: 'month of the year' },
  ...{ quarter_number: 'quarter of the year', year_number: 'year' },
}
export const OPERATOR_WORDS: Record<Operator, string> = {
  ...{ is: 'is', is_not: 'is not', same: 'is, in any capitals,', contains: 'contains', lacks: 'does not contain' },
  ...{ begins: 'begins with', like: 'is like', not_like: 'is not like', above: 'is above', at_least: 'is at least' },
  ...{ below: 'is below', at_most: 'is at most', between: 'is between', known: 'is known', unknown: 'is not known' },
}
