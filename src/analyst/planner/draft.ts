import { saysNo, saysYes } from '#catalog/rules/column-role.ts'
import {
  type Condition,
  type Form,
  isMeasure,
  type Key,
  type Measure,
  type Operator,
  type Output,
} from '../built-in/form.ts'
import { adjectiveOf, HEIGHTS, SIZES } from '../built-in/lexicon.ts'
import { type Column, isId, nameColumns, type Table, tableOf } from '../built-in/schema.ts'
import type { Item } from './items.ts'
import { Links, unfit } from './links.ts'
import { isFigure, isPerson, isTally } from './rows.ts'
import { unitOf } from './units.ts'

const OPERATORS: Record<string, Operator> = {
  GT: '>',
  LT: '<',
  GE: '>=',
  LE: '<=',
  EQ: '=',
  '=': '=',
  after: '>',
  before: '<',
  since: '>=',
  above: '>',
  over: '>',
  below: '<',
  under: '<',
  beyond: '>',
  past: '>',
  until: '<=',
}
/** What leads up to "than": "higher scores than". */
const THAN: Record<string, Operator> = Object.fromEntries([
  ...'more greater higher larger bigger longer older later'.split(' ').map((word) => [word, '>']),
  ...'less fewer lower smaller shorter younger earlier'.split(' ').map((word) => [word, '<']),
])
const OR_MORE = /^(?:or|and) (?:GT|more|above|older|higher|greater|later|after|larger|over|better|newer|onwards?|up)/
const OR_LESS = /^(?:or|and) (?:LT|less|below|fewer|younger|lower|earlier|before|under|worse)/
/** What a comparative says of sizes: "poorer" is less. */
function comparing(word: string): Operator | undefined {
  const found = word.endsWith('er') ? adjectiveOf(word) : undefined
  return found && (found.descending ? '>' : '<')
}
/** Numbers that say how they are compared. */
const SIGNED: Record<string, Operator> = { negative: '<', positive: '>' }
const NEGATED: Record<Operator, Operator> = { '>': '<=', '<': '>=', '>=': '<', '<=': '>', '=': '<>', '<>': '=' }

/** What a column of yes and no writes for each, "Yes" as well as "yes"; null for other columns. */
export function flagOf(column: Column): Record<'yes' | 'no', (string | number | boolean)[]> | null {
  if (column.type === 'BOOLEAN') return { yes: [true], no: [false] }
  const yes = column.values.filter((value) => saysYes(value) || value === '1.0')
  const no = column.values.filter((value) => saysNo(value) || value === '0.0')
  if (column.distinct > Math.max(3, yes.length + no.length + 1)) return null
  // Two children are no yes.
  if (column.numeric && Number(column.max ?? 1) > 1) return null
  if (yes.length === 0 || (no.length === 0 && column.values.length > 1)) return null
  return column.numeric ? { yes: [1], no: [0] } : { yes, no: no.length > 0 ? no : ['N'] }
}

const PLACES =
  /^(?:city|town|municipality|country|state|region|location|place|county|district|province|venue|island|address)$/
export const isPlace = (column: Column): boolean => !column.numeric && column.words.some((word) => PLACES.test(word))

/** The query in the making. */
export class Draft extends Links {
  form!: Form
  /** By condition: where in the line it was said. */
  readonly said = new Map<Condition, number>()

  number(item: Item): number {
    return this.given.line.tagged.numbers.get(item.tag)!.value
  }

