import type { Node } from '#query/rules/need.ts'
import { callNode, columnNode, expressions, isColumn, isSubquery, joinNodes, nodes, STAR } from '../joins/tree.ts'
import { anyNode, picksGroups } from './condition.ts'
import type { Edit, Part, PartOf, Subject } from './part.ts'
import { columnOf, isSame, nameOfOutput, putTogether, type Query, same, type Table, takenApart } from './query.ts'
import { readingOf } from './reading.ts'
import { columnWritten, literalNode, refused, subjectNode } from './subject.ts'

/** A query while it is changed: outputs are told by what they are, since their places change. */
type Item = { node: Node; role: Query['items'][number]['role']; by: Node | null }
type Draft = Omit<Query, 'items' | 'orders'> & { items: Item[]; orders: { node: Node; item: Item | null }[] }

/** All rows of a table, from which a question without a statement begins. @throws AppError unprocessable for a table that is not there */
export function statementOn(name: string, tables: Table[]): Node {
  return { node: startOf(name, tables), named_param_map: [] }
}

/**
 * The statement that edits make, one after the other. The tree is changed, no text: what an edit does not speak of stays as it is.
 * @param statement as `json_serialize_sql` gives it
 * @throws AppError unprocessable `chip_refused` for an edit that cannot be made, with a sentence for whoever made it
 */
export function changed(statement: Node, tables: Table[], edits: Edit[]): Node {
  let select = statement.node as Node
  for (const edit of edits) select = after({ ...statement, node: select }, tables, edit)
  return { ...statement, node: select }
}

function after(statement: Node, tables: Table[], edit: Edit): Node {
  const select = statement.node as Node
  if (edit.act !== 'remove' && edit.part.kind === 'table') return startOf(edit.part.table, tables)
  if (select.type !== 'SELECT_NODE') throw refused('This statement can be changed in SQL only.')
  const draft = draftOf(takenApart(select, tables))
  if (edit.act === 'add') return written(add(draft, edit.part, tables))
  const chip = readingOf(statement, tables).chips.find(({ id }) => id === edit.chip)
  if (!chip) throw refused('This part is not there any more. Load the page again.')
  if (chip.fixed || (edit.act === 'change' && chip.part?.kind !== edit.part.kind))
    throw refused('This part can be changed in SQL only.')
  const [letter, at] = [edit.chip[0]!, Number(edit.chip.slice(1))]
  return written(edit.act === 'remove' ? remove(draft, letter, at) : change(draft, letter, at, edit.part, tables))
}

function startOf(name: string, tables: Table[]): Node {
  return {
    ...{ type: 'SELECT_NODE', modifiers: [], cte_map: { map: [] }, select_list: [STAR] },
    ...{ from_table: tableNode(tableCalled(name, tables)), where_clause: null, group_expressions: [], group_sets: [] },
    ...{ aggregate_handling: 'STANDARD_HANDLING', having: null, sample: null, qualify: null },
  }
}

function tableCalled(name: string, tables: Table[]): Table {
  const table = tables.find((one) => same(one.name, name))
  if (!table) throw refused(`There is no table ${name} here.`)
  return table
}

const tableNode = ({ name }: Table): Node => ({
  ...{ type: 'BASE_TABLE', alias: '', sample: null, query_location: 0, schema_name: '', table_name: name },
  ...{ column_name_alias: [], catalog_name: '', at_clause: null },
})

function draftOf({ items, orders, ...query }: Query): Draft {
  const own = items.map(({ node, role, group }): Item => ({ node, role, by: query.groups[group ?? -1] ?? null }))
  return { ...query, items: own, orders: orders.map(({ node, item }) => ({ node, item: own[item ?? -1] ?? null })) }
}

/** As rules for whole queries read it. */
const asQuery = (draft: Draft): Query => ({ ...draft, items: [], orders: [] })

