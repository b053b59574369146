import { spoken } from '#query/rules/chart.ts'
import type { Node } from '#query/rules/need.ts'
import { conjuncts, expressions, isTable, nodes } from '../joins/tree.ts'
import { anyOf } from './condition.ts'
import type { Chip, Part, Reading } from './part.ts'
import { columnOf, type Join, nameOfOutput, type Query, same, type Table, takenApart } from './query.ts'
import { kindOf, literalOf, measureOf, subjectOf } from './subject.ts'
import { ALL_COLUMNS, formulaText, orderText, partText, periodText, subjectText, titleOf } from './words.ts'

/**
 * What a statement does, as chips. What is more complex than chips can say is a chip as well, so that nothing that it does is left out.
 * @param statement as `json_serialize_sql` gives it
 * @param tables those that whoever reads may see
 */
export function readingOf(statement: Node, tables: Table[]): Reading {
  const select = statement.node as Node
  if (select.type !== 'SELECT_NODE') {
    const names = expressions(select, isTable).map(({ table_name }) => String(table_name))
    const chips = [
      ...[...new Set(names)].map((name, at): Chip => plain(`t${at}`, 'table', name)),
      complex('x0', 'several queries that are put together'),
    ]
    return { whole: false, editable: false, title: '', chips, outputs: [], tables: [] }
  }
  const query = takenApart(select, tables)
  const chips = [
    ...itemChips(query),
    ...groupChips(query),
    ...conditionChips(query, query.wheres, 'w'),
    ...conditionChips(query, query.havings, 'h'),
    ...orderChips(query),
    ...limitChips(query),
    ...fromChips(query),
    ...complexParts(select).map((text, at) => complex(`x${at}`, text)),
  ]
  return {
    whole: chips.every(({ kind }) => kind !== 'other'),
    editable: query.sources.length > 0,
    title: titleOf(query, chips),
    chips,
    outputs: query.items.map(nameOfOutput).filter(Boolean),
    tables: query.sources.map(({ of, table }) => ({ of, table: table.name })),
  }
}

/** A chip that is said in words, and may be taken away unless it is `fixed`. */
const plain = (id: string, kind: Chip['kind'], text: string, fixed = true): Chip => ({
  ...{ id, kind, text, part: null },
  ...(fixed ? { fixed: true as const } : {}),
})
const complex = (id: string, what: string): Chip => plain(id, 'other', `A more complex part: ${what}`)

const bare = (text: string): string => (/^\([^()]*\)$/.test(text) ? text.slice(1, -1) : text)

const chipOf = (query: Query, id: string, part: Part): Chip => ({
  ...{ id, kind: part.kind, text: partText(query, part), part },
})

function itemChips(query: Query): Chip[] {
  return query.items.flatMap(({ node, role }, at): Chip[] => {
    const id = `m${at}`
    const measure = role === 'measure' ? measureOf(query, node) : null
    if (measure) return [chipOf(query, id, { kind: 'measure', ...measure })]
    const column = role === 'column' ? columnOf(query, node) : null
    if (column) return [chipOf(query, id, { kind: 'column', column: column.name })]
    if (role === 'group') return []
    if (role === 'star') return [plain(id, 'column', ALL_COLUMNS)]
    const formula = formulaText(query, node)
    if (formula && role !== 'other') return [plain(id, role, bare(formula), false)]
    return [complex(id, `${nameOfOutput({ node }).replaceAll('_', ' ') || 'a column'}, which is computed`)]
  })
}

function groupChips(query: Query): Chip[] {
  return query.groups.map((node, at): Chip => {
    const id = `g${at}`
    const item = query.items.find(({ group }) => group === at)
    const subject = subjectOf(query, node)
    const period = periodText(query, node)
    if (period) return plain(id, 'group', period, false)
    if (!subject?.column || subject.aggregate)
      return complex(id, `groups by ${(item && nameOfOutput(item).replaceAll('_', ' ')) || 'what is computed'}`)
    const chip = chipOf(query, id, { kind: 'group', column: subject.column, grain: subject.grain })
    // What is not shown cannot be said by a part, which would show it.
    return item ? chip : { ...chip, text: `${chip.text} (not shown)`, part: null }
  })
}

const conditionChips = (query: Query, conditions: Node[], letter: string): Chip[] =>
  conditions.map((node, at): Chip => {
    const any = anyOf(query, node)
    const isOfFigures = letter === 'h'
    const isRight = any?.every(({ aggregate }) => Boolean(aggregate) === isOfFigures)
    return any && isRight
      ? chipOf(query, `${letter}${at}`, { kind: 'filter', any })
      : complex(`${letter}${at}`, 'a condition')
  })