  /** The operator that the words before a part say. */
  operator(item: Item): Operator {
    const { words, tags } = this.given.line
    const sign = SIGNED[tags[item.at] === item.tag ? (this.given.line.tagged.numbers.get(item.tag)?.text ?? '') : '']
    if (sign) return sign
    let operator: Operator = '='
    let not = false
    for (let at = item.at - 1; at >= Math.max(0, item.at - 4); at--) {
      const word = words[at]!
      // "Handed over in 2025" is in that year.
      if (/^[TVQNP]$/.test(word) || word === ',' || (word === 'in' && at === item.at - 1)) break
      if (OPERATORS[word] && operator === '=') operator = OPERATORS[word]!
      if (THAN[word] && operator === '=' && words[item.at - 1] === 'than') operator = THAN[word]!
      if (word === 'A' && operator === '=') operator = this.adjective(at).descending ? '>' : '<'
      if (/^(NOT|not|NEVER)$/.test(word)) not = true
    }
    // "300 euros or more"
    const after = item.at + (unitOf(words[item.at + 1] ?? '') ? 2 : 1)
    const next = `${words[after]} ${words[after + 1]}`
    const adjective = words[after + 1] === 'A' ? this.adjective(after + 1) : undefined
    if (operator === '=' && /^(?:or|and) /.test(next)) {
      if (adjective?.descending || OR_MORE.test(next)) operator = '>='
      else if (adjective || OR_LESS.test(next)) operator = '<='
    }
    return not ? NEGATED[operator] : operator
  }

  /** The nearest column of figures, or of what else `fits`, before a part: the first of two that are compared. */
  figureBefore(item: Item, fits = isFigure): Item {
    return (
      this.items.findLast(
        (other) =>
          other.kind === 'C' && other.at < item.at && other.mention!.columns.some(({ column }) => fits(column)),
      ) ?? unfit()
    )
  }

  /** The column of a part that must hold figures. */
  figureOf(item: Item, fits = isFigure): Column {
    const column = this.column(item, (one) => (fits(one) ? 0.5 : -0.5))
    return fits(column) ? column : unfit()
  }

  /** The operator of "more wine than beer", whose words stand before the first column. */
  thanOperator(item: Item): Operator {
    const { words } = this.given.line
    for (let at = item.at - 1; at >= Math.max(0, item.at - 8); at--) {
      const said =
        words[at] === 'A'
          ? this.adjective(at).descending
            ? '>'
            : '<'
          : (OPERATORS[words[at]!] ?? THAN[words[at]!] ?? comparing(words[at]!))
      if (said) return said
    }
    return unfit()
  }

  /** What the size of rows is told by, where the question asks for the largest. */
  size(): Column {
    const { question, resolver } = this.given
    const names = /\b(?:bigg|larg|small|great)est\b/i.test(question)
      ? SIZES
      : /\b(?:high|low)est\b/i.test(question)
        ? HEIGHTS
        : []
    return resolver.adjective(names, this.base) ?? unfit()
  }

  counted(table: string): Measure {
    return { fn: 'count', table, of: null }
  }

  figure(fn: Measure['fn'], column: Column, distinct = false): Measure {
    if ((fn === 'sum' || fn === 'avg') && (isId(column) || column.temporal)) unfit()
    return { fn, table: column.table, of: { columns: [column] }, ...(distinct ? { distinct } : {}) }
  }

  /** How much more the figures of one part are than those of another. */
  difference(first: Item, second: Item): Measure {
    const [column, less] = [this.figureOf(first), this.figureOf(second)]
    if (column === less) unfit()
    return { fn: 'sum', table: column.table, of: { columns: [column], less: [less], spoken: 'difference' } }
  }

  /** What an output adds up to. */
  readonly added = (output: Output): Measure =>
    isMeasure(output) ? output.measure : this.figure('sum', output.key.column)

  findBase() {
    // "How many logins did each user have": the rows with that value are counted.
    const counted = this.with('V', 'eq').find(
      ({ at }) => this.given.line.words[at - 1] === 'COUNT' && this.given.line.words[at + 1] !== 'T',
    )
    if (counted && this.with('COUNT', 'rows').length > 0 && this.with('T', 'group', 'groupkey').length > 0) {
      this.base = counted.mention!.values[0]!.column.table
      return
    }
    const subject =
      this.with('T', 'show', 'all', 'key', 'base', 'size', 'count')[0] ?? this.with('T', 'group', 'groupkey')[0]
    if (subject) {
      this.base = this.table(subject).name
      return
    }
    const shown = this.items.find((item) => item.kind === 'C' && !/^(skip|cond|null|notnull)$/.test(this.role(item)))
    if (shown) this.base = this.column(shown).table
    else {
      const any =
        this.items.find((item) => item.kind === 'T' && this.role(item) !== 'none') ??
        this.items.find((item) => item.kind === 'C' || item.kind === 'V')
      const [only, other] = this.given.schema.tables
      const adjective = this.items.find((item) => item.kind === 'S' || item.kind === 'A')
      const told = !any && other && adjective ? this.byAdjective(adjective).table : null
      if (!any && (!only || (other && !told))) return unfit()
      this.base = !any
        ? (told ?? only!.name)
        : any.kind === 'T'
          ? this.table(any).name
          : any.kind === 'C'
            ? this.column(any).table
            : any.mention!.values[0]!.column.table
    }
    this.columns.clear()
    this.choices.length = 0
    this.score = 0
  }

