import { decimal, type Node } from '../need.ts'
import type { Dialect, Kind } from './dialect.ts'

/** A table of the connection: how the statement calls it, how the database does. */
export type PushTable = {
  name: string
  schema: string
  table: string
  columns: { name: string; type: string; native: string }[]
}
/** A table in FROM under the name that columns are qualified with. */
export type Source = { alias: string; table: PushTable }
/** `begins`: the beginning of a day or a longer period. */
export type Term = { sql: string; kind: Kind; aggregate: boolean; begins?: true }

/** Thrown for whatever is not known to mean the same in the other database: the statement is then run over fetched rows. */
export class NotPushed extends Error {}
export const give = (what: string): never => {
  throw new NotPushed(what)
}

const COMPARISONS: Record<string, string> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
}
const PARTS: Record<string, string> = {
  ...{ year: 'year', quarter: 'quarter', month: 'month', week: 'week', day: 'day', hour: 'hour', minute: 'minute' },
  ...{ dayofweek: 'dow', dow: 'dow', isodow: 'isodow', dayofyear: 'doy', doy: 'doy', dayofmonth: 'day' },
}
const TRUNCATED = new Set(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'])
const NUMBERS = new Set<Kind>(['integer', 'decimal', 'double', 'null'])
const TIMES = new Set<Kind>(['date', 'timestamp', 'null'])

export class Expressions {
  constructor(
    private readonly dialect: Dialect,
    private readonly sources: Source[],
  ) {}

  of(node: Node): Term {
    switch (node.class) {
      case 'COLUMN_REF':
        return this.column(node.column_names as string[])
      case 'CONSTANT':
        return this.constant(node)
      case 'COMPARISON':
        return this.comparison(node)
      case 'BETWEEN':
        return this.between(node)
      case 'CONJUNCTION':
        return this.conjunction(node)
      case 'OPERATOR':
        return this.operator(node)
      case 'CASE':
        return this.choice(node)
      case 'CAST':
        return this.cast(node)
      case 'FUNCTION':
        return this.call(node)
      default:
        return give(String(node.class))
    }
  }

  /** A text in the order that DuckDB has, anything else as it is. */
  ordered({ sql, kind }: Pick<Term, 'sql' | 'kind'>): string {
    return kind === 'text' ? this.dialect.bytewise(sql) : sql
  }

  private column(names: string[]): Term {
    const [first, second] = names
    const found = this.sources.flatMap(({ alias, table }) => {
      if (names.length === 2 && !same(alias, first!)) return []
      const column = table.columns.find(({ name }) => same(name, (second ?? first)!))
      return column ? [{ alias, column }] : []
    })
    if (names.length > 2 || found.length !== 1) return give('column')
    const { alias, column } = found[0]!
    const kind = kindOf(column.type)
    if (!kind || (kind === 'text' && !this.dialect.isExactText(column.native))) return give(column.native)
    const { identifier, exactly } = this.dialect
    const sql = `${identifier(alias)}.${identifier(column.name)}`
    return { sql: kind === 'text' ? exactly.in(sql) : sql, kind, aggregate: false }
  }

  private constant(node: Node): Term {
    const { type, value, is_null } = node.value as { type: Node; value?: unknown; is_null: boolean }
    const term = (sql: string, kind: Kind): Term => ({ sql, kind, aggregate: false })
    if (is_null) return term('NULL', 'null')
    if (type.id === 'VARCHAR') return term(this.text(value), 'text')
    if (type.id === 'BOOLEAN') return term(value ? 'TRUE' : 'FALSE', 'boolean')
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return give('constant')
    if (type.id === 'DECIMAL') {
      const text = decimal(value, Number((type.type_info as Node).scale))
      return term(value < 0 ? `(${text})` : text, 'decimal')
    }
    return term(value < 0 ? `(${value})` : String(value), 'integer')
  }

  private text(value: unknown): string {
    // A backslash means itself in DuckDB and not everywhere else.
    return typeof value === 'string' && !/[\0\\]/.test(value) ? this.dialect.text(value) : give('text')
  }

  private comparison(node: Node): Term {
    const operator = COMPARISONS[String(node.type)] ?? give(String(node.type))
    const [left, right] = [this.of(node.left as Node), this.of(node.right as Node)]
    return this.compared(left, operator, right)
  }

  private compared(left: Term, operator: string, right: Term): Term {
    this.comparable(left, right)
    const isEquality = operator === '=' || operator === '<>'
    const [a, b] = isEquality ? [left.sql, right.sql] : [this.ordered(left), this.ordered(right)]
    return { sql: `(${a} ${operator} ${b})`, kind: 'boolean', aggregate: left.aggregate || right.aggregate }
  }

  private comparable(...terms: Term[]): void {
    const kinds = new Set(terms.map(({ kind }) => kind).filter((kind) => kind !== 'null'))
    const numbers = [...kinds].every((kind) => NUMBERS.has(kind))
    // A time beside a text is a time written as text, which every database reads: as long as it is a constant.
    const times = [...kinds].every((kind) => TIMES.has(kind) || kind === 'text')
    const written = terms.every(({ kind, sql }) => kind !== 'text' || kinds.size === 1 || isWrittenTime(sql))
    if (!(kinds.size <= 1 || numbers || (times && written))) give('kinds')
  }

  private between(node: Node): Term {
    const [input, lower, upper] = [node.input, node.lower, node.upper].map((part) => this.of(part as Node)) as [
      Term,
      Term,
      Term,
    ]
    const [from, to] = [this.compared(input, '>=', lower), this.compared(input, '<=', upper)]
    return { sql: `(${from.sql} AND ${to.sql})`, kind: 'boolean', aggregate: from.aggregate || to.aggregate }
  }

  private conjunction(node: Node): Term {
    const word = node.type === 'CONJUNCTION_AND' ? ' AND ' : ' OR '
    const parts = (node.children as Node[]).map((child) => this.condition(child))
    return { sql: `(${parts.map(({ sql }) => sql).join(word)})`, kind: 'boolean', aggregate: anyOf(parts) }
  }

  condition(node: Node): Term {
    const term = this.of(node)
    return term.kind === 'boolean' ? term : give('condition')
  }

  private operator(node: Node): Term {
    const children = node.children as Node[]
    switch (node.type) {
      case 'OPERATOR_IS_NULL':
      case 'OPERATOR_IS_NOT_NULL': {
        const { sql, aggregate } = this.of(children[0]!)
        return { sql: `(${sql} IS ${node.type === 'OPERATOR_IS_NULL' ? '' : 'NOT '}NULL)`, kind: 'boolean', aggregate }
      }
      case 'OPERATOR_NOT': {
        const { sql, aggregate } = this.condition(children[0]!)
        return { sql: `(NOT ${sql})`, kind: 'boolean', aggregate }
      }
      case 'COMPARE_IN':
      case 'COMPARE_NOT_IN': {
        const [left, ...options] = children.map((child) => this.of(child)) as [Term, ...Term[]]
        for (const option of options) this.comparable(left, option)
        const list = options.map(({ sql }) => sql).join(', ')
        const word = node.type === 'COMPARE_IN' ? 'IN' : 'NOT IN'
        return { sql: `(${left.sql} ${word} (${list}))`, kind: 'boolean', aggregate: anyOf([left, ...options]) }
      }
      case 'OPERATOR_COALESCE':
        return this.oneOf('coalesce', children)
      default:
        return give(String(node.type))
    }
  }

  private oneOf(name: string, children: Node[]): Term {
    const terms = children.map((child) => this.of(child))
    return { sql: `${name}(${list(terms)})`, kind: common(terms), aggregate: anyOf(terms) }
  }

  private choice(node: Node): Term {
    const checks = (node.case_checks as { when_expr: Node; then_expr: Node }[]).map(({ when_expr, then_expr }) => ({
      when: this.condition(when_expr),
      value: this.of(then_expr),
    }))
    const last = this.of(node.else_expr as Node)
    const kind = common([...checks.map(({ value }) => value), last])
    const arms = checks.map(({ when, value }) => `WHEN ${when.sql} THEN ${value.sql}`)
    const aggregate = checks.some(({ when, value }) => when.aggregate || value.aggregate) || last.aggregate
    return { sql: `(CASE ${arms.join(' ')} ELSE ${last.sql} END)`, kind, aggregate }
  }

  private cast(node: Node): Term {
    const to = String((node.cast_type as Node).id)
    const term = this.of(node.child as Node)
    if (to === 'DOUBLE' && node.try_cast !== true && NUMBERS.has(term.kind))
      return { ...term, sql: this.dialect.double(term.sql), kind: 'double' }
    // A truncated time that is called a date is read as one when the answer is.
    if (to === 'DATE' && term.begins) return term
    if ((to === 'DATE' || to === 'TIMESTAMP') && isWrittenTime(term.sql))
      return { ...term, kind: to === 'DATE' ? 'date' : 'timestamp' }
    return give(`cast to ${to}`)
  }

  private call(node: Node): Term {
    const name = String(node.function_name)
    const children = (node.children as Node[] | undefined) ?? []
    if (AGGREGATES.has(name)) return this.aggregate(name, children, node)
    if (node.distinct === true || node.filter) return give(name)
    const terms = children.map((child) => this.of(child))
    const aggregate = anyOf(terms)
    const [first, second] = terms
    if (name === '~~' && first!.kind === 'text' && second!.kind === 'text')
      return { sql: this.dialect.like(first!.sql, second!.sql) ?? give(name), kind: 'boolean', aggregate }
    if (name === 'date_trunc') return this.truncated(children[0]!, second!, aggregate)
    if (name === 'date_part') return this.part(constantText(children[0]!), second!, aggregate)
    if (name in PARTS && terms.length === 1) return this.part(name, first!, aggregate)
    if (!terms.every(({ kind }) => NUMBERS.has(kind))) return give(name)
    return this.arithmetic(name, terms, aggregate)
  }

  private arithmetic(name: string, terms: Term[], aggregate: boolean): Term {
    const { double, wide, round } = this.dialect
    const [first, second] = terms as [Term, Term | undefined]
    if ((name === '+' || name === '-' || name === '*') && second) {
      const kind = common(terms)
      return { sql: `(${wide(first.sql, kind)} ${name} ${wide(second.sql, kind)})`, kind, aggregate }
    }
    if (name === '-' && !second) return { ...first, sql: `(-${wide(first.sql, first.kind)})` }
    // In DuckDB a quotient is a fraction, and nothing when divided by zero.
    if (name === '/' && second)
      return { sql: `(${double(first.sql)} / NULLIF(${double(second.sql)}, 0))`, kind: 'double', aggregate }
    if (name === 'abs' && !second) return { ...first, sql: `abs(${first.sql})` }
    if (name === 'round' && first.kind !== 'integer') {
      const rounded = round(first.sql, second?.sql ?? '0')
      return { sql: first.kind === 'double' ? double(rounded) : rounded, kind: first.kind, aggregate }
    }
    if (name === 'nullif' && second) return { sql: `NULLIF(${list(terms)})`, kind: first.kind, aggregate }
    return give(name)
  }

  private truncated(part: Node, term: Term, aggregate: boolean): Term {
    const name = constantText(part)
    if (!TRUNCATED.has(name) || !TIMES.has(term.kind)) return give('date_trunc')
    const begins = name !== 'hour' && name !== 'minute'
    return { sql: this.dialect.truncate(name, term.sql), kind: 'timestamp', aggregate, ...(begins ? { begins } : {}) }
  }

  private part(name: string, term: Term, aggregate: boolean): Term {
    const part = PARTS[name] ?? give(name)
    if (!TIMES.has(term.kind)) return give(name)
    return { sql: this.dialect.part(part, term.sql), kind: 'integer', aggregate }
  }

  private aggregate(name: string, children: Node[], node: Node): Term {
    const terms = children.map((child) => this.of(child))
    if (anyOf(terms) || ((node.order_bys as Node | undefined)?.orders as unknown[] | undefined)?.length)
      return give(name)
    const filter = node.filter ? this.condition(node.filter as Node).sql : null
    const tail = filter && this.dialect.filter ? ` FILTER (WHERE ${filter})` : ''
    const when = (sql: string) => (filter && !this.dialect.filter ? `CASE WHEN ${filter} THEN ${sql} END` : sql)
    const distinct = node.distinct === true ? 'DISTINCT ' : ''
    const term = (sql: string, kind: Kind): Term => ({ sql: `${sql}${tail}`, kind, aggregate: true })
    if (name === 'count_star' || terms.length === 0)
      return term(when('1') === '1' ? 'count(*)' : `count(${when('1')})`, 'integer')
    const [first] = terms as [Term]
    if (terms.length > 1) return give(name)
    if (name === 'count') return term(`count(${distinct}${when(first.sql)})`, 'integer')
    if (name === 'min' || name === 'max') {
      if (first.kind === 'boolean') return give(name)
      return term(`${name}(${when(this.ordered(first))})`, first.kind)
    }
    if (!NUMBERS.has(first.kind)) return give(name)
    if (name === 'sum') return term(`sum(${distinct}${when(this.dialect.wide(first.sql, first.kind))})`, first.kind)
    // The filter belongs to the aggregate, so the conversion goes around both.
    const mean = `avg(${distinct}${when(this.dialect.averaged(first.sql, first.kind))})${tail}`
    return { sql: this.dialect.double(mean), kind: 'double', aggregate: true }
  }
}

const AGGREGATES = new Set(['count', 'count_star', 'sum', 'avg', 'mean', 'min', 'max'])

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const anyOf = (terms: Term[]) => terms.some(({ aggregate }) => aggregate)
const list = (terms: Term[]) => terms.map(({ sql }) => sql).join(', ')
const isWrittenTime = (sql: string) => /^'\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d(\.\d{1,6})?)?)?'$/.test(sql)

function constantText(node: Node): string {
  const value = (node.value as { value?: unknown } | undefined)?.value
  return node.class === 'CONSTANT' && typeof value === 'string' ? value.toLowerCase() : give('constant')
}

function common(terms: Term[]): Kind {
  const kinds = new Set(terms.map(({ kind }) => kind).filter((kind) => kind !== 'null'))
  if (kinds.size === 0) return 'null'
  if (kinds.size === 1) return [...kinds][0]!
  if (![...kinds].every((kind) => NUMBERS.has(kind))) return give('kinds')
  return kinds.has('double') ? 'double' : 'decimal'
}

function kindOf(type: string): Kind | null {
  if (/^U?(TINY|SMALL|BIG)?INT$|^U?INTEGER$/.test(type)) return 'integer'
  if (type.startsWith('DECIMAL')) return 'decimal'
  const kinds: Record<string, Kind> = {
    DOUBLE: 'double',
    VARCHAR: 'text',
    DATE: 'date',
    TIMESTAMP: 'timestamp',
    BOOLEAN: 'boolean',
  }
  return kinds[type] ?? null
}
