import { movedTo, type Period } from './dates.ts'
import { sayPeriod } from './describe.ts'
import {
  type Condition,
  columnsOf,
  emptyForm,
  type Fn,
  type Form,
  type Grain,
  isMeasure,
  type Key,
  type Measure,
  type Operator,
  type Output,
  type Shown,
} from './form.ts'
import { WH } from './lexicon.ts'
import type { Mention } from './link.ts'
import type { Resolver } from './resolve.ts'
import { type Column, isId, type Schema, type Table, tableOf, timeColumn } from './schema.ts'
import { sameOutput } from './sql.ts'
import type { Tagged } from './tag.ts'

const OPERATORS = new Map<string, Operator>([
  ['GT', '>'],
  ['LT', '<'],
  ['GE', '>='],
  ['LE', '<='],
  ['EQ', '='],
  ['=', '='],
])
const FNS = new Map<string, Fn>([
  ['AVG', 'avg'],
  ['SUM', 'sum'],
  ['MEDIAN', 'median'],
  ['MOST', 'max'],
  ['LEAST', 'min'],
  ['COUNT', 'count'],
])

/** What a question asks: the form and everything that a person should be told about how it was read. */
export type Reading = {
  form: Form
  /** Assumptions in whole sentences. */
  assumptions: string[]
  /** Tags that were understood; words outside them are judged by the scorer. */
  used: Set<string>
  /** Weakest link of a name that the query depends on, 0 to 1. */
  weakest: number
}

/** What a follow-up says. */
export type Pieces = {
  where: Condition[]
  group: Key[]
  outputs: Output[]
  /** Tables it names without a column. */
  tables: string[]
  shown: Shown
  /** An aggregate without a column: "what about the average?" */
  fn: Fn | null
  ranked: { by: Output; descending: boolean; limit: number; key?: Key } | null
  order: Form['order']
  limit: number | null
  descending: boolean | null
  /** Whether anything was understood. */
  used: boolean
}

/** Reads a tagged line in passes, each taking away what it understood. */
export class Reader {
  private line: string
  private subject: string | null = null
  private where: Condition[] = []
  private group: Key[] = []
  private having: Form['having'] = []
  private order: Form['order'] = []
  private ranked: { by: Output; descending: boolean; limit: number; key?: Key }[] = []
  private limit: number | null = null
  private direction: boolean | null = null
  private outputs: Output[] = []
  private context: string[] = []
  private distinct = false
  private shown: Shown = 'value'
  private perGroup = false
  private added: Output | null = null
  readonly assumptions: string[] = []
  readonly used = new Set<string>()
  weakest = 1

  constructor(
    private readonly tagged: Tagged,
    private readonly schema: Schema,
    private readonly resolver: Resolver,
    /** Show what a ranking goes by, also where only the names were asked for. */
    private readonly helpful = true,
  ) {
    this.line = tagged.line
  }

  // Looking up tags

  private mention(tag: string) {
    return this.tagged.mentions.get(tag)!
  }

  private note(tag: string, score: number) {
    this.used.add(tag)
    this.weakest = Math.min(this.weakest, score)
  }

  private column(tag: string, from: string | null = this.subject, want?: (column: Column) => number): Column | null {
    const mention = this.mention(tag)
    const near = this.owners.get(tag) ?? from
    const found = mention?.columns.length ? this.resolver.column(mention, near, want) : null
    if (found) this.note(tag, mention.columns.find((hit) => hit.column === found)!.score)
    return found
  }

  private table(tag: string): Table | null {
    const mention = this.mention(tag)
    if (!mention?.tables.length) return null
    this.note(tag, mention.tables[0]!.score)
    return this.resolver.table(mention)
  }