const orderChips = (query: Query): Chip[] =>
  query.orders.map(({ node, item }, at): Chip => {
    const expression = item === null ? (node.expression as Node) : query.items[item]!.node
    const descending = node.type === 'DESCENDING'
    const isFirst = node.null_order === 'NULLS FIRST'
    const subject = measureOf(query, expression) ?? subjectOf(query, expression)
    const what = subject
      ? subjectText(query, subject)
      : (periodText(query, expression) ?? formulaText(query, expression))
    const by = item === null ? '' : nameOfOutput(query.items[item]!)
    const isOne = query.items.filter((one) => same(nameOfOutput(one), by)).length === 1
    if (!what && !(by && isOne)) return complex(`o${at}`, 'the order of the rows')
    const order = orderText(bare(what ?? spoken(by)), descending, subject && kindOf(query, subject))
    const text = isFirst ? `${order}, empty ones before` : order
    const part = by && isOne && !isFirst ? { kind: 'order' as const, by, descending } : null
    return { id: `o${at}`, kind: 'order', text, part }
  })

const modifiersOf = (select: Node, type: string): Node[] => nodes(select.modifiers).filter((one) => one.type === type)

function limitChips(query: Query): Chip[] {
  return modifiersOf(query.select, 'LIMIT_MODIFIER').map(({ limit, offset }): Chip => {
    const [rows, skip] = [limit, offset].map((node) => (node ? Number(literalOf(node as Node)?.text) : 0))
    const isPlain = Number.isSafeInteger(rows) && Number.isSafeInteger(skip) && rows! > 0
    return isPlain
      ? chipOf(query, 'l0', { kind: 'limit', rows: rows!, skip: skip! })
      : complex('l0', 'how many rows are shown')
  })
}

function fromChips(query: Query): Chip[] {
  const from = query.select.from_table as Node | null
  const joined = new Set(query.joins.flatMap(({ source }) => source ?? []))
  const first = query.sources.find((source) => !joined.has(source))
  const tables = first ? [chipOf(query, 't0', { kind: 'table', table: first.table.name })] : []
  const unknown = unknownOf(from, query).map((text, at) => complex(`t${at + 1}`, text))
  return [...tables, ...query.joins.map((join, at) => joinChip(query, join, `j${at}`)), ...unknown]
}

function unknownOf(from: Node | null, query: Query): string[] {
  if (from?.type === 'JOIN') return [from.left, from.right].flatMap((side) => unknownOf(side as Node, query))
  if (!from || from.type === 'EMPTY') return []
  if (isTable(from)) {
    const isKnown = query.sources.some(({ of }) => same(of, String(from.alias || from.table_name)))
    return isKnown ? [] : [`the rows of ${String(from.table_name)}`]
  }
  return ['rows of a query of its own']
}

function joinChip(query: Query, { node, source }: Join, id: string): Chip {
  const isKept = node.join_type === 'LEFT'
  const isUsual =
    (isKept || node.join_type === 'INNER') && node.ref_type === 'REGULAR' && nodes(node.using_columns).length === 0
  const pairs = isUsual && source ? conjuncts(node.condition).map((one) => pairOf(query, one, source.of)) : [null]
  if (!source || !pairs.every((pair) => pair !== null))
    return complex(id, `how ${source?.of ?? 'other rows'} are put beside`)
  const [pair, ...more] = pairs
  const part: Part = { kind: 'join', table: source.table.name, ...pair!, keeps: isKept }
  const chip = chipOf(query, id, part)
  if (more.length === 0 && same(source.of, source.table.name)) return chip
  const text = partText(query, { ...part, column: [pair!, ...more].map(({ column }) => column).join(' and ') })
  return { ...chip, text, part: null }
}

/** Equal columns of the table that is joined and of one before it. */
function pairOf(query: Query, condition: Node, of: string) {
  if (condition.type !== 'COMPARE_EQUAL') return null
  const [a, b] = [columnOf(query, condition.left as Node)?.name, columnOf(query, condition.right as Node)?.name]
  if (!a || !b || same(a.of, of) === same(b.of, of)) return null
  return same(a.of, of) ? { column: a.column, to: b } : { column: b.column, to: a }
}

function complexParts(select: Node): string[] {
  const distinct = modifiersOf(select, 'DISTINCT_MODIFIER')
  const sets = nodes(select.group_sets)
  return [
    ...nodes((select.cte_map as Node | undefined)?.map).map(({ key }) => `${String(key)}, a query of its own`),
    ...(sets.length > 1 ? ['subtotals'] : []),
    ...(select.qualify ? ['rows that are picked by comparing them with others'] : []),
    ...(select.sample ? ['a sample of the rows'] : []),
    ...(distinct.length > 0 ? ['rows that are alike are shown once'] : []),
    ...(modifiersOf(select, 'LIMIT_PERCENT_MODIFIER').length > 0 ? ['a share of the rows'] : []),
  ]
}