function written(draft: Draft): Node {
  const isEmpty = draft.items.length === 0
  const items: Item[] = isEmpty ? [{ node: STAR, role: 'star', by: null }] : draft.items
  const orders = draft.orders.flatMap(({ node, item }) => {
    if (item && !items.includes(item)) return []
    return [{ node: item ? { ...node, expression: reference(items, item) } : node, item: null }]
  })
  return putTogether({
    ...draft,
    ...(isEmpty && draft.groups.length === 0 ? { havings: [] } : {}),
    items: items.map(({ node, role }) => ({ node, role, group: null })),
    orders,
  })
}

/** An output as an order names it: by its name where that is its own, else by its place. */
function reference(items: Item[], item: Item): Node {
  const name = nameOfOutput(item)
  const isBare = item.node.alias || (item.node.column_names as string[] | undefined)?.length === 1
  const isOwn = isBare && items.filter((one) => same(nameOfOutput(one), name)).length === 1
  return isOwn ? columnNode([name]) : literalNode(String(items.indexOf(item) + 1), 'number')
}

function add(draft: Draft, part: Part, tables: Table[]): Draft {
  const query = asQuery(draft)
  switch (part.kind) {
    case 'measure': {
      const own = ofGroups(draft)
      const item: Item = { node: measureNode(own, part), role: 'measure', by: null }
      return { ...own, items: [...own.items, item] }
    }
    case 'group': {
      const own = ofGroups(draft)
      const { item, node } = groupNode(own, part)
      if (own.groups.some((one) => isSame(query, one, node))) throw refused('The rows are grouped by that already.')
      const at = own.items.findLastIndex(({ role }) => role === 'group') + 1
      return { ...own, groups: [...own.groups, node], items: own.items.toSpliced(at, 0, item) }
    }
    case 'column': {
      if (draft.isGrouped) throw refused('Each row stands for many here. Group by the column instead.')
      const item: Item = { node: columnWritten(query, part.column).node, role: 'column', by: null }
      return { ...draft, items: [...draft.items.filter(({ role }) => role !== 'star'), item] }
    }
    case 'filter': {
      const node = anyNode(query, part.any)
      if (!picksGroups(part.any)) return { ...draft, wheres: [...draft.wheres, node] }
      if (!draft.isGrouped) throw refused('Add a figure first.')
      return { ...draft, havings: [...draft.havings, node] }
    }
    case 'order':
      return { ...draft, orders: [...draft.orders, orderNode(draft, part)] }
    case 'limit':
      return limited(draft, part)
    case 'join':
      return joinedWith(draft, part, tables)
    case 'table':
      return draft
  }
}

/** Rows of many instead of each row: what was shown of each row goes. */
function ofGroups(draft: Draft): Draft {
  if (draft.isGrouped) return draft
  return { ...draft, isGrouped: true, items: draft.items.filter(({ role }) => role !== 'column' && role !== 'star') }
}

function change(draft: Draft, letter: string, at: number, part: Part, tables: Table[]): Draft {
  const query = asQuery(draft)
  switch (part.kind) {
    case 'measure':
      return replaced(draft, draft.items[at]!, (own) => ({ node: measureNode(own, part), role: 'measure', by: null }))
    case 'column':
      return replaced(draft, draft.items[at]!, (own) => ({
        ...{ role: 'column', by: null },
        node: columnWritten(asQuery(own), part.column).node,
      }))
    case 'group': {
      const old = draft.groups[at]!
      const item = draft.items.find(({ by }) => by === old)!
      let node = old
      const next = replaced(draft, item, (own) => {
        const made = groupNode(own, part)
        node = made.node
        return made.item
      })
      if (draft.groups.some((one) => one !== old && isSame(query, one, node)))
        throw refused('The rows are grouped by that already.')
      return { ...next, groups: draft.groups.with(at, node) }
    }
    case 'filter': {
      const key = letter === 'h' ? 'havings' : 'wheres'
      if (picksGroups(part.any) !== (letter === 'h')) return add(remove(draft, letter, at), part, tables)
      return { ...draft, [key]: draft[key].with(at, anyNode(query, part.any)) }
    }
    case 'order':
      return { ...draft, orders: draft.orders.with(at, orderNode(draft, part)) }
    case 'limit':
      return limited(draft, part)
    case 'join':
      return joinedWith(remove(draft, letter, at), part, tables)
    case 'table':
      return draft
  }
}

