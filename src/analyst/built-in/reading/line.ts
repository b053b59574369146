import { movedTo, type Period } from '../dates.ts'
import {
  type Condition,
  type Expression,
  type Fn,
  type Form,
  type Grain,
  isMeasure,
  type Key,
  type Measure,
  type Output,
  type Shown,
} from '../form.ts'
import { path } from '../join.ts'
import type { Resolver } from '../resolve.ts'
import { type Column, isId, isSince, type Schema, type Table, tableOf, timeColumn } from '../schema.ts'
import type { Tagged } from '../tag.ts'
import { sayDay, sayPeriod } from '../wording/period.ts'

/** What every pass needs: the tagged line, what was read so far, and what tags mean in the catalog. */
export abstract class Line {
  /** What the passes have left of the tagged line. */
  line: string
  protected subject: string | null = null
  protected where: Condition[] = []
  protected group: Key[] = []
  protected having: Form['having'] = []
  protected order: Form['order'] = []
  protected ranked: { by: Output; descending: boolean; limit: number; key?: Key }[] = []
  protected limit: number | null = null
  protected direction: boolean | null = null
  protected outputs: Output[] = []
  protected context: string[] = []
  /** Tables that are joined though nothing is shown of them. */
  protected joined: string[] = []
  protected distinct = false
  protected shown: Shown = 'value'
  protected added: Output | null = null
  readonly assumptions: string[] = []
  readonly used = new Set<string>()
  weakest = 1
  /** Column tags that stand right behind the name of their table: "order status", "the customer's name". */
  protected readonly owners = new Map<string, string>()
  protected following = false
  /** The query that a follow-up edits. */
  protected previous: Form | null = null
  protected grains: Grain[] = []
  words = new Map<string, string>()
  protected byGroup = false
  /** The whole is asked for beside its parts. */
  protected total = false
  /** Group keys that stand for rows of a table by their name. */
  protected readonly nameKeys: Key[] = []
  /** Group keys that were named by a column of their own: shown also when nothing is grouped. */
  protected readonly askedKeys = new Set<Key>()
  readonly lost: string[] = []
  protected loneFn: Fn | null = null

  constructor(
    protected readonly tagged: Tagged,
    protected readonly schema: Schema,
    protected readonly resolver: Resolver,
    /** Show what a ranking goes by, also where only the names were asked for. */
    protected readonly helpful = true,
  ) {
    this.line = tagged.line
  }

  /** Words of the question that these passes gave a meaning. */
  readonly understood = new Set<string>()

  /** @param words with blanks between them */
  protected understand(words: string) {
    for (const word of words.split(' ')) this.understood.add(word)
  }

  protected mention(tag: string) {
    return this.tagged.mentions.get(tag)!
  }

  protected note(tag: string, score: number) {
    this.used.add(tag)
    this.weakest = Math.min(this.weakest, score)
  }

  protected column(tag: string, from: string | null = this.subject, want?: (column: Column) => number): Column | null {
    const mention = this.mention(tag)
    const near = this.owners.get(tag) ?? from
    const found = mention?.columns.length ? this.resolver.column(mention, near, want) : null
    if (found) this.note(tag, mention.columns.find((hit) => hit.column === found)!.score)
    return found
  }

  protected table(tag: string): Table | null {
    const mention = this.mention(tag)
    if (!mention?.tables.length) return null
    this.note(tag, mention.tables[0]!.score)
    return this.resolver.table(mention)
  }

  /** Columns that a tag asks for when it stands for a thing to be shown or grouped by. */
  protected keys(tag: string, near: string | null = this.subject): Key[] {
    const mention = this.mention(tag)
    if (tag[0] === 'T') {
      const own = near
        ? mention.columns.find((hit) => hit.column.table === near && hit.score >= 0.9 && !isId(hit.column))
        : null
      if (own) {
        this.note(tag, own.score)
        return [{ column: own.column }]
      }
      const table = this.table(tag)
      return table ? this.resolver.keys(table) : []
    }
    const column = this.column(tag, near)
    return column ? [{ column }] : []
  }

  /**
   * Reads every place of the line that fits a pattern and puts what is left of it there.
   * @param read gives what stays of the place, nothing when all of it is read; false where it does not fit after all
   */
  protected pass(pattern: RegExp | string, read: (match: RegExpMatchArray, before: string) => string | boolean | void) {
    for (let guard = 0, from = 0; guard < 20; guard++) {
      const match = this.line.slice(from).match(pattern)
      if (!match) return
      const at = from + match.index!
      const result = read(match, this.line.slice(0, at))
      if (result === false) {
        from = at + match[0].length
        continue
      }
      const rest = this.line.slice(at + match[0].length)
      this.line =
        `${this.line.slice(0, at).trimEnd()} ${typeof result === 'string' ? result : ''} ${rest.trimStart()}`.replace(
          / {2,}/g,
          ' ',
        )
      from = 0
    }
  }

  protected tagsOf(text: string) {
    return text.match(/[TC]\d+/g) ?? []
  }

