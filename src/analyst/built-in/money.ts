import { makeColumn } from './derived-columns.ts'
import type { Column, Schema, Table } from './schema.ts'
import { currencyOf, signOf } from './wording/nouns.ts'

/** Words that are money and nothing else. An amount, a total or a value may count anything. */
const MONEY =
  /^(?:price|cost|revenue|turnover|salary|wage|fee|profit|income|fare|budget|expense|earning|payroll|spend|spending|spent|payment|refund|rent)$/
/** What says of a column or of another one of its table which currency amounts have, or that they have several. */
const CURRENCY = /^(?:currency|currencies|cur|inr|usd|eur|gbp|rs|rupee|dollar|euro|pound|yen|fx|local)$/

/** The sign of a currency as it stands before an amount: ₹ for INR, "CHF " where it has none. Empty for what is no code. */
export function signOfCode(currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return ''
  const parts = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
  }).formatToParts(1)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return /\p{L}$/u.test(sign) ? `${sign}\u00a0` : sign
}

const isMoney = ({ name, words, role, numeric }: Column): boolean =>
  numeric && role === 'measure' && MONEY.test(words.at(-1) ?? '') && currencyOf(name) === null

export const speaksOfMoney = ({ words, english, numeric }: Column): boolean =>
  numeric && (english ?? words).some((word) => MONEY.test(word))

/** Whether a column has money by its name or by the sign of its currency. */
export const holdsMoney = (column: Column): boolean => speaksOfMoney(column) || signOf(column) !== null

/**
 * Gives columns that are money the sign of the workspace's currency. Not in a table that speaks of currencies itself: its amounts may be of
 * several.
 */
export function markMoney({ columns, words }: Table, sign: string): void {
  if ([words, ...columns.map((column) => column.words)].flat().some((word) => CURRENCY.test(word))) return
  for (const column of columns) if (isMoney(column)) column.currency = sign
}

const PLANNED =
  /^(?:asking|asked|list|listed|target|planned|plan|budgeted|estimated|estimate|expected|forecast|quoted|original|reserve|goal|proposed|requested|advertised|suggested|recommended)$/
/** Whether a figure is one that is to be, by its name, and not what came about. */
export const isPlanned = ({ words }: Column): boolean => words.some((word) => PLANNED.test(word))
/** Of figures that are called alike those of what came about, where no word says that the others are meant: a price is what was sold for, not what was asked. */
export const cameAbout = <T>(all: T[], of: (one: T) => Column, said: string[] = []): T[] => {
  const isLike = (one: Column, other: Column) =>
    one.table === other.table && other.numeric && !isPlanned(other) && one.words.at(-1) === other.words.at(-1)
  return all.filter((one) => {
    const column = of(one)
    const isMeant = !isPlanned(column) || column.words.some((word) => PLANNED.test(word) && said.includes(word))
    return isMeant || !all.some((other) => isLike(column, of(other)))
  })
}

/** Words of amounts of which a table may have those that went out below zero. */
export const AMOUNT =
  /^(?:amount|value|total|sum|cost|expense|spend|spending|spent|payment|debit|withdrawal|charge|fee|outflow|discount|refund|deduction)$/

/** Marks amounts that are all below zero: of them "the highest" is what most was spent on. */
export function turnOutflows({ columns }: Table): void {
  for (const column of columns) {
    const { numeric, role, min, max, english, words } = column
    if (!numeric || role !== 'measure' || min === null || max === null || !(Number(min) < 0 && Number(max) <= 0))
      continue
    if (!(english ?? words).some((word) => AMOUNT.test(word))) continue
    Object.assign(column, { isOutflow: true, min: String(-Number(max)), max: String(-Number(min)), values: [] })
  }
}

const isBelowZero = ({ numeric, role, min }: Column): boolean => numeric && role === 'measure' && Number(min) < 0

/** What comes and goes in one column: amounts of both signs, or quantities. */
type Flows = { of: Column; spending: Column; income: Column }
export const GOODS = /^(?:quantity|qty|unit|piece)$/
/** So many values are below zero, at least, where what goes out is written so. */
const SEVERAL = 0.25
const flows = new WeakMap<Schema, Flows[]>()

/** Columns with amounts of both signs, each with what goes out and what comes in as columns of their own. */
export const flowsOf = (schema: Schema): Flows[] =>
  flows.getOrInsertComputed(schema, () =>
    schema.tables.flatMap(({ columns }) =>
      columns.flatMap((of): Flows[] => {
        const { numeric, role, aggregation, min, max, english, words, values } = of
        const isBoth = numeric && role === 'measure' && aggregation !== 'average' && Number(min) < 0 && Number(max) > 0
        // Quantities below zero beside amounts below zero are of goods that came back.
        const isSold = words.some((word) => GOODS.test(word)) && columns.some((one) => one !== of && isBelowZero(one))
        if (!isBoth || isSold || !(english ?? words).some((word) => AMOUNT.test(word) || GOODS.test(word))) return []
        // A few below zero among sales are refunds.
        if (values.length > 0 && values.filter((value) => value.startsWith('-')).length < SEVERAL * values.length)
          return []
        const side = (isOut: boolean) => makeColumn(schema, { kind: 'flow', of, isOut })
        return [{ of, spending: side(true), income: side(false) }]
      }),
    ),
  )