/** Another output in the place of one, also where rows are ordered by it. */
function replaced(draft: Draft, old: Item, make: (without: Draft) => Item): Draft {
  const item = make({ ...draft, items: draft.items.filter((one) => one !== old) })
  return {
    ...draft,
    items: draft.items.map((one) => (one === old ? item : one)),
    orders: draft.orders.map((one) => (one.item === old ? { ...one, item } : one)),
  }
}

function remove(draft: Draft, letter: string, at: number): Draft {
  switch (letter) {
    case 'm':
      return { ...draft, items: draft.items.toSpliced(at, 1) }
    case 'g':
      return {
        ...draft,
        items: draft.items.filter(({ by }) => !by || by !== draft.groups[at]),
        groups: draft.groups.toSpliced(at, 1),
      }
    case 'w':
      return { ...draft, wheres: draft.wheres.toSpliced(at, 1) }
    case 'h':
      return { ...draft, havings: draft.havings.toSpliced(at, 1) }
    case 'o':
      return { ...draft, orders: draft.orders.toSpliced(at, 1) }
    case 'l':
      return limited(draft, null)
    case 'j':
      return withoutJoin(draft, at)
    default:
      throw refused('A statement needs a table.')
  }
}

function measureNode(draft: Draft, { digits, ...subject }: Omit<PartOf<'measure'>, 'kind'>): Node {
  const node = subjectNode(asQuery(draft), subject)
  if (!subject.aggregate) throw refused('Choose how the figure is made of many rows.')
  const rounded = digits === null ? node : callNode('round', [node, literalNode(String(digits), 'number')])
  return { ...rounded, alias: nameFor(draft, subject) }
}

function groupNode(draft: Draft, { column, grain }: Omit<PartOf<'group'>, 'kind'>): { node: Node; item: Item } {
  const subject = { aggregate: null, column, grain }
  const node = subjectNode(asQuery(draft), subject)
  const isTaken = draft.items.some((one) => same(nameOfOutput(one), column.column))
  const selected = grain || isTaken ? { ...node, alias: nameFor(draft, subject) } : node
  return { node, item: { node: selected, role: 'group', by: node } }
}

const NAMES: Record<Exclude<Subject['aggregate'], null>, string> = {
  ...{ rows: 'number_of_rows', known: 'number_with', different: 'different', sum: 'total', average: 'average' },
  ...{ lowest: 'lowest', highest: 'highest', median: 'median' },
}

function nameFor({ items, sources }: Draft, { aggregate, column, grain }: Subject): string {
  const words = [aggregate ? NAMES[aggregate] : grain ? '' : column?.of, column?.column, grain?.replace('_number', '')]
  const name = words.filter(Boolean).join('_')
  const taken = [...items.map(nameOfOutput), ...sources.flatMap(({ table }) => table.columns.map((one) => one.name))]
  const isFree = (wanted: string) => !taken.some((one) => same(one, wanted))
  let at = 1
  while (!isFree(at === 1 ? name : `${name}_${at}`)) at++
  return at === 1 ? name : `${name}_${at}`
}

function orderNode({ items }: Draft, { by, descending }: PartOf<'order'>): Draft['orders'][number] {
  const [item, other] = items.filter((one) => same(nameOfOutput(one), by))
  if (!item || other) throw refused(`There is no one column ${by} to order by.`)
  return {
    node: { type: descending ? 'DESCENDING' : 'ASCENDING', null_order: 'ORDER_DEFAULT', expression: null },
    item,
  }
}