  /** The table whose rows are counted where none is named: one that something was asked of, or the base. */
  counting(): string {
    const counted = this.with('T', 'join')[0]
    if (counted) return this.table(counted).name
    const many = this.given.schema.edges
      .filter((edge) => edge.to.table === this.base && edge.from.table !== this.base)
      .map((edge) => edge.from.table)
    return this.either('counted', [this.base, ...new Set(many)], 0.8)
  }

  /** How many rows there are; where each stands for several of what it is called, as many as they say: babies born a day. */
  rows(): Measure {
    const table = this.counting()
    const { words, columns } = tableOf(this.given.schema, table)
    const several = columns.find(
      (column) =>
        column.numeric &&
        !isId(column) &&
        (column.words.some((word) => words.includes(word)) || /^(count|total|number|n)$/.test(column.words.join(' '))),
    )
    const count = this.counted(table)
    return several ? this.either('rows', [count, this.figure('sum', several)], 1) : count
  }

  /** What the rows of a table come to: its money, or its only figure that adds up. */
  amount(table: string): Measure | null {
    const figures = tableOf(this.given.schema, table).columns.filter(
      (column) => isFigure(column) && column.aggregation !== 'average' && !flagOf(column),
    )
    const money = this.given.resolver.money(table)
    const [figure, other] = figures.length > 1 ? figures.filter(isTally) : figures
    if (figure && !other) return this.figure('sum', figure)
    return money?.columns.every((column) => column.table === table) ? { fn: 'sum', table, of: money } : null
  }

  /** How many rows there are, or what they come to: "who donated the most". */
  most(key: string, table: string): Measure {
    // "Most often" is a number of times.
    const isOfTimes = /\b(?:often|frequently)\b/i.test(this.given.question)
    const [count, amount] = [this.counted(table), isOfTimes ? null : this.amount(table)]
    return amount ? this.either(key, [count, amount], 1) : count
  }

  show(column: Column, grain?: Key['grain']) {
    const { outputs } = this.form
    if (!outputs.some((o) => 'key' in o && o.key.column === column && o.key.grain === grain))
      outputs.push({ key: { column, ...(grain ? { grain } : {}) } })
  }

  value(measure: Measure, shown: 'value' | 'share' | 'rate' = 'value') {
    this.form.outputs.push({ measure, shown })
  }

  /** What rows of a table are called by; where a place or a person is asked for that they are of, these. */
  private called(table: Table): Column[] {
    const [word = ''] = this.given.line.words
    const isSo = word === 'where' ? isPlace : word === 'who' && nameColumns(table).length === 0 ? isPerson : null
    const found = isSo && table.columns.find(isSo)
    return found && this.either('called', [true, false], 1) ? [found] : this.given.resolver.names(table)
  }

  names(table: Table) {
    for (const column of this.called(table)) this.show(column)
  }

  group(column: Column, grain?: Key['grain']) {
    this.form.group.push({ column, ...(grain ? { grain } : {}) })
  }

  measured() {
    return this.form.outputs.some(isMeasure)
  }

  shownKey(): Column {
    const shown = this.form.outputs.find((output) => 'key' in output)
    if (shown && 'key' in shown) return shown.key.column
    // "Who donated the most": what rows are called by.
    if (this.form.outputs.length > 0) return unfit()
    const [name] = this.called(tableOf(this.given.schema, this.base))
    this.show(name ?? unfit())
    return name!
  }

  groupKey(): Column {
    return this.keyOf(tableOf(this.given.schema, this.base))
  }
}