  /** The sum of what "revenue" or "profit" means. */
  protected sumOf(of: Expression): Output {
    return { measure: { fn: 'sum', table: of.columns[0]!.table, of }, shown: 'value' }
  }

  /** Shows a measure in the way that the question asks for. */
  protected measure(measure: Measure) {
    this.outputs.push({ measure, shown: this.shown })
  }

  protected countOf(table: string): Measure {
    return { fn: 'count', table, of: null }
  }

  protected counting(table: string): Output {
    return { measure: this.countOf(table), shown: 'value' }
  }

  protected aggregate(fn: Fn, column: Column, distinct = false): Measure {
    if ((fn === 'sum' || fn === 'avg') && isId(column)) {
      this.assumptions.push(`The values of ${column.name} name things: they are counted, not added up.`)
      return this.aggregate('count', column, true)
    }
    return { fn, table: column.table, of: { columns: [column] }, ...(distinct ? { distinct } : {}) }
  }

  protected bindOwners() {
    this.pass(/(EACH |COUNT |DISTINCT |N\d+ )?(T\d+)( 's)? (C\d+)/, (m) => {
      const table = this.resolver.table(this.mention(m[2]!))
      const mention = this.mention(m[4]!)
      if (m[1] && m[1] !== 'EACH ' && m[1] !== 'DISTINCT ') return false
      if ((m[1] && m[3]) || !mention.columns.some((hit) => hit.column.table === table.name)) return false
      this.owners.set(m[4]!, table.name)
      this.used.add(m[2]!)
      return `${m[1] ?? ''}${m[4]}`
    })
  }

  /** The table whose money "revenue" means, when the question speaks of it. */
  protected moneyTable(): string | null {
    const best = /\b(?:best|top)\b/.test(this.words.get('question') ?? '')
    const ranked =
      best &&
      /\bTOPTEN\b|^(?:(?:who|what|which|show|list|is|are|was|were) )*MOST (?:N\d+ )?T\d(?!.* (?:by|with) )/.test(
        this.tagged.line,
      )
    if (!ranked && !/\bM\d|\bSPENT\b|\bearn(?:s|ed)? (?:MOST|LEAST)\b(?! [TCM]\d)/.test(this.tagged.line)) return null
    return this.resolver.money(this.subject)?.columns[0]?.table ?? null
  }

  /** "total amount by city": the city of the orders that have the amounts, when these have one. */
  protected stayWithMoney() {
    if (!/\b(?:M\d|SPENT)/.test(this.tagged.line) || /\bT\d/.test(this.tagged.line)) return
    const table = this.resolver.money(null)?.columns[0]?.table
    const tags = this.tagged.line.match(/\b[CV]\d+/g) ?? []
    const within = (tag: string) => {
      const { columns, values } = this.mention(tag)
      if (tag[0] === 'V')
        return values.some((hit) => hit.column.table === table && hit.score >= values[0]!.score - 0.05)
      return columns.some((hit) => hit.column.table === table && hit.score >= columns[0]!.score - 0.05)
    }
    if (table && tags.length && tags.every(within)) this.subject = table
    else if (table && tags.length && !tags.every((tag) => this.reaches(table, tag)))
      this.subject =
        this.schema.tables.find(
          ({ name }) =>
            this.resolver.money(name)?.columns[0]?.table === name && tags.every((tag) => this.reaches(name, tag)),
        )?.name ?? this.subject
  }

  /** Whether each row of `table` belongs to one row at most that a tag speaks of: an item to its product, but not an order. */
  private reaches(table: string, tag: string): boolean {
    const { columns, values } = this.mention(tag)
    const hits = tag[0] === 'V' ? values : columns
    return hits.some((hit) => {
      if (hit.score < hits[0]!.score - 0.05) return false
      const way = hit.column.table === table ? [] : path(this.schema, [table], hit.column.table)
      return way !== null && !way.some((step) => step.many)
    })
  }

  protected timeKey(grain: Grain): Key[] {
    const column = this.timeFor()
    return column ? [{ column, grain }] : []
  }