function limited(draft: Draft, part: PartOf<'limit'> | null): Draft {
  const rest = nodes(draft.select.modifiers).filter(({ type }) => type !== 'LIMIT_MODIFIER')
  const number = (value: number) => literalNode(String(value), 'number')
  const limit = part && {
    ...{ type: 'LIMIT_MODIFIER', limit: number(part.rows), offset: part.skip > 0 ? number(part.skip) : null },
  }
  return { ...draft, select: { ...draft.select, modifiers: limit ? [...rest, limit] : rest } }
}

function joinedWith(draft: Draft, { table: name, column, to, keeps }: PartOf<'join'>, tables: Table[]): Draft {
  const table = tableCalled(name, tables)
  if (draft.sources.some(({ of }) => same(of, table.name))) throw refused(`${table.name} is there already.`)
  const other = draft.sources.find(({ of }) => same(of, to.of))?.table
  const leads = (from: Table, by: string, into: Table, at: string) =>
    from.relations.some((one) => same(one.column, by) && same(one.to_table, into.name) && same(one.to_column, at))
  if (!other || !(leads(table, column, other, to.column) || leads(other, to.column, table, column)))
    throw refused(`No relation is known by which ${table.name} belongs here.`)
  const own = qualified(draft)
  const sources = [...own.sources, { of: table.name, table }]
  const [left, right] = [to, { of: table.name, column }].map(
    (one) => columnWritten({ ...asQuery(own), sources }, one).node,
  )
  const from = {
    ...{ type: 'JOIN', alias: '', sample: null, query_location: 0, left: own.select.from_table },
    ...{ right: tableNode(table), join_type: keeps ? 'LEFT' : 'INNER', ref_type: 'REGULAR', using_columns: [] },
    ...{ delim_flipped: false, duplicate_eliminated_columns: [] },
    condition: { class: 'COMPARISON', type: 'COMPARE_EQUAL', alias: '', query_location: 0, left, right },
  }
  return { ...own, sources, select: { ...own.select, from_table: from } }
}

/** The same with the table before each column, so that another one may have columns of the same names. */
function qualified(draft: Draft): Draft {
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write)
    if (typeof value !== 'object' || value === null || isSubquery(value as Node)) return value
    const found = columnOf(draft, value as Node)
    if (found) return { ...(value as Node), column_names: [found.name.of, found.name.column] }
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, write(child)]))
  }
  const node = (one: Node) => write(one) as Node
  const groups = new Map(draft.groups.map((one) => [one, node(one)]))
  const items = new Map(
    draft.items.map((one): [Item, Item] => [
      one,
      { ...one, node: node(one.node), by: (one.by && groups.get(one.by)) ?? null },
    ]),
  )
  return {
    ...draft,
    items: [...items.values()],
    groups: [...groups.values()],
    wheres: draft.wheres.map(node),
    havings: draft.havings.map(node),
    orders: draft.orders.map((one) => ({ node: node(one.node), item: (one.item && items.get(one.item)) ?? null })),
  }
}

function withoutJoin(draft: Draft, at: number): Draft {
  const { node: join, source } = draft.joins[at]!
  const isOfIt = (node: Node) =>
    same(columnOf(draft, node)?.name.of ?? (node.column_names as string[]).at(-2) ?? '', source?.of ?? '')
  const others = joinNodes(draft.select.from_table as Node).filter((one) => one !== join)
  const { items, groups, wheres, havings, orders } = draft
  const used = [...items, ...orders].map(({ node }) => node)
  const conditions = others.map(({ condition }) => condition)
  if (expressions([used, groups, wheres, havings, conditions], isColumn).some(isOfIt))
    throw refused(`Remove first what uses ${source?.of}.`)
  const replace = (from: Node): Node =>
    from === join
      ? (join.left as Node)
      : from.type === 'JOIN'
        ? { ...from, left: replace(from.left as Node), right: replace(from.right as Node) }
        : from
  return {
    ...draft,
    sources: draft.sources.filter((one) => one !== source),
    joins: draft.joins.filter((one) => one.node !== join),
    select: { ...draft.select, from_table: replace(draft.select.from_table as Node) },
  }
}
