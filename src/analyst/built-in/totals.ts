import { plural } from '#base/word-forms.ts'
import type { Fn } from './form.ts'
import { path } from './join.ts'
import { type Column, isId, nameColumns, type Schema, tableOf } from './schema.ts'

/** Words of what comes in parts, a row for each: not prices, salaries or sizes. */
export const PARTS =
  /^(?:revenue|turnover|sales?|profit|expense|earning|spend|spending|spent|payment|refund|donation|amount|quantity|qty|units?|order|visit|visitor|click|view|download|birth|death|case|casualty|injury|victim|vote|goal|point|win|rainfall|precipitation)$/

/** Said of an amount that changed hands, whatever else its name says: "price paid", "fare charged". */
const PAID = /\b(?:paid|charged|received|collected|takings)\b/
const isPaid = ({ english, words }: Column): boolean => PAID.test((english ?? words).join(' '))

/** What a row has once: to have the most of it is to have the highest. */
const isPrice = (column: Column): boolean =>
  (column.english ?? column.words).some((word) =>
    /^(?:salary|wage|pay|income|price|fare|rent|budget|rate|age|height|weight|size)$/.test(word),
  ) && !isPaid(column)

/** Whether rows have parts of something, so that of several rows people mean all of it together. */
export const comesInParts = (column: Column): boolean =>
  column.role === 'measure' &&
  column.aggregation === 'sum' &&
  (column.made?.kind === 'flow' ||
    (column.made?.kind === 'both' && column.made.by === '*' && column.made.and.table !== column.table) ||
    PARTS.test((column.english ?? column.words).at(-1) ?? '') ||
    isPaid(column))

/** So few values are marks of a scale, of which nearly every group has the highest. */
const MARKS = 11
const isMarks = (figure: Column): boolean =>
  figure.aggregation === 'average' && figure.distinct > 0 && figure.distinct <= MARKS && !isPrice(figure)

/** Whether a figure of several rows is meant: "the most", or a plural where one row has one: "top tenants for late fees". */
const isOfAll = ({ words }: Column, question: string): boolean =>
  /\b(?:most|fewest)\b/i.test(question) ||
  new RegExp(`\\b${RegExp.escape(plural(words.at(-1)!))}\\b`, 'i').test(question)

/**
 * By what groups of rows are ranked where a figure of theirs is named: by what it comes to in each ("the product with the highest revenue" in a
 * table with a row for each sale), by the average of marks, or null by single rows. "The most" is always a total.
 */
export function rankedBy(schema: Schema, group: Column, figure: Column, question: string): Fn | null {
  const table = tableOf(schema, group.table)
  if (group.table !== figure.table) {
    const way = path(schema, [figure.table], group.table)
    const isOfParts =
      way !== null && !way.some(({ many }) => many) && figure.role === 'measure' && (!group.numeric || isId(group))
    if (isOfParts && isMarks(figure)) return 'avg'
    const isSum = figure.aggregation === 'sum' && !isPrice(figure) && isOfAll(figure, question)
    return isOfParts && (isSum || comesInParts(figure)) ? 'sum' : null
  }
  const isRepeated = !group.unique && group.distinct > 0 && group.distinct * (group.temporal ? 1 : 2) <= table.rows
  if (group === figure || group.numeric || !isRepeated) return null
  if (figure.role !== 'measure' || /\b(?:single|one|individual|any|ever)\b/i.test(question)) return null
  if (figure.aggregation === 'average') return isMarks(figure) ? 'avg' : null
  // Who has a row of their own has a salary and no total of them.
  if (table.key !== null && nameColumns(table).includes(group)) return null
  const isMost = figure.aggregation === 'sum' && !isPrice(figure) && isOfAll(figure, question)
  return isMost || comesInParts(figure) ? 'sum' : null
}