  /** The table that the question is about: what is counted or listed, else what its columns belong to. */
  protected findSubject() {
    const line = this.line.replace(/\b(?:WITHOUT|NOT|NEVER)(?: [a-z]+){0,4} T\d+/g, 'NONE')
    // "How many women attended": those that have the value.
    const valued = line.match(/^COUNT (V\d+)(?! T\d)/)?.[1]
    const hit = valued ? this.mention(valued).values[0] : undefined
    if (hit && !/T\d/.test(line)) {
      this.subject = hit.column.table
      return
    }
    const first = line.match(
      /^(?:[a-z ,']*)(?:COUNT|DISTINCT|which|what|who|list|show|find|give|NOT|[a-z]+)* ?(T\d+)\b/,
    )
    const ofTable = line.match(/\b(?:of|for|from) (?:each |EACH |DISTINCT |V\d+ )?(T\d+)\b/)
    const sTable = line.match(/(T\d+) ?'s\b/)
    const anyTable = line.match(/T\d+/)
    const tag = first?.[1] ?? sTable?.[1] ?? ofTable?.[1] ?? anyTable?.[0]
    const mention = tag ? this.mention(tag) : null
    const columns = [...line.matchAll(/C\d+/g)].map((m) => this.mention(m[0]))
    if (mention) {
      const table = this.resolver.table(mention)
      this.subject = table.name
      // A weak table name must not draw columns away from the table that has them all.
      if (mention.tables[0]!.score >= 0.75 || !columns.length) return
    }
    const best = this.resolver.tables[0]
    if (best)
      this.subject =
        mention && this.resolver.votes.get(this.subject!)! > this.resolver.votes.get(best)! * 0.6 ? this.subject : best
  }

  protected wordOf(tag: string) {
    return this.words.get(tag) ?? ''
  }

  protected numeric = (column: Column) => (column.numeric && !isId(column) ? 0.15 : column.temporal ? 0.02 : -0.1)

  protected measureColumn(table: Table | null): Column | null {
    if (!table) return null
    const money = this.resolver.money(table.name)
    if (money?.columns.length === 1 && !money.less && money.columns[0]!.table === table.name) return money.columns[0]!
    return table.columns.find((c) => c.numeric && c.role === 'measure' && !isId(c)) ?? null
  }

  protected yearColumn(): Column | null {
    const money = this.moneyTable()
    const tables = [money, ...(money ? this.eventsOf(money) : []), this.subject, ...this.resolver.tables].filter(
      (name) => name !== null,
    )
    const others = this.schema.tables
      .map((t) => t.name)
      .filter((name) => !tables.includes(name) && this.resolver.connected([this.subject ?? name, name]))
    for (const name of [...new Set([...tables, ...others])]) {
      const table = tableOf(this.schema, name!)
      const year =
        table.columns.find((c) => c.numeric && /(^|_)years?$/i.test(c.name)) ??
        table.columns.find((c) => c.words.includes('year') && c.numeric)
      const time = timeColumn(table)
      const found = year ?? time
      if (found) return found
    }
    return null
  }

  /** The period that a tag names, over the dates of a table; null when it names none or the table has no dates. */
  protected periodIn(tag: string, table: Table): Condition | null {
    const column = timeColumn(table)
    const period = this.tagged.periods.get(tag) ?? this.tagged.numbers.get(tag)?.year
    if (!column || !period) return null
    this.used.add(tag)
    const there = this.withinData(period, column)
    return { kind: 'period', column, from: there.from, to: there.to, label: there.label }
  }

  /** A period that is counted back from now, moved to the end of the data where it lies beyond; a sentence says so. */
  protected withinData(period: Period, column: Column): Period {
    // Births and joinings may have ended long before what happens every day.
    const times = [column, ...(isSince(column) ? this.schema.tables.flatMap((table) => timeColumn(table) ?? []) : [])]
    const last = times
      .flatMap(({ max }) => max?.slice(0, 10) ?? [])
      .toSorted()
      .at(-1)
    // "this month against last month" stay neighbours, wherever the data end.
    const current = [...this.tagged.periods.values()].find(
      ({ relative }) => relative?.count === 0 && relative.unit === period.relative?.unit,
    )
    if (!period.relative || !period.from || !last || last >= (current?.from ?? period.from)) return period
    const moved = movedTo(last, period, current !== undefined)
    this.assumptions.push(
      `The data end on ${sayDay(last)}, so “${period.label.replace(/^in /, '')}” means ${sayPeriod(moved.from, moved.to, moved.label).replace(/^(?:in|on) /, '')}.`,
    )
    return moved
  }

  protected tableOfTag(tag: string): string | null {
    return tag[0] === 'T' ? (this.table(tag)?.name ?? null) : null
  }

  /** The time column of what is measured, of the subject, or of the nearest table that has one. */
  timeFor(): Column | null {
    const measured = this.outputs.flatMap((o) => (isMeasure(o) ? [o.measure.table] : []))
    const money = this.moneyTable()
    const ranked = this.ranked.flatMap(({ by }) => (isMeasure(by) ? [by.measure.table] : []))
    const first = [...measured, ...(money ? [money] : []), ...ranked]
    const order = [this.subject, ...this.resolver.tables].filter((name) => name !== null)
    const rest = this.schema.tables
      .map((t) => t.name)
      .filter((name) => !order.includes(name) && this.subject && this.resolver.connected([this.subject, name]))
    for (const name of [...first, ...first.flatMap((table) => this.eventsOf(table)), ...order, ...rest]) {
      const found = timeColumn(tableOf(this.schema, name))
      if (found) return found
    }
    return null
  }

  /** Tables that rows of `table` belong to and that are events themselves: the orders of order items, not their products. */
  private eventsOf(table: string): string[] {
    const parents = this.schema.edges.filter((edge) => edge.from.table === table).map((edge) => edge.to.table)
    return parents.filter((parent) => this.schema.edges.some((edge) => edge.from.table === parent))
  }
}
