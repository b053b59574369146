import { isNumeric } from '#base/engine-type.ts'
import { unprocessable } from '#base/errors.ts'
import type { Node } from '#query/rules/need.ts'
import { decimal } from '#query/rules/need.ts'
import { callNode, columnNode, nameOf, nodes } from '../joins/tree.ts'
import {
  type Aggregate,
  type Grain,
  hasDays,
  kindOfType,
  NUMBERS,
  needsNumbers,
  PERIODS,
  type ValueKind,
} from './kinds.ts'
import type { PartOf, Subject } from './part.ts'
import { columnOf, type Query, same } from './query.ts'

const FUNCTIONS: Record<string, Aggregate> = {
  ...{ sum: 'sum', avg: 'average', mean: 'average', min: 'lowest', max: 'highest', median: 'median', count: 'known' },
}
const NAMES: Record<Exclude<Aggregate, 'rows'>, string> = {
  ...{
    sum: 'sum',
    average: 'avg',
    lowest: 'min',
    highest: 'max',
    median: 'median',
    known: 'count',
    different: 'count',
  },
}

/** What a node is of a column or of rows; null where it is more than that. */
export function subjectOf(query: Query, node: Node): Subject | null {
  if (nameOf(node) === 'count_star') return isPlainCall(node) ? ROWS : null
  const aggregate = node.class === 'FUNCTION' ? FUNCTIONS[nameOf(node)] : undefined
  if (!aggregate) return groupOf(query, node)
  const [value, ...others] = nodes(node.children)
  const isDifferent = node.distinct === true
  if (!value || others.length > 0 || !isPlainCall(node) || (isDifferent && aggregate !== 'known')) return null
  if (aggregate === 'known' && !isDifferent && literalOf(value)) return ROWS
  const found = columnOf(query, value)
  if (!found || (needsNumbers(aggregate) && !isNumeric(found.type))) return null
  return { aggregate: isDifferent ? 'different' : aggregate, column: found.name, grain: null }
}
const ROWS: Subject = { aggregate: 'rows', column: null, grain: null }

const isPlainCall = ({ filter, order_bys, export_state, schema }: Node): boolean =>
  !filter && !export_state && !schema && nodes((order_bys as Node | null)?.orders).length === 0

/** A figure with the digits that it is rounded to. */
export function measureOf(query: Query, node: Node): Omit<PartOf<'measure'>, 'kind'> | null {
  const [inner, places, ...others] = nodes(node.children)
  const digits = places ? Number(literalOf(places)?.text) : 0
  if (
    nameOf(node) === 'round' &&
    inner &&
    others.length === 0 &&
    Number.isInteger(digits) &&
    digits >= 0 &&
    digits <= 10
  ) {
    const subject = subjectOf(query, inner)
    return subject?.aggregate ? { ...subject, digits } : null
  }
  const subject = subjectOf(query, node)
  return subject?.aggregate ? { ...subject, digits: null } : null
}

function groupOf(query: Query, node: Node): Subject | null {
  const own = columnOf(query, node)
  if (own) return { aggregate: null, column: own.name, grain: null }
  const [first, second, ...others] = nodes(node.children)
  const at = (value: Node | undefined, grain: Grain): Subject | null => {
    const found = columnOf(query, value)
    return found && hasDays(found.type) ? { aggregate: null, column: found.name, grain } : null
  }
  if (node.class === 'CAST' && (node.cast_type as Node).id === 'DATE') {
    const child = node.child as Node
    const inner = groupOf(query, child)
    if (inner?.grain && isPeriod(inner.grain) && inner.grain !== 'hour') return inner
    return at(child, 'day')
  }
  if (node.class !== 'FUNCTION' || others.length > 0 || !isPlainCall(node)) return null
  const unit = literalOf(first)?.text.toLowerCase() ?? ''
  if (/^date_?trunc$/.test(nameOf(node)) && second) return isPeriod(unit) ? at(second, unit) : null
  const number = /^date_?part$/.test(nameOf(node)) ? unit : second ? '' : nameOf(node)
  const grain = NUMBERS.find((one) => one === `${number}_number`)
  return grain ? at(second ?? first, grain) : null
}

const isPeriod = (grain: string): grain is (typeof PERIODS)[number] => PERIODS.some((one) => one === grain)

/** @throws AppError unprocessable for a table or column that is not there, or that has no such figure */
export function subjectNode(query: Query, { aggregate, column, grain }: Subject): Node {
  if (aggregate === 'rows') return callNode('count_star', [])
  const { node, type } = columnWritten(query, column)
  if (aggregate && grain) throw refused('A figure is of a column as it is.')
  if (aggregate) {
    if (needsNumbers(aggregate) && !isNumeric(type))
      throw refused(`${column!.column} holds no numbers to compute with.`)
    return callNode(NAMES[aggregate], [node], { distinct: aggregate === 'different' })
  }
  if (!grain) return node
  if (!hasDays(type)) throw refused(`${column!.column} holds no days.`)
  if (!isPeriod(grain)) return callNode(grain.replace('_number', ''), [node])
  const period = callNode('date_trunc', [textNode(grain), node])
  return grain === 'hour' ? period : castNode(period, 'DATE')
}

