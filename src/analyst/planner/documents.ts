import { type Form, keysOf, withMeasures } from '../built-in/form.ts'
import { Resolver } from '../built-in/resolve.ts'
import { type Column, columnsIn, type Schema, tableOf } from '../built-in/schema.ts'
import { comesInParts } from '../built-in/totals.ts'
import { only } from './halves.ts'
import { measuresOf } from './skeleton.ts'

/** What is written down in several lines, a row each: an order with its items, a receipt, a booking. */
const DOCUMENT = /^(?:transaction|receipt|order|invoice|bill|check|cheque|ticket|booking|basket|sale|purchase)$/
const NUMBER = /^(?:id|no|nr|num|number|ref|reference|code|name)$/
const WRITTEN = /^#?\p{L}{0,4}[-/ ]?\d{2,}\p{L}?$/u
/** More different ones than this share of the rows, and rows are no lines. */
const MOST = 0.95

const isNumbered = ({ words, table }: Column, schema: Schema): boolean => {
  const { words: rows } = tableOf(schema, table)
  const [first = '', last = first, more] = words
  return (
    more === undefined &&
    NUMBER.test(last) &&
    (words.length === 2 ? DOCUMENT.test(first) : DOCUMENT.test(rows.at(-1) ?? ''))
  )
}

const documents = new WeakMap<Schema, Column | null>()
/** The number of the document that each row is a line of, where no table has a row for each of these. */
const documentOf = (schema: Schema): Column | null =>
  documents.getOrInsertComputed(schema, () =>
    only(
      columnsIn(schema).filter((column) => {
        const { unique, distinct, table, temporal, values, words } = column
        const isLined = !unique && distinct > 1 && distinct < MOST * tableOf(schema, table).rows
        const isCode = words.at(-1) !== 'name' || (values.length > 0 && values.every((value) => WRITTEN.test(value)))
        const isKey = schema.edges.some(({ from, to }) => from === column || to === column)
        return isLined && !temporal && isCode && !isKey && isNumbered(column, schema)
      }),
    ),
  )

/** Whatever a sale is written down in, people call it any of these. */
const OF_SALES = 'transaction|receipt|order|invoice|bill|check|cheque|basket|purchase'
const nounsOf = ({ words, table }: Column, schema: Schema): string => {
  const own = [...words, ...tableOf(schema, table).words].find((word) => DOCUMENT.test(word)) ?? ''
  return OF_SALES.split('|').includes(own) ? OF_SALES : own
}
/** Whether a noun is what people call the documents whose lines a table has. */
export const isDocument = (noun: string, schema: Schema): boolean => {
  const column = documentOf(schema)
  return column !== null && nounsOf(column, schema).split('|').includes(noun)
}
/** What may follow a noun that is no part of a longer name, as in "order date". */
const END =
  '(?=[?.!,]*$|,| (?:in|on|and|or|for|with|without|since|by|per|of|from|during|this|last|paid|compared|vs)\\b)'

/** "How many receipts", "the average bill", where each row is but a line of one. */
export function documented(text: string, schema: Schema): string {
  const column = documentOf(schema)
  if (!column) return text
  const noun = `(?:${nounsOf(column, schema)})`
  const many = new RegExp(`\\b(?:how many|number of|count(?: of)?(?: all)?(?: the)?) (?:different )?${noun}s\\b`, 'giu')
  const headed = new RegExp(`^${noun}s (?=(?:by|per|each|every|in|on|with|from)\\b)`, 'iu')
  const each = new RegExp(`\\b(?:per|by|for each|in each|each|every) ${noun}${END}`, 'giu')
  const average = new RegExp(
    `\\b(?:average|avg|mean) ${noun}(?: (?:value|size|amount|total|sum|worth))?s?${END}`,
    'giu',
  )
  const counted = text
    .replace(many, `number of different ${column.name}`)
    .replace(headed, `number of different ${column.name} `)
    .replace(each, `per ${column.name}`)
  if (counted.search(average) < 0) return counted
  const [money, other] = new Resolver(schema, []).money(column.table)?.columns ?? []
  if (!money || other) return counted
  // The word alone asks for a sum.
  const name = /^total$/i.test(money.name) ? `${money.name} value` : money.name
  return counted.replace(average, `average ${name} per ${column.name}`)
}

/** "Customers with more than 5 orders", "the most orders": of orders, and not of their lines. */
export function ofDocuments(form: Form, question: string, schema: Schema): Form {
  const column = documentOf(schema)
  if (!column) return form
  const noun = `(?:different )?(?:${nounsOf(column, schema)})`
  if (!new RegExp(`\\b(?:\\d+|most|fewest|many|no|any) ${noun}s\\b|\\b(?:one|1) ${noun}\\b`, 'iu').test(question))
    return form
  return withMeasures(form, (measure) =>
    measure.fn === 'count' && !measure.of && measure.table === column.table
      ? { ...measure, of: { columns: [column] }, distinct: true }
      : measure,
  )
}

/** Whether a question asks for figures of documents, and the query has none of any. */
export function lacksDocument(form: Form, question: string, schema: Schema): boolean {
  const column = documentOf(schema)
  if (!column || !new RegExp(`\\bper ${RegExp.escape(column.name)}(?![\\p{L}\\p{N}])`, 'iu').test(question))
    return false
  return !(
    measuresOf(form).some(({ per, of }) => per === column || of?.columns.includes(column)) ||
    keysOf(form).some((key) => key.column === column)
  )
}

/** Whether the average of a figure for each document is that of what each comes to, and not of its lines. */
export const isOfDocuments = (key: Column, figure: Column, schema: Schema): boolean =>
  key === documentOf(schema) && (figure.aggregation === 'sum' || comesInParts(figure))
