import { capital } from '#base/text.ts'
import { spoken } from '#query/rules/chart.ts'
import type { Node } from '#query/rules/need.ts'
import { isAggregate, nameOf, nodes } from '../joins/tree.ts'
import { GRAIN_WORDS, type Grain, OPERATOR_WORDS, type ValueKind } from './kinds.ts'
import type { Chip, ColumnName, Condition, Part, Subject } from './part.ts'
import { columnOf, type Query } from './query.ts'
import { literalOf } from './subject.ts'

const FIGURES: Record<Exclude<Subject['aggregate'], null | 'rows'>, string> = {
  ...{ sum: 'total', average: 'average', lowest: 'lowest', highest: 'highest', median: 'median' },
  ...{ known: 'number with', different: 'number of different' },
}
/** How a statement calls its tables: with one of them no column needs its name. */
type Tables = Pick<Query, 'sources'>

function columnText({ sources }: Tables, { of, column }: ColumnName): string {
  const isClear = sources.filter(({ table }) => table.columns.some(({ name }) => name === column)).length < 2
  return isClear ? spoken(column) : `${spoken(of)} ${spoken(column)}`
}

export function subjectText(tables: Tables, { aggregate, column, grain }: Subject): string {
  if (!column) return 'number of rows'
  const name = columnText(tables, column)
  if (aggregate && aggregate !== 'rows') return `${FIGURES[aggregate]} ${name}`
  return grain ? `${GRAIN_WORDS[grain]} of ${name}` : name
}

const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}.:-]*$/u
const valueText = (value: string): string =>
  value === 'true' ? 'yes' : value === 'false' ? 'no' : PLAIN.test(value) ? value : `“${value}”`

function conditionText(tables: Tables, { operator, values, ...subject }: Condition): string {
  const said = values.map(valueText)
  const list = operator === 'between' ? said.join(' and ') : said.join(operator === 'is_not' ? ' nor ' : ' or ')
  return [subjectText(tables, subject), OPERATOR_WORDS[operator], list].filter(Boolean).join(' ')
}

export function partText(tables: Tables, part: Part): string {
  switch (part.kind) {
    case 'table':
      return spoken(part.table)
    case 'join':
      return `${spoken(part.table)} by ${listed([...new Set([part.to.column, part.column].map(spoken))])}${part.keeps ? ' (rows without one stay)' : ''}`
    case 'measure':
      return `${subjectText(tables, part)}${part.digits === null ? '' : `, rounded to ${part.digits === 0 ? 'whole numbers' : `${part.digits} digits`}`}`
    case 'column':
      return columnText(tables, part.column)
    case 'group':
      return subjectText(tables, { ...part, aggregate: null })
    case 'filter':
      return part.any.map((condition) => conditionText(tables, condition)).join(' or ')
    case 'order':
      return orderText(spoken(part.by), part.descending, null)
    case 'limit':
      return `the first ${part.rows}${part.skip > 0 ? ` after ${part.skip}` : ''}`
  }
}

const FORMATS: Record<string, Grain> = { '%Y': 'year', '%Y-%m': 'month', '%Y-%m-%d': 'day' }

/** Days as texts of their periods (`strftime`): read, and never written. */
export function periodText(query: Query, node: Node): string | null {
  const [value, format] = nodes(node.children)
  const grain = nameOf(node) === 'strftime' ? FORMATS[literalOf(format)?.text ?? ''] : undefined
  const column = grain && columnOf(query, value)
  return column ? subjectText(query, { aggregate: null, column: column.name, grain }) : null
}

const ORDERS: Partial<Record<ValueKind, [up: string, down: string]>> = {
  ...{
    text: ['A to Z', 'Z to A'],
    date: ['earliest first', 'latest first'],
    timestamp: ['earliest first', 'latest first'],
  },
}
/** @param kind what the values are, where that is known */
export const orderText = (by: string, descending: boolean, kind: ValueKind | null): string =>
  `${by}, ${(ORDERS[kind ?? 'number'] ?? ['lowest first', 'highest first'])[descending ? 1 : 0]}`

const SIGNS: Record<string, string> = { '+': '+', '-': '−', '*': '×', '/': '÷' }

/** A figure that is computed of columns, spelled out; null where it does more than compute. */
export function formulaText(query: Query, node: Node): string | null {
  const column = columnOf(query, node)
  if (column) return columnText(query, column.name)
  const literal = literalOf(node)
  if (literal) return literal.kind === 'number' ? literal.text : null
  const children = nodes(node.children)
  const texts = children.map((child) => formulaText(query, child))
  if (node.class !== 'FUNCTION' || texts.length === 0 || texts.some((text) => text === null)) return null
  const sign = SIGNS[nameOf(node)]
  if (sign && texts.length === 2) return `(${texts.join(` ${sign} `)})`
  const isPlain = !node.filter && !node.distinct && texts.length === 1
  const figure = FIGURE_NAMES[nameOf(node)]
  return isPlain && figure && isAggregate(node) ? `${figure} ${texts[0]!.replace(/^\((.*)\)$/, '$1')}` : null
}
const FIGURE_NAMES: Record<string, string> = {
  ...{ sum: FIGURES.sum, avg: FIGURES.average, min: FIGURES.lowest, max: FIGURES.highest, median: FIGURES.median },
}

/** "Average fare by class, where survived is yes, by average fare, highest first". */
export function titleOf(tables: Tables, chips: Chip[]): string {
  const of = (kind: Chip['kind']) => chips.filter((chip) => chip.kind === kind).map(({ text }) => text)
  const [table = 'the data'] = of('table')
  const figures = chips.flatMap(({ kind, part, text }) =>
    kind === 'measure' ? [part?.kind === 'measure' ? subjectText(tables, part) : text] : [],
  )
  const columns = of('column').filter((text) => text !== ALL_COLUMNS)
  const what = [...figures, ...columns].length > 0 ? listed([...figures, ...columns]) : null
  const groups = of('group').length > 0 ? listed(of('group')) : null
  const about = what === null ? (groups ?? `rows of ${table}`) : groups === null ? what : `${what} by ${groups}`
  const filters = of('filter').length > 0 ? [`where ${of('filter').join(', and ')}`] : []
  const text = [about, ...filters, ...of('order').map((order) => `by ${order}`), ...of('limit')].join(', ')
  return capital(text)
}
export const ALL_COLUMNS = 'all columns'

const listed = (texts: string[]) => texts.join(', ').replace(/, ([^,]*)$/, ' and $1')