export function columnWritten({ sources }: Query, column: Subject['column']): { node: Node; type: string } {
  const source = sources.find(({ of }) => column && same(of, column.of))
  const found = source?.table.columns.find(({ name }) => same(name, column!.column))
  if (!source || !found) throw refused(`There is no column ${column?.column ?? ''} here.`)
  return { node: columnNode(sources.length > 1 ? [source.of, found.name] : [found.name]), type: found.type }
}

/** What values of a subject are; null where conditions on it cannot be said by chips. */
export function kindOf(query: Query, { aggregate, column, grain }: Subject): ValueKind | null {
  if (aggregate && aggregate !== 'lowest' && aggregate !== 'highest') return 'number'
  if (grain) return grain === 'hour' ? 'timestamp' : isPeriod(grain) ? 'date' : 'number'
  return column && kindOfType(columnWritten(query, column).type)
}

export const refused = (message: string) => unprocessable(message, 'chip_refused')

type Literal = { text: string; kind: ValueKind }

/** The value that a node says; null for null, and for what is no plain value. */
export function literalOf(node: Node | undefined): Literal | null {
  if (node?.class === 'CAST' && node.try_cast !== true) {
    const inner = literalOf(node.child as Node)
    const kind = kindOfType(String((node.cast_type as Node).id))
    if (inner?.kind !== 'text' || !kind || kind === 'number') return null
    if (kind !== 'boolean') return { text: inner.text, kind }
    return /^[tf]$/.test(inner.text) ? { text: inner.text === 't' ? 'true' : 'false', kind } : null
  }
  if (node?.class === 'FUNCTION' && nameOf(node) === '-' && nodes(node.children).length === 1) {
    const inner = literalOf(nodes(node.children)[0])
    return inner?.kind === 'number' && !inner.text.startsWith('-') ? { ...inner, text: `-${inner.text}` } : null
  }
  if (node?.class !== 'CONSTANT') return null
  const { type, value, is_null } = node.value as { type: Node; value: unknown; is_null: boolean }
  if (is_null) return null
  if (type.id === 'VARCHAR') return { text: String(value), kind: 'text' }
  if (type.id === 'BOOLEAN') return { text: String(value), kind: 'boolean' }
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null
  if (type.id === 'DECIMAL') return { text: decimal(value, Number((type.type_info as Node).scale)), kind: 'number' }
  return /^(TINY|SMALL|BIG)?INT(EGER)?$/.test(String(type.id)) ? { text: String(value), kind: 'number' } : null
}

const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/
const NUMBER = /^-?\d+(\.\d+)?$/

/** Whether a value compares with values of a kind as one of them. */
export function fits({ text, kind: own }: Literal, kind: ValueKind): boolean {
  if (kind === 'date') return (own === 'date' || own === 'text') && DAY.test(text)
  if (kind === 'timestamp') return (own === 'date' || own === 'timestamp' || own === 'text') && MOMENT.test(text)
  return own === kind
}

/** The node of a value. @throws AppError unprocessable for a text that is none of its kind */
export function literalNode(text: string, kind: ValueKind): Node {
  const value = text.trim()
  if (kind === 'number') return numberNode(value)
  if (kind === 'text') return textNode(text)
  if (kind === 'boolean') {
    if (!/^(true|false)$/.test(value)) throw refused('Choose yes or no.')
    return castNode(textNode(value === 'true' ? 't' : 'f'), 'BOOLEAN')
  }
  const isRight = (kind === 'date' ? DAY : MOMENT).test(value) && !Number.isNaN(Date.parse(value.replace(' ', 'T')))
  if (!isRight) throw refused(`“${value}” is no day. Write it as 2026-03-31.`)
  return castNode(textNode(value), kind === 'date' ? 'DATE' : 'TIMESTAMP')
}

/** Digits that a number keeps in the tree of a statement. */
const MOST_DIGITS = 15

function numberNode(text: string): Node {
  const digits = text.replace(/[-.]/g, '').replace(/^0+(?=.)/, '')
  if (!NUMBER.test(text) || digits.length > MOST_DIGITS) throw refused(`“${text}” is no number of up to 15 digits.`)
  const scale = text.split('.')[1]?.length ?? 0
  if (scale === 0) {
    const id = Math.abs(Number(text)) < 2 ** 31 ? 'INTEGER' : 'BIGINT'
    return constantNode({ id, type_info: null }, Number(text))
  }
  const width = Math.max(digits.length, scale + 1)
  const info = { type: 'DECIMAL_TYPE_INFO', alias: '', extension_info: null, width, scale }
  return constantNode({ id: 'DECIMAL', type_info: info }, Number(text.replace('.', '')))
}

const textNode = (value: string): Node => constantNode({ id: 'VARCHAR', type_info: null }, value)
const constantNode = (type: Node, value: string | number): Node => ({
  ...{ class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '', query_location: 0 },
  value: { type, is_null: false, value },
})
export const castNode = (child: Node, id: string): Node => ({
  ...{ class: 'CAST', type: 'OPERATOR_CAST', alias: '', query_location: 0, child, try_cast: false },
  cast_type: { id, type_info: null },
})