  /** Columns that a tag asks for when it stands for a thing to be shown or grouped by. */
  private keys(tag: string, near: string | null = this.subject): Key[] {
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

  private pass(pattern: RegExp, read: (match: RegExpMatchArray, before: string) => string | boolean | void) {
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

  private tagsOf(text: string) {
    return text.match(/[TC]\d+/g) ?? []
  }

  private countOf(table: string): Measure {
    return { fn: 'count', table, of: null }
  }

  private aggregate(fn: Fn, column: Column, distinct = false): Measure {
    return { fn, table: column.table, of: { columns: [column] }, ...(distinct ? { distinct } : {}) }
  }

  /** Column tags that stand right behind the name of their table: "order status", "the customer's name". */
  private readonly owners = new Map<string, string>()

  private bindOwners() {
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
  private moneyTable(): string | null {
    if (!/\bM\d|\bSPENT\b/.test(this.tagged.line)) return null
    return this.resolver.money(this.subject)?.columns[0]?.table ?? null
  }

  // The passes, in order

  read(): Reading | null {
    this.findSubject()
    this.subject ??= this.moneyTable()
    this.bindOwners()
    this.readVerbs()
    this.readShown()
    this.readBoth()
    this.readGrains()
    this.readSort()
    this.readAverages()
    this.readRelatedNone()
    this.readComparisons()
    this.readRanks()
    this.readGroups()
    this.readValues()
    this.readPeriods()
    this.readSelect()
    return this.finish()
  }

  /** The parts of a follow-up: what it adds to or changes in the query before it. */
  readFragment(previous: Form): Pieces {
    this.following = true
    this.subject = previous.base
    this.bindOwners()
    this.readVerbs()
    const line = this.line
    const [, which, tag] = line.match(/\b(MOST|LEAST|first|last) (N\d+)/) ?? []
    this.readShown()
    this.readBoth()
    this.readGrains()
    this.readSort()
    this.readAverages()
    this.readRelatedNone()
    this.readComparisons()
    this.readRanks()
    this.line = ` ${this.line}`
    this.readGroups()
    this.readValues()
    this.readPeriods()
    this.readSelect()
    if (tag) this.used.add(tag)
    return {
      where: this.where,
      group: [...this.grains.flatMap((grain) => this.timeKey(grain)), ...this.group],
      outputs: this.outputs,
      tables: this.context,
      shown: this.shown,
      fn: this.loneFn,
      ranked: this.ranked[0] ?? null,
      order: this.order,
      limit: tag ? this.tagged.numbers.get(tag)!.value : this.limit,
      descending: which ? which === 'MOST' || which === 'first' : this.direction,
      used:
        this.loneFn !== null ||
        this.direction !== null ||
        this.used.size > 0 ||
        this.shown !== 'value' ||
        this.grains.length > 0,
    }
  }
  private following = false

  private timeKey(grain: Grain): Key[] {
    const column = this.timeFor()
    return column ? [{ column, grain }] : []
  }

  /** The table that the question is about: what is counted or listed, else what its columns belong to. */
  private findSubject() {
    const line = this.line
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

  private readShown() {
    this.pass(/\bRUNNING\b/, () => {
      this.shown = 'running'
    })
    this.pass(/\bCHANGE\b/, () => {
      this.shown = 'change'
    })
    this.pass(
      /^(?:[a-z ]*)PERCENT(?: of)?|\bPERCENT of\b|\bas (?:PERCENT|share|proportion|fraction)\b|\bPERCENT (?=each|EACH|by)|\bshare of\b|\bshare (?=EACH|by)/,
      (m) => {
        if (/[TC]\d/.test(m[0])) return false
        this.shown = 'share'
      },
    )
  }

  private valueCondition(tag: string, not: boolean, near: Mention | null): Condition | null {
    if (tag[0] === 'Q') {
      const column = near?.columns.length ? this.resolver.column(near, this.subject) : null
      this.used.add(tag)
      return column
        ? { kind: 'compare', column, operator: not ? '<>' : '=', value: this.tagged.quoted.get(tag)! }
        : null
    }
    const hit = this.resolver.value(this.mention(tag), this.subject, near)
    if (!hit) return null
    this.note(tag, Math.min(1, hit.score))
    return { kind: 'compare', column: hit.column, operator: not ? '<>' : '=', value: hit.value }
  }

  /** both V and V: the thing asked for has rows of either kind. */
  private readBoth() {
    this.pass(/\bboth (?:(C\d+) )?(V\d+|N\d+) and (?:(C\d+) )?(V\d+|N\d+)/, (m) => {
      if (m[2]![0] === 'N') return false
      const near = m[1] ? this.mention(m[1]) : null
      const parts = [m[2]!, m[4]!].map((tag) => this.valueCondition(tag, false, near))
      if (parts.some((part) => part === null)) return false
      this.both.push(parts as Condition[])
    })
  }
  private both: Condition[][] = []
  private never: Condition[][] = []

  /** "placed the most orders" tells of a deed, not of a status. */
  private readVerbs() {
    this.pass(/(V\d+)(?= (?:MOST|LEAST|GT|GE|LT|LE|COUNT|in|on|by|before|after|since|P\d|[?.]|$))/, (m) =>
      /^(?:placed|made|ordered|received|paid)$/.test(this.wordOf(m[1]!)) ? '' : false,
    )
  }

  private readGrains() {
    const grain = (tag: string): Grain => this.tagged.grains.get(tag)!
    this.pass(/\bday of week\b|\bG\d+ of G\d+\b/, (m) => {
      if (/^G/.test(m[0]) && grain(m[0].split(' ')[0]!) !== 'day') return false
      for (const tag of m[0].match(/G\d+/g) ?? []) this.used.add(tag)
      this.grains.push('weekday')
    })
    this.pass(/\b(?:by|EACH|in EACH|over)(?: calendar)? (G\d+)(?:(?: and|,) (G\d+))?/, (m) => {
      for (const tag of m.slice(1).filter(Boolean)) {
        this.used.add(tag!)
        this.grains.push(grain(tag!))
      }
      return 'EACHG '
    })
    this.pass(/\b(?:over time|over last G\d+|time trend|trend(?:s)?(?: of| in| for)?|time series(?: of)?)\b/, () => {
      if (!this.grains.length) this.grains.push('month')
    })
    this.pass(/\b(?:which|what|in (?:which|what)) (G\d+)\b/, (m) => {
      this.used.add(m[1]!)
      this.grains.push(grain(m[1]!))
    })
    this.pass(/\b(G\d+)(?= (?:COUNT|SUM|AVG|MOST|LEAST|T\d|C\d|sales|revenue|M\d))/, (m) => {
      if (!/ly$|^annual$/.test(this.wordOf(m[1]!))) return false
      this.used.add(m[1]!)
      this.grains.push(grain(m[1]!))
    })
    this.pass(/(?:^|\b)(G\d+)(?= ?[?.]?$)/, (m) => {
      if (!/ly$/.test(this.wordOf(m[1]!))) return false
      this.used.add(m[1]!)
      this.grains.push(grain(m[1]!))
    })
  }
  private grains: Grain[] = []
  words = new Map<string, string>()
  private wordOf(tag: string) {
    return this.words.get(tag) ?? ''
  }

  private outputOf(text: string, near: string | null = this.subject): Output | null {
    const tag = this.tagsOf(text)[0]
    const fn = [...FNS].find(([name]) => text.includes(name))?.[1]
    const money = /\bM\d+/.test(text)
    if (money) {
      const of = this.resolver.money(near)
      return of
        ? { measure: { fn: fn && fn !== 'count' ? fn : 'sum', table: of.columns[0]!.table, of }, shown: 'value' }
        : null
    }
    if (!tag) return null
    if (tag[0] === 'T') {
      const table = this.table(tag)
      if (table && fn === 'count') return { measure: this.countOf(table.name), shown: 'value' }
      const key = this.keys(tag)[0]
      return key ? { key } : null
    }
    const column = this.column(tag, near)
    if (!column) return null
    if (fn === 'count' && column.numeric && !isId(column)) return { key: { column } }
    if (fn === 'count') return { measure: this.aggregate('count', column, true), shown: 'value' }
    return fn ? { measure: this.aggregate(fn, column), shown: 'value' } : { key: { column } }
  }

  private readSort() {
    const X = '(?:(?:COUNT|AVG|SUM|MOST|LEAST) (?:of )?)?(?:[TCM]\\d+)(?: of [TC]\\d+)?'
    this.pass(
      new RegExp(
        `,? ?(?:and )?\\bSORT(?: (ASC|DESC))?(?: EACH| by| in)? (${X})(?: '?s? ?(?:and|,) (${X}))?(?: values?)?,?(?: in)?(?: (ASC|DESC))?`,
      ),
      (m) => {
        const descending = (m[1] ?? m[4]) === 'DESC'
        const found = [m[2], m[3]].filter(Boolean).map((text) => this.outputOf(text!))
        if (!found[0]) return false
        for (const by of found) if (by) this.order.push({ by, descending })
        return ''
      },
    )
    this.pass(/,? ?(?:and )?\bSORT(?: by| in)?(?: (ASC|DESC))?/, (m) => {
      this.direction = m[1] === 'DESC'
    })
    this.pass(new RegExp(`\\b(?:by|in) (ASC|DESC)(?: order)?(?: of| by)? (${X})`), (m) => {
      const by = this.outputOf(m[2]!)
      if (!by) return false
      this.order.push({ by, descending: m[1] === 'DESC' })
    })
    this.pass(/,? ?(?:by |in )?\b(ASC|DESC)\b/, (m) => {
      this.direction = m[1] === 'DESC'
    })
  }

  /** above the average …: compared with one number over the whole table. */
  private readAverages() {
    this.pass(
      /(?:(C\d+) (?:[a-z]+ )?)?\b(?:(GT|LT|GE|LE|above|over|below|under)|(A\d+)(?: than)?)(?: (?:that|those))? (?:AVG|overall AVG)(?: (C\d+))?(?: (?:of|for|across|among|in|for all) (?:all )?(?:T\d+|overall))?/,
      (m) => {
        const adjective = m[3] ? this.tagged.adjectives.get(m[3]) : null
        const tag = m[4] ?? m[1]
        const column = tag
          ? this.column(tag, this.subject, (c) => (c.numeric ? 0.1 : 0))
          : adjective
            ? this.resolver.adjective(adjective.columns, this.subject)
            : null
        if (!column) return false
        const operator = adjective
          ? adjective.descending
            ? '>'
            : '<'
          : m[2] === 'above' || m[2] === 'over'
            ? '>'
            : m[2] === 'below' || m[2] === 'under'
              ? '<'
              : OPERATORS.get(m[2]!)!
        this.where.push({ kind: 'average', column, operator })
      },
    )
  }

  /** customers without orders; students who never …; products that have not been ordered. */
  private readRelatedNone() {
    const NONE = '(?:WITHOUT|(?:that|who|which)?(?: do| does| did| have| has| had)? (?:NOT|NEVER)(?: [a-z]+){0,4}?)'
    this.pass(new RegExp(`${NONE}(?: COUNT)?(?: any)? (T\\d+)(?! (?:GT|LT|GE|LE|N\\d))`), (m, before) => {
      const table = this.mention(m[1]!) ? this.resolver.table(this.mention(m[1]!)) : null
      if (!table || !(this.following || /[TC]\d/.test(before)) || table.name === this.subject) return false
      this.table(m[1]!)
      this.where.push({ kind: 'related', table: table.name, not: true, where: [] })
      return 'NONE'
    })
    this.pass(/\b(?:that|who|which)?(?: do| does| did| have| has| had)? NEVER(?: [a-z]+)*? (V\d+)/, (m) => {
      const condition = this.valueCondition(m[1]!, false, null)
      if (!condition) return false
      this.never.push([condition])
    })
    this.pass(
      /\b(?:that|who|which) (?:do|does|did|have|has|had|were|was|are)? ?NOT(?: been)? ([a-z]+)(?= ?[.?]?$)/,
      (m) => {
        const table = this.schema.tables.find(
          (t) =>
            t.name !== this.subject && t.words.some((w) => m[1]!.startsWith(w.slice(0, Math.max(4, w.length - 2)))),
        )
        if (!table) return false
        this.where.push({ kind: 'related', table: table.name, not: true, where: [] })
      },
    )
  }
  private compare(column: Column, operator: Operator, tag: string): Condition {
    const number = this.tagged.numbers.get(tag)!
    this.used.add(tag)
    if (number.year && column.temporal) {
      const { from, to } = number.year
      const period =
        operator === '>'
          ? { from: to, to: null }
          : operator === '<'
            ? { from: null, to: from }
            : operator === '>='
              ? { from, to: null }
              : operator === '<='
                ? { from: null, to }
                : { from, to }
      return { kind: 'period', column, ...period, label: number.text, ...(operator === '<>' ? { not: true } : {}) }
    }
    return { kind: 'compare', column, operator, value: number.value }
  }

  private numeric = (column: Column) => (column.numeric && !isId(column) ? 0.15 : column.temporal ? 0.02 : -0.1)

  private readComparisons() {
    const OP = '(NOT )?(GT|LT|GE|LE|EQ|=|after|before|since|above|below|over|under)'
    const operator = (name: string, not: string | undefined): Operator => {
      const words = new Map<string, Operator>([
        ['after', '>'],
        ['before', '<'],
        ['since', '>='],
        ['above', '>'],
        ['over', '>'],
        ['below', '<'],
        ['under', '<'],
      ])
      const found = OPERATORS.get(name) ?? words.get(name)!
      const negated = new Map<Operator, Operator>([
        ['>', '<='],
        ['<', '>='],
        ['>=', '<'],
        ['<=', '>'],
        ['=', '<>'],
      ])
      return not ? negated.get(found)! : found
    }
    const push = (column: Column | null, op: Operator, tag: string) => {
      if (!column) return false
      this.where.push(this.compare(column, op, tag))
      return ''
    }
    const LINK =
      "(?: (?:is|are|was|were|of|that|which|has|have|been|be|value|values|in|from|range|ranges|ranging|lies|lie|'s|score|scored|being))*"
    this.pass(new RegExp(`(C\\d+)${LINK} (NOT )?between (N\\d+) and (N\\d+)`), (m) => {
      const column = this.column(m[1]!, this.subject, this.numeric)
      return column ? this.between(column, m[3]!, m[4]!, !!m[2]) : false
    })
    this.pass(/(?:between|from) (N\d+) (?:and|to) (N\d+)(?: (?:of|in))? ?(C\d+)?/, (m, before) => {
      const last = this.tagsOf(before).at(-1)
      const tag = m[3] ?? last
      const column = tag
        ? tag[0] === 'C'
          ? this.column(tag, this.subject, this.numeric)
          : this.measureColumn(this.table(tag))
        : null
      const years = this.tagged.numbers.get(m[1]!)?.year ? this.yearColumn() : null
      const use = years && !(column && /year/.test(column.name.toLowerCase())) ? years : column
      return use ? this.between(use, m[1]!, m[2]!, false) : false
    })
    this.pass(new RegExp(`(C\\d+)${LINK} ${OP} (N\\d+) (?:or|and) ${OP} (N\\d+)`), (m) => {
      const column = this.column(m[1]!, this.subject, this.numeric)
      if (!column) return false
      this.where.push(
        this.compare(column, operator(m[3]!, m[2]), m[4]!),
        this.compare(column, operator(m[6]!, m[5]), m[7]!),
      )
    })
    this.pass(/\b(after|before|since) (C\d+) (N\d+)/, (m) =>
      push(this.column(m[2]!, this.subject, this.numeric), operator(m[1]!, undefined), m[3]!),
    )
    this.pass(new RegExp(`(C\\d+)${LINK} ${OP} (N\\d+)(?: or (N\\d+))?( (?:DISTINCT )?T\\d+)?`), (m) => {
      const column = this.column(m[1]!, this.subject, this.numeric)
      if (!column || (m[6] && (!column.numeric || /\bha(?:s|ve|d|ving)\b/.test(m[0])))) return false
      push(column, operator(m[3]!, m[2]), m[4]!)
      return m[6] ?? ''
    })
    this.pass(/(AVG|SUM) (C\d+)(?: [a-z]+)* (GT|LT|GE|LE|EQ|above|below|over|under) (N\d+)/, () => false)
    // "older than 56", "cheaper than 20"
    this.pass(/(A\d+) (N\d+)/, (m) => {
      const adjective = this.tagged.adjectives.get(m[1]!)!
      const column = this.resolver.adjective(adjective.columns, this.subject)
      return push(column, adjective.descending ? '>' : '<', m[2]!)
    })
    this.pass(/(NOT )?(GT|LT|GE|LE|EQ) (N\d+) (?:[a-z]+ ){0,2}?(?:DISTINCT )?([TC]\d+)/, (m, before) =>
      this.countOrCompare(m[4]!, operator(m[2]!, m[1]), m[3]!, before),
    )
    this.pass(
      /(?:with|have|has|had|having) (?:EQ |only |just )?(N\d+) (?:or more )?(?:DISTINCT )?(T\d+)/,
      (m, before) => this.countOrCompare(m[2]!, m[0].includes('or more') ? '>=' : '=', m[1]!, before),
    )
    this.pass(/(N\d+) or (more|fewer|less|higher|above|greater|later|lower) (?:DISTINCT )?([TC]\d+)?/, (m, before) => {
      const op: Operator = /more|higher|above|greater|later/.test(m[2]!) ? '>=' : '<='
      if (m[3]) return this.countOrCompare(m[3], op, m[1]!, before)
      const last = this.tagsOf(before).at(-1)
      return last?.[0] === 'C' ? push(this.column(last, this.subject, this.numeric), op, m[1]!) : false
    })
    // "in 2009", "after 2000": the year of the subject.
    this.pass(
      /\b(?:in|during|for|of|since|after|before|from|year|until|GT|LT)? ?(?:year )?(N\d+)(?= |$|[?.,])/,
      (m, before) => {
        const number = this.tagged.numbers.get(m[1]!)
        const year = number?.year
        if (
          !year ||
          (/(?:GT|LT|GE|LE|EQ|TOP|C\d+|id) ?(?:is )?$/.test(before.trim()) &&
            !/\b(?:in|after|before|since)\b/.test(m[0]))
        )
          return false
        const column = this.yearColumn()
        const word = m[0].trim().split(' ')[0]!
        const op: Operator =
          word === 'since'
            ? '>='
            : word === 'after' || word === 'GT'
              ? '>'
              : word === 'before' || word === 'LT'
                ? '<'
                : '='
        return push(column, op, m[1]!)
      },
    )
    this.pass(new RegExp(`(C\\d+)${LINK} (NOT )?(N\\d+)(?: or (N\\d+))?`), (m) => {
      const column = this.column(m[1]!, this.subject)
      if (!column) return false
      if (m[4]) {
        this.used.add(m[3]!).add(m[4])
        this.where.push({
          kind: 'in',
          column,
          values: [m[3]!, m[4]].map((tag) => this.tagged.numbers.get(tag)!.value),
          not: !!m[2],
        })
        return ''
      }
      return push(column, m[2] ? '<>' : '=', m[3]!)
    })
    this.pass(/(?:with|in|of|for|is) (N\d+) (C\d+)/, (m) =>
      push(this.column(m[2]!, this.subject, this.numeric), '=', m[1]!),
    )
    this.pass(/(T\d+)(?: id| number)? (GT|LT|GE|LE|above|over|below|under) (N\d+)/, (m) => {
      const column = this.measureColumn(this.table(m[1]!))
      if (!column) return false
      push(column, operator(m[2]!, undefined), m[3]!)
      return m[1]!
    })
    this.pass(/(T\d+)(?: (?:with )?id| number|#)? (N\d+)(?! (?:T|C|most|least|MOST|LEAST|S))/, (m) => {
      const key = this.table(m[1]!)?.key
      if (!key?.numeric) return false
      push(key, '=', m[2]!)
      return m[1]!
    })
    this.readTexts()
  }

  private readTexts() {
    const text = (tag: string) =>
      tag[0] === 'Q' ? this.tagged.quoted.get(tag)! : this.words.get(tag)!.replace(/^['"]|['"]$/g, '')
    this.pass(
      /(?:(C\d+) )?(?:that |which |whose )?(?:(C\d+) )?(?:is |are |do |does )?(NOT )?(?:like|contains?|containing|include|includes|including|has|have|having|with|start|starts|starting|begin|begins|beginning|end|ends|ending)(?: (?:with|in|by))?(?: (?:word|words|substring|letter|letters|character|phrase|string|prefix|suffix|text))+ ([QV]\d+)|(?:(C\d+) )(?:that |which )?(?:is |are |do |does )?(NOT )?(?:like|contains?|containing|include|includes|including|starts?|starting|begins?|beginning|ends?|ending)(?: (?:with|in|by))? ([QV]\d+)/,
      (m) => {
        const tag = m[4] ?? m[7]!
        const last = m[2] ?? m[1] ?? m[5]
        const column = last
          ? this.column(last, this.subject, (c) => (c.numeric ? -0.3 : 0.1))
          : this.nameOf(this.subject)
        if (!column) return false
        this.used.add(tag)
        const where = /start|begin|prefix/.test(m[0]) ? 'start' : /\bend|suffix/.test(m[0]) ? 'end' : 'any'
        this.where.push({
          kind: 'contains',
          column,
          text: text(tag).replace(/^%|%$/g, ''),
          where,
          not: !!(m[3] ?? m[6]),
        })
        return ''
      },
    )
    this.pass(
      /(?:(?:with|have|has|having|whose|that have|where|for which) )?(C\d+)? ?(?:value |values )?(?:is |are |has |have )?(?:(NOT|no|WITHOUT|missing|unknown|empty|null|blank))(?: (?:null|missing|empty|blank|available|recorded|known|specified|value))(?: values?)?|(?:with|have|has|having|whose) (?:missing|unknown|empty|null|no|blank) (C\d+)|(C\d+) (?:is|are) (?:null|missing|empty|blank|unknown)|(?:WITHOUT|missing) (C\d+)(?: values?)?/,
      (m) => {
        const tag = m[1] ?? m[3] ?? m[4] ?? m[5]
        const column = tag ? this.column(tag) : null
        if (!column) return false
        const not = !!m[1] && m[2] === 'NOT' && /null|missing|empty|blank/.test(m[0])
        this.where.push({ kind: 'null', column, not })
      },
    )
  }

  private nameOf(table: string | null): Column | null {
    return table ? (this.resolver.names(tableOf(this.schema, table))[0] ?? null) : null
  }

  private between(column: Column, low: string, high: string, not: boolean): string {
    const [a, b] = [this.tagged.numbers.get(low)!, this.tagged.numbers.get(high)!]
    this.used.add(low).add(high)
    if (column.temporal && a.year && b.year)
      this.where.push({ kind: 'period', column, from: a.year.from, to: b.year.to, label: `${a.text} to ${b.text}` })
    else this.where.push({ kind: 'between', column, low: a.value, high: b.value, not })
    return ''
  }

  private measureColumn(table: Table | null): Column | null {
    if (!table) return null
    const money = this.resolver.money(table.name)
    if (money?.columns.length === 1 && money.columns[0]!.table === table.name) return money.columns[0]!
    return table.columns.find((c) => c.numeric && c.role === 'measure' && !isId(c)) ?? null
  }

  private yearColumn(): Column | null {
    const tables = [this.moneyTable(), this.subject, ...this.resolver.tables].filter((name) => name !== null)
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

  /** more than 3 orders: how many rows belong to the subject; more than 100 points: a column of it. */
  private countOrCompare(tag: string, op: Operator, numberTag: string, before: string): string | false {
    const mention = this.mention(tag)
    const number = this.tagged.numbers.get(numberTag)!
    const numericColumn = mention.columns.filter((hit) => hit.column.numeric && !isId(hit.column))[0]
    if (tag[0] === 'C' && numericColumn) {
      const column = this.column(tag, this.subject, this.numeric)!
      this.where.push(this.compare(column, op, numberTag))
      return ''
    }
    const previous = this.tagsOf(before).at(-1)
    const first = this.tagsOf(before)[0]
    const table = tag[0] === 'T' ? this.table(tag) : null
    this.used.add(numberTag)
    if (!table) {
      const column = this.column(tag)
      if (!column || !previous) return false
      const key = this.keys(previous)[0]
      if (key) this.group.push(key)
      this.having.push({ measure: this.aggregate('count', column, true), operator: op, value: number.value })
      return ''
    }
    if (!previous || !first) return false
    // Countries that have more than 3 customers: the key is a column of the counted table.
    const key =
      previous[0] === 'C' || this.mention(previous).tables[0]!.table.name === table.name
        ? this.keys(first[0] === 'C' ? first : previous, table.name)[0]
        : null
    if (
      first[0] === 'C' &&
      key &&
      key.column.table === table.name &&
      !this.tagsOf(before).some((t) => t[0] === 'T' && this.mention(t).tables[0]!.table.name !== table.name)
    ) {
      this.group.push(key)
      this.having.push({ measure: this.countOf(table.name), operator: op, value: number.value })
      return ''
    }
    const owner = this.tagsOf(before)
      .toReversed()
      .find((t) => t[0] === 'T' && this.resolver.table(this.mention(t)).name !== table.name)
    const start = owner ? this.resolver.table(this.mention(owner)).name : this.subject
    if (!start || start === table.name || !this.resolver.connected([start, table.name])) return false
    if (start !== this.subject && this.subject === table.name) this.subject = start
    this.where.push({
      kind: 'related',
      table: table.name,
      not: false,
      where: [],
      count: { operator: op, value: number.value },
    })
    return ''
  }

  /** Superlatives and top-n: one ranking, by a column, an aggregate or the number of related rows. */
  private readRanks() {
    let count: number | null = null
    const number = (tag: string | undefined) => {
      if (!tag) return 1
      this.used.add(tag)
      return this.tagged.numbers.get(tag)!.value
    }
    this.pass(/\b(MOST|LEAST|first|last) (N\d+)(?= )/, (m) => {
      count = number(m[2])
      this.topDescending = m[1] === 'MOST' || m[1] === 'last'
      return m[1] === 'MOST' || m[1] === 'LEAST' ? 'TOP' : 'TOPROWS'
    })
    this.pass(/\b(N\d+) (?=(?:MOST|LEAST|S\d+|COMMON|RARE)\b)/, (m) => {
      count = number(m[1])
      return ''
    })
    // "3 youngest", "the top 5 products by revenue", "5 customers with the most orders"
    this.pass(/\b(N\d+) (?=[TC]\d+(?: [a-z]+)* (?:MOST|LEAST|with MOST|S\d+))/, (m) => {
      count = number(m[1])
      return ''
    })
    const limit = () => count ?? 1
    const rank = (by: Output | null, descending: boolean, key?: Key) => {
      if (!by) return false
      this.ranked.push({ by, descending, limit: limit(), ...(key ? { key } : {}) })
      return ''
    }
    const X = '(?:[TCM]\\d+)'
    this.pass(
      /\bTOP ([TC]\d+)(.*?)\b(?:by|in terms of|based on|with MOST|with LEAST|ranked by|in) ((?:(?:COUNT|SUM|AVG|MOST|LEAST) )*(?:[TCM]\d+))/,
      (m) => {
        const key = this.keys(m[1]!)
        let by = this.outputOf(m[3]!.replace(/\b(MOST|LEAST)\b/g, ''), this.tableOfTag(m[1]!) ?? this.subject)
        if (by && !isMeasure(by) && m[3]!.match(/T\d+$/))
          by = { measure: this.countOf(this.table(m[3]!.match(/T\d+$/)![0])!.name), shown: 'value' }
        if (!by) return false
        if (
          'key' in by &&
          by.key.column.numeric &&
          key[0] &&
          (by.key.column.table !== key[0].column.table ||
            !tableOf(this.schema, key[0].column.table).key ||
            (m[1]![0] === 'C' && !key[0].column.unique))
        )
          by = { measure: this.aggregate('sum', by.key.column), shown: 'value' }
        rank(by, this.topDescending !== m[0].includes('LEAST'), key[0])
        return `${m[1]}${m[2]}`
      },
    )
    this.pass(/\bTOP ((?:[TCM]\d+))/, (m) => {
      const tag = m[1]!
      if (tag[0] === 'C') {
        const column = this.column(tag, this.subject)
        if (column?.numeric && !isId(column)) {
          rank({ key: { column } }, this.topDescending)
          return tag
        }
        if (column)
          rank({ measure: this.countOf(this.countedTable(column)), shown: 'value' }, this.topDescending, { column })
        return tag
      }
      const near = tag[0] === 'T' ? this.tableOfTag(tag) : this.subject
      const of = this.resolver.money(near)
      if (of) {
        rank(
          { measure: { fn: 'sum', table: of.columns[0]!.table, of }, shown: 'value' },
          this.topDescending,
          this.keys(tag)[0],
        )
        this.assumptions.push(`“Top” is read as the highest total ${of.columns.map((c) => c.name).join(' × ')}.`)
      } else return false
      return tag
    })
    this.pass(/\bTOPROWS\b/, () => {
      this.limit = count
    })
    this.pass(/\b(COMMON|RARE) ([TC]\d+)/, (m) => {
      const key = this.keys(m[2]!)[0]
      return key
        ? (rank({ measure: this.countOf(this.countedTable(key.column)), shown: 'value' }, m[1] === 'COMMON', key),
          m[2]!)
        : false
    })
    this.pass(
      /\b(?:that |which |who )?(?:is|are|was|were|has|have|been|appears?|occurs?|used)? ?(?:been )?(?:used |listed |appear )?\b(COMMON|RARE)\b/,
      (m, before) => {
        const tag = this.tagsOf(before).at(-1)
        const key = tag ? this.keys(tag)[0] : null
        return key
          ? rank({ measure: this.countOf(this.countedTable(key.column)), shown: 'value' }, m[1] === 'COMMON', key)
          : false
      },
    )
    this.pass(/\b(S\d+)(?: ([TC]\d+))?/, (m, before) => {
      const adjective = this.tagged.adjectives.get(m[1]!)!
      const table = (m[2]?.[0] === 'T' ? this.tableOfTag(m[2]) : null) ?? this.subject
      const named = m[2]?.[0] === 'C' ? this.column(m[2], table) : null
      const fits =
        named && (named.temporal || (named.numeric && named.words.some((word) => adjective.columns.includes(word))))
          ? named
          : null
      const column = fits ?? this.resolver.adjective(adjective.columns, table)
      if (!column) return false
      const descending =
        column.temporal && /birth|dob|founded|opened|built|established/.test(adjective.columns.join())
          ? !adjective.descending
          : adjective.descending
      if (fits && !/[TC]\d/.test(before) && count === null) {
        this.outputs.push({ measure: this.aggregate(descending ? 'max' : 'min', fits), shown: 'value' })
        return ''
      }
      rank({ key: { column } }, descending)
      return m[2] ?? ''
    })
    this.pass(
      new RegExp(
        `(,? ?(?:and )?(?:with|have|has|had|having|that|which|who|whose|where|made|received|got|by|for|of|,|from)?(?: [a-z]+){0,3}?) ?\\b(MOST|LEAST)((?: (?:COUNT|SUM|AVG|TIMES|total))*) (${X})(?: of (${X}))?`,
      ),
      (m, before) => {
        const [descending, words, tag] = [m[2] === 'MOST', m[3]!, m[4]!]
        const earlier = this.tagsOf(before)
        const asked =
          !earlier.length || /(?:,|and|COUNT|AVG|MOST|LEAST|SUM)\s*$/.test(`${before.trim()} ${m[1]!.trim()}`.trim())
        if (
          tag[0] === 'C' &&
          !words.trim() &&
          asked &&
          !this.outputs.some((o) => 'key' in o) &&
          count === null &&
          !/\b(?:which|who|what|in which)\b(?! (?:is|are|was|were)\b)/.test(before)
        )
          return false
        if (!earlier.length && tag[0] === 'C' && !words.trim() && count === null) {
          return false
        }
        const group = earlier.at(-1) ? this.keys(earlier.find((t) => t[0] === 'T') ?? earlier.at(-1)!)[0] : undefined
        if (words.includes('TIMES'))
          return rank({ measure: this.countOf(this.subject!), shown: 'value' }, descending, group)
        if (tag[0] === 'T' || words.includes('COUNT')) {
          const by = this.outputOf(`COUNT ${tag}`)
          return rank(by, descending, group ?? undefined)
        }
        const by = this.outputOf(`${words} ${tag}`, this.subject)
        if (!by) return false
        if (isMeasure(by)) return rank(by, descending, group)
        // A column of another table with many rows for each of the subject is added up first.
        return rank(by, descending)
      },
    )
    this.pass(/\b(MOST|LEAST)\b(?! [TCM]\d)(?: of)?/, (m, before) => {
      const earlier = this.tagsOf(before)
      const money = /SPENT|spen[dt]|sell|sold|earn|paid|pay|revenue|generat|bring/.test(this.line)
      const key = earlier[0] ? this.keys(earlier[0])[0] : money ? this.buyer() : undefined
      if (!key) return false
      const of = money ? this.resolver.money(this.subject) : null
      const counted = earlier.slice(1).find((t) => t[0] === 'T')
      const after = this.line.slice(before.length).match(/T\d+/)?.[0]
      const table = counted ?? after
      return rank(
        of
          ? { measure: { fn: 'sum', table: of.columns[0]!.table, of }, shown: 'value' }
          : { measure: this.countOf(table ? this.table(table)!.name : this.countedTable(key.column)), shown: 'value' },
        m[1] === 'MOST',
        key,
      )
    })
    if (count !== null && !this.ranked.length && !this.limit) this.limit = count
  }
  private topDescending = true

  /** Who spends: the named rows that the money belongs to. */
  private buyer(): Key | undefined {
    const table = this.resolver.money(this.subject)?.columns[0]?.table
    const owners = this.schema.edges
      .filter((edge) => edge.from.table === table)
      .map((edge) => tableOf(this.schema, edge.to.table))
    const person = owners.find((owner) => /customer|client|user|member|buyer|account/i.test(owner.name)) ?? owners[0]
    return person ? this.resolver.keys(person)[0] : undefined
  }

  private tableOfTag(tag: string): string | null {
    return tag[0] === 'T' ? (this.table(tag)?.name ?? null) : null
  }

  /** The table whose rows are counted for a key: the subject when it is connected, else the key's own. */
  private countedTable(column: Column): string {
    return column.table
  }

  private readGroups() {
    this.pass(
      /(?:,? ?\band )?\bEACH (?:of )?(?:DISTINCT )?((?:[TC]\d+)(?:(?:, and|,| and) (?:EACH )?[TC]\d+)*)/,
      (m, before) => {
        const tags = this.tagsOf(m[1]!)
        const after = this.line.slice(before.length + m[0].length)
        const near =
          [...this.tagsOf(after), ...this.tagsOf(before)].map((t) => this.tableOfTag(t)).find((t) => t !== null) ??
          this.subject
        let added = 0
        for (const tag of tags) {
          // "For each department, show the name and …": the list that follows belongs to the select.
          if (added && !/\b(?:COUNT|AVG|SUM|MOST|LEAST)\b/.test(before + after)) break
          for (const key of this.keys(tag, near)) this.group.push(key)
          added++
        }
        const table = tags[0]![0] === 'T' ? this.tableOfTag(tags[0]!) : null
        if (table) this.context.push(table)
        return added ? '' : false
      },
    )
    this.pass(
      /\bby ((?:[TC]\d+)(?:(?:, and|,| and) (?:by )?[TC]\d+)*)(?! (?:named|called|is|are|with|[VQ]\d))/,
      (m, before) => {
        if (
          !/\b(?:COUNT|AVG|SUM|MEDIAN|MOST|LEAST|M\d+|C\d+|T\d+)\b/.test(before + this.line) ||
          !(this.following || /[CTM]\d|COUNT/.test(before))
        )
          return false
        for (const tag of this.tagsOf(m[1]!)) for (const key of this.keys(tag)) this.group.push(key)
        this.byGroup = true
      },
    )
  }
  private byGroup = false
  /** Group keys that were named by a column of their own: shown also when nothing is grouped. */
  private readonly askedKeys = new Set<Key>()

  private readValues() {
    const list = '([VQ]\\d+)((?:(?:, or|, and|,| or| and| nor)? (?:in |from |NOT )?[VQ]\\d+)*)'
    // "status is NOT V", "C V", "V C", "in V or V"
    this.pass(
      new RegExp(
        `(?:(C\\d+)(?: (?:is|are|was|were|of|equals|EQ|=|named|called|'s|name|with))* )?(NOT (?:in |from |for |those |with |any |[a-z]+ |T\\d+ )*(?:(C\\d+) )?(?:of |is )?)?\\b${list}(?: (C\\d+)\\b)?`,
      ),
      (m) => {
        const tags = [m[4]!, ...(m[5]!.match(/[VQ]\d+/g) ?? [])]
        const after = m[6] && tags.length ? m[6] : null
        const beforeTag = m[1] ?? m[3]
        const fits = (tag: string | null | undefined) =>
          tag
            ? this.mention(tag).columns.some((c) =>
                tags.some(
                  (t) =>
                    (t[0] === 'Q' ? !c.column.numeric : false) ||
                    this.tagged.mentions.get(t)?.values.some((v) => v.column === c.column),
                ),
              )
            : false
        const near = fits(beforeTag) ? this.mention(beforeTag!) : fits(after) ? this.mention(after!) : null
        const not = !!m[2]
        const conditions = tags.map((tag) => this.valueCondition(tag, not, near)).filter((c) => c !== null)
        if (!conditions.length) {
          for (const tag of tags) if (tag[0] === 'Q') this.lost.push(this.tagged.quoted.get(tag)!)
          return `${m[1] ?? ''} ${after ?? ''}`
        }
        const columns = new Map<Column, Condition[]>()
        for (const c of conditions) {
          const column = (c as { column: Column }).column
          columns.set(column, [...(columns.get(column) ?? []), c])
        }
        const parts: Condition[] = []
        for (const [column, some] of columns) {
          const values = some.map((c) => (c as { value: string }).value)
          parts.push(some.length > 1 ? { kind: 'in', column, values, not } : some[0]!)
        }
        const or = / or /.test(m[5]!) && parts.length > 1 && !not
        this.where.push(...(or ? [{ kind: 'any' as const, parts }] : parts))
        if (near && near === (beforeTag ? this.mention(beforeTag) : null)) {
          this.used.add(beforeTag!)
          return after ?? ''
        }
        if (near && after) {
          this.used.add(after)
          return m[1] ?? ''
        }
        return `${m[1] ?? ''} FILTERED ${after ?? ''}`
      },
    )
  }
  readonly lost: string[] = []

  private readPeriods() {
    this.pass(/\b(NOT )?(?:in |on |for |during |over |within |of )?(P\d+)/, (m) => {
      const period = this.tagged.periods.get(m[2]!)!
      const column = this.timeFor()
      if (!column) return this.yearsOf(m[2]!, period)
      this.used.add(m[2]!)
      const last = column.max?.slice(0, 10)
      if (period.relative && period.from && last && last < period.from) {
        const moved = movedTo(last, period)
        this.assumptions.push(
          `The data end on ${last}, so “${period.label.replace(/^in /, '')}” is read as ${sayPeriod(moved.from, moved.to)}.`,
        )
        this.where.push({ kind: 'period', column, from: moved.from, to: moved.to, label: moved.label })
        return
      }
      this.where.push({
        kind: 'period',
        column,
        from: period.from,
        to: period.to,
        label: period.label,
        ...(m[1] ? { not: true } : {}),
      })
    })
  }

  /** A period over a column that holds plain years. */
  private yearsOf(tag: string, period: Period): string | false {
    const column = this.yearColumn()
    if (!column) return false
    this.used.add(tag)
    const year = (day: string) => Number(day.slice(0, 4))
    if (period.from) this.where.push({ kind: 'compare', column, operator: '>=', value: year(period.from) })
    if (period.to) this.where.push({ kind: 'compare', column, operator: '<', value: year(period.to) })
    return ''
  }

  /** The time column of the subject, or of the nearest table that has one. */
  timeFor(): Column | null {
    const order = [this.moneyTable(), this.subject, ...this.resolver.tables].filter((name) => name !== null)
    const rest = this.schema.tables
      .map((t) => t.name)
      .filter((name) => !order.includes(name) && this.subject && this.resolver.connected([this.subject, name]))
    const measured = this.outputs.flatMap((o) => (isMeasure(o) ? [o.measure.table] : []))
    for (const name of [...measured, ...order, ...rest]) {
      const found = timeColumn(tableOf(this.schema, name))
      if (found) return found
    }
    return null
  }

  private loneFn: Fn | null = null

  private readSelect() {
    let line = this.line
    // The last sentence that asks for something decides what is shown; sentences before it set the scene.
    const sentences = line.split(/[.?;] +(?=\S)/)
    const asking = sentences.findLast(
      (s) =>
        /^ ?(?:also )?(?:show|list|give|return|tell|find|what|which|display|report|please)\b/.test(s) &&
        /[TCM]\d|COUNT/.test(s),
    )
    if (asking && sentences.length > 1)
      line = `${asking} , ${sentences
        .filter((s) => s !== asking)
        .map((s) => `that ${s}`)
        .join(' ')}`
    const words = line.replace(/[?.!]/g, ' ').split(/\s+/).filter(Boolean)
    let zone: 'select' | 'rest' = 'select'
    let fns: Fn[] = []
    let distinct = false
    let lastFn: Fn[] = []
    const wh = words.find((word) => WH.has(word))
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!
      const fn = FNS.get(word)
      if (fn) {
        if (words[i + 1] === 'TIMES') {
          this.outputs.push({ measure: this.countOf(this.subject ?? this.resolver.tables[0]!), shown: this.shown })
          i++
          continue
        }
        if (zone === 'rest' && this.outputs.length && !/^(?:and|,)$/.test(words[i - 1] ?? '')) continue
        zone = 'select'
        fns.push(fn)
        lastFn = []
      } else if (word === 'DISTINCT') distinct = true
      else if (/^M\d+/.test(word)) {
        const of = this.resolver.money(this.subject)
        if (of)
          this.outputs.push({
            measure: { fn: fns[0] && fns[0] !== 'count' ? fns[0] : 'sum', table: of.columns[0]!.table, of },
            shown: this.shown,
          })
        fns = []
      } else if (/^[TC]\d+/.test(word)) {
        if (zone === 'select') {
          const shared = word[0] === 'C' && words[i - 1] === 'and' ? lastFn : []
          const used = this.select(word, fns.length ? fns : shared, distinct, words.slice(i + 1).join(' '))
          lastFn = fns.length && !fns.includes('count') ? fns : []
          if (used === 'bound') zone = 'rest'
        } else this.mentionContext(word)
        fns = []
        distinct = false
      } else if (
        /^(?:that|who|whom|whose|which|where|with|have|has|had|having|in|from|for|at|on|when|made|used|by|containing|NONE|NOT|FILTERED|taught|belonging|belong|live|lives|living|associated|without)$/.test(
          word,
        )
      ) {
        if ((this.outputs.length || this.context.length) && i > 0) zone = 'rest'
      } else if (word === 'and' || word === ',') {
        if (zone === 'rest' && /^(?:AVG|SUM|COUNT)$/.test(words[i + 1] ?? '')) zone = 'select'
      }
    }
    this.loneFn = fns[0] ?? null
    if (fns.length && !this.outputs.length && this.subject && fns.includes('count'))
      this.outputs.push({ measure: this.countOf(this.subject), shown: this.shown })
    if (
      wh &&
      (wh !== 'who' || this.outputs.length === 0) &&
      !this.outputs.some((o) => 'key' in o) &&
      !this.outputs.some(isMeasure)
    ) {
      for (const table of [this.subject, ...this.resolver.tables]) {
        if (!table) continue
        const column = WH.get(wh)!.flatMap((w) =>
          tableOf(this.schema, table).columns.filter((c) => c.words.includes(w) && !isId(c)),
        )[0]
        if (column) {
          this.outputs.push({ key: { column } })
          break
        }
      }
    }
  }

  /** Adds what a tag in the select list asks for; 'bound' when it names whose columns were listed. */
  private select(tag: string, fns: Fn[], distinct: boolean, after: string): 'bound' | void {
    const mention = this.mention(tag)
    if (tag[0] === 'T') {
      const table = this.table(tag)!
      this.context.push(table.name)
      if (fns.includes('count')) {
        this.outputs.push({ measure: this.countOf(table.name), shown: this.shown })
        return
      }
      const fn = fns[0]
      if (fn) {
        const column = this.measureColumn(table)
        this.outputs.push({
          measure: column ? this.aggregate(fn, column) : this.countOf(table.name),
          shown: this.shown,
        })
        return
      }
      // "the name and age of singers": the table owns the columns that were listed before it.
      if (this.outputs.length) {
        const own = mention.columns.find((hit) => hit.score >= 0.9)
        if (own && /^(?:and|,)/.test(after.trim())) this.outputs.push({ key: { column: own.column } })
        return 'bound'
      }
      return
    }
    const numericFirst = fns.some((fn) => fn !== 'count' && fn !== 'min' && fn !== 'max')
    const owner = after.match(
      /^(?:(?:,|and|of|for) |C\d+ |EACH |DISTINCT )*?(?:of|for|from) (?:EACH |DISTINCT )?(T\d+)/,
    )?.[1]
    const near = (owner ? this.resolver.table(this.mention(owner)).name : null) ?? this.subject
    const column = this.column(tag, near, numericFirst ? this.numeric : undefined)
    if (!column) return
    const totalled =
      column.words[0] === 'total' && column.numeric && /^(?:what is |what was )?C\d/.test(this.tagged.line)
    if (!fns.length && totalled && this.wordOf(tag).startsWith('total') && !this.ranked.length) {
      this.outputs.push({ measure: this.aggregate('sum', column), shown: this.shown })
      return
    }
    if (!fns.length) {
      this.outputs.push({ key: { column } })
      if (distinct) this.distinct = true
      return
    }
    for (const fn of fns) {
      if (fn === 'count') {
        const own = isId(column) && column.unique
        if (column.numeric && !isId(column) && !distinct && column.role === 'measure' && !/year/i.test(column.name)) {
          this.outputs.push(
            this.outputs.some((o) => 'key' in o)
              ? { key: { column } }
              : { measure: this.aggregate('sum', column), shown: this.shown },
          )
          continue
        }
        this.outputs.push({
          measure: own ? this.countOf(column.table) : this.aggregate('count', column, true),
          shown: this.shown,
        })
      } else if (numericFirst && !column.numeric && fn !== 'min' && fn !== 'max') this.outputs.push({ key: { column } })
      else this.outputs.push({ measure: this.aggregate(fn, column), shown: this.shown })
    }
  }

  /** A table named after the select list narrows it: rows that have such rows. */
  private mentionContext(tag: string) {
    const table = tag[0] === 'T' ? this.table(tag) : null
    if (table) this.context.push(table.name)
    else this.leftover.push(tag)
  }
  private leftover: string[] = []

  private finish(): Reading | null {
    const tables = (output: Output) => ('key' in output ? output.key.column.table : output.measure.table)
    const measured = this.outputs.filter(isMeasure)
    let base =
      measured[0]?.measure.table ??
      this.subject ??
      (this.outputs[0] ? tables(this.outputs[0]) : this.resolver.tables[0])
    if (!base) return null
    if (this.outputs.length && !this.outputs.some((o) => tables(o) === base) && !this.ranked.length)
      base = tables(this.outputs[0]!)
    const form = emptyForm(base)
    for (const grain of this.grains) {
      const column = this.timeFor()
      if (column) this.group.unshift({ column, grain })
    }
    const unique: Key[] = []
    for (const key of this.group)
      if (!unique.some((k) => k.column === key.column && k.grain === key.grain)) unique.push(key)
    form.group = unique
    form.outputs = this.outputs.filter((o, index) => this.outputs.findIndex((x) => sameOutput(x, o)) === index)
    if (this.shown === 'share' && !form.outputs.some(isMeasure))
      form.outputs = [
        ...form.outputs.filter((o) => !isMeasure(o) && form.group.length > 0),
        { measure: this.countOf(this.context[0] ?? base), shown: 'share' },
      ]
    this.rankings(form)
    if (this.byGroup && !form.outputs.some(isMeasure)) form.outputs = form.outputs.map((o) => this.summed(o))
    const hasMeasure = form.outputs.some(isMeasure)
    if (form.group.length && !hasMeasure && !form.having.length && !this.having.length && !this.ranked.length) {
      if (!form.outputs.length || this.grains.length)
        form.outputs.push({
          measure: this.countOf(this.context.find((t) => !form.group.some((g) => g.column.table === t)) ?? base),
          shown: this.shown,
        })
      else {
        // "the names of each student" lists, it does not group.
        const asked = form.group.filter(
          (key) => this.askedKeys.has(key) && !form.outputs.some((o) => 'key' in o && o.key.column === key.column),
        )
        form.outputs = [...asked.map((key) => ({ key })), ...form.outputs]
        form.group = []
      }
    }
    if (form.group.length && form.outputs.some(isMeasure)) {
      const missing = form.group.filter(
        (k) => !form.outputs.some((o) => 'key' in o && o.key.column === k.column && o.key.grain === k.grain),
      )
      const named = form.outputs.some(
        (o) =>
          'key' in o &&
          form.group.some((g) => g.column.table === o.key.column.table && o.key.column !== g.column && !g.grain),
      )
      if (!named || this.grains.length || this.byGroup)
        form.outputs = [...missing.map((key) => ({ key })), ...form.outputs]
    } else if (form.outputs.some(isMeasure)) {
      const keys = form.outputs.flatMap((o) => ('key' in o ? [o.key] : []))
      form.group = keys
    }
    form.having = this.having
    if (this.having.length && !form.outputs.length) form.outputs = form.group.map((key) => ({ key }))
    form.where = this.combined(form)
    this.rates(form)
    for (const order of this.order) form.order.push(order)
    if (this.limit && !form.limit) form.limit = this.limit
    if (!form.outputs.length) this.show(form)
    if (this.added && !form.everything && !form.outputs.some((o) => sameOutput(o, this.added!)))
      form.outputs.push(this.added)
    this.sets(form)
    this.relations(form)
    if (this.direction !== null && !form.order.length && form.outputs[0]) {
      const by =
        form.outputs.find((o) => isMeasure(o)) && this.direction ? form.outputs.find(isMeasure)! : form.outputs[0]
      form.order.push({ by, descending: this.direction })
    }
    const time = form.group.find((key) => key.grain)
    if (time && !form.order.length) form.order.push({ by: { key: time }, descending: false })
    form.distinct = this.distinct && !form.outputs.some(isMeasure)
    return { form, assumptions: this.assumptions, used: this.used, weakest: this.weakest }
  }

  /** A numeric column asked for by group is added up, or averaged when adding makes no sense. */
  private summed(output: Output): Output {
    if (isMeasure(output) || !output.key.column.numeric || isId(output.key.column) || output.key.grain) return output
    const { column } = output.key
    const level = /price|rate|age$|score|rating|percent|pct|gpa|salary|height|weight|temperature/i.test(column.name)
    return { measure: this.aggregate(level ? 'avg' : 'sum', column), shown: this.shown }
  }

  /** A percentage without groups: the rows that meet the conditions, of all rows. */
  private rates(form: Form) {
    if (this.shown !== 'share' || form.group.length) return
    const filters = form.where.filter((c): c is Condition => c.kind !== 'period' && c.kind !== 'related')
    const measure = form.outputs.find(isMeasure)
    if (!measure || !filters.length) return
    form.outputs = [{ measure: { ...measure.measure, where: filters }, shown: 'rate' }]
    form.where = form.where.filter((c) => !filters.includes(c))
  }

  private rankings(form: Form) {
    for (const ranked of this.ranked) {
      const { by, descending, limit, key } = ranked
      if (isMeasure(by)) {
        const keys = form.outputs.flatMap((o) => ('key' in o ? [o.key] : []))
        if (key && !keys.length) {
          const names = this.resolver.keys(tableOf(this.schema, key.column.table))
          const whole = names.some((n) => n.column === key.column) ? names : [key]
          form.outputs = [...whole.map((k) => ({ key: k })), ...form.outputs]
        }
        const grouped = form.outputs.flatMap((o) => ('key' in o ? [o.key] : []))
        const table = grouped[0]?.column.table ?? key?.column.table
        const own = table && table !== by.measure.table ? tableOf(this.schema, table).key : null
        form.group = form.group.length
          ? form.group
          : [
              ...grouped,
              ...(own &&
              !grouped.some((g) => g.column === own) &&
              grouped.some((g) => g.column.table === own.table) &&
              (!key || key.column.table === own.table) &&
              !grouped.some(
                (g) =>
                  g.column.table === own.table &&
                  !g.column.unique &&
                  !this.resolver.names(tableOf(this.schema, own.table)).includes(g.column) &&
                  grouped.length === 1,
              )
                ? [{ column: own }]
                : []),
            ]
        form.base = by.measure.table
      }
      form.order.push({ by, descending })
      form.limit = limit
      const listed =
        this.outputs.length > 0 &&
        !/^(?:what (?:is|are|was|were) )?(?:which|who|in which|N\d|MOST|LEAST|COMMON|RARE|S\d|what G)/.test(
          this.tagged.line,
        )
      if (this.helpful && !listed && !form.outputs.some((o) => sameOutput(o, by))) this.added = by
      if (this.perGroup) form.limitPerGroup = limit
    }
  }

  /** What a question shows that names no column: the names of its subject, or whole rows. */
  private show(form: Form) {
    const table = this.context[0] ?? this.subject ?? form.base
    const asks = /\b(?:which|who|whose|what|name)\b/.test(this.tagged.line)
    const ranked = this.ranked.length > 0
    if (form.group.length) {
      form.outputs = form.group.map((key) => ({ key }))
      return
    }
    if (asks || ranked) form.outputs = this.resolver.keys(tableOf(this.schema, table)).map((key) => ({ key }))
    else {
      form.base = table
      form.everything = true
    }
  }

  /** Conditions that no single row can meet are meant of several rows ("both … and …") or as a choice ("or"). */
  private combined(form: Form): Condition[] {
    const found: Condition[] = []
    const line = this.tagged.line
    for (const condition of this.where) {
      if (condition.kind !== 'compare') {
        found.push(condition)
        continue
      }
      const at = found.findIndex((c) => c.kind === 'compare' && c.column === condition.column && clash(c, condition))
      const other = at >= 0 ? (found[at] as Condition & { kind: 'compare' }) : null
      if (!other) {
        const list =
          condition.operator === '='
            ? found.find((c) => c.kind === 'in' && c.column === condition.column && !c.not)
            : null
        if (list?.kind === 'in' && typeof condition.value !== 'boolean') list.values = [...list.values, condition.value]
        else found.push(condition)
      } else if (/\bboth\b/.test(line) || (/\bas well as\b|\band also\b/.test(line) && !/\bor\b/.test(line))) {
        found.splice(at, 1)
        this.both.push([other, condition])
      } else if (other.operator === '=' && condition.operator === '=')
        found[at] = {
          kind: 'in',
          column: other.column,
          values: [other.value as string, condition.value as string],
          not: false,
        }
      else found[at] = { kind: 'any', parts: [other, condition] }
    }
    const compared = found.filter((c): c is Condition => c.kind === 'compare' || c.kind === 'null')
    const one = new Set(compared.flatMap(columnsOf).map((c) => c.table)).size === 1
    if (compared.length === 2 && one && /\bor\b/.test(line) && !found.some((c) => c.kind === 'any') && form.base)
      return [{ kind: 'any', parts: compared }, ...found.filter((c) => !compared.some((x) => x === c))]
    return found
  }

  private sets(form: Form) {
    const key = form.outputs.find((o) => 'key' in o)
    const table = form.base
    for (const parts of this.both) {
      const columns = parts.map((p) => (p as { column: Column }).column)
      const own = tableOf(this.schema, table).key
      const key1 = key && 'key' in key ? key.key.column : own
      if (!key1) continue
      const other = columns[0]!.table
      for (const part of parts)
        form.where.push(
          key1.table !== other
            ? { kind: 'related', table: other, not: false, where: [part] }
            : { kind: 'among', column: key1, where: [part], not: false },
        )
      form.distinct = key1.table === other && !form.outputs.some(isMeasure)
    }
    for (const parts of this.never) {
      const column = (parts[0] as { column: Column }).column
      const key1 = key && 'key' in key ? key.key.column : tableOf(this.schema, table).key
      if (!key1) continue
      form.where.push(
        key1.table !== column.table
          ? { kind: 'related', table: column.table, not: true, where: parts }
          : { kind: 'among', column: key1, where: parts, not: true },
      )
    }
  }

  /** Tables that are named but give no column: the rows asked for have such rows. */
  private relations(form: Form) {
    const there = new Set([
      form.base,
      ...form.outputs.map((o) => ('key' in o ? o.key.column.table : o.measure.table)),
      ...form.group.map((g) => g.column.table),
      ...form.order.map((o) => ('key' in o.by ? o.by.key.column.table : o.by.measure.table)),
      ...form.having.map((h) => h.measure.table),
    ])
    for (const condition of form.where) {
      const tables = JSON.stringify(condition, (name, value) =>
        name === 'values' || name === 'words' ? undefined : value,
      ).matchAll(/"table":"([^"]+)"/g)
      for (const match of tables) there.add(match[1]!)
    }
    for (const table of new Set(this.context)) {
      if (there.has(table) || !this.resolver.connected([form.base, table])) continue
      if (
        table !== this.subject &&
        !/\b(?:that|who|which|whose|with|have|has|had|having|did|in|on|for)\b/.test(this.tagged.line)
      )
        continue
      form.where.push({ kind: 'related', table, not: false, where: [] })
    }
  }
}

/** Whether no single value meets both comparisons. */
function clash(a: Condition & { kind: 'compare' }, b: Condition & { kind: 'compare' }): boolean {
  if (a.operator === '=' && b.operator === '=') return a.value !== b.value
  const up = (operator: Operator) => operator === '>' || operator === '>='
  const down = (operator: Operator) => operator === '<' || operator === '<='
  if (up(a.operator) && down(b.operator)) return Number(a.value) >= Number(b.value)
  if (down(a.operator) && up(b.operator)) return Number(a.value) <= Number(b.value)
  return false
}
