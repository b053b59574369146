import { plural, singular } from '#base/word-forms.ts'
import type { Condition, Expression, Fn, Measure, Output } from '../form.ts'
import { path } from '../join.ts'
import { SIZES } from '../lexicon.ts'
import { type Column, type Table, tableOf, timeColumn } from '../schema.ts'
import { comesInParts } from '../totals.ts'
import { sayColumn, sayTable } from '../wording/nouns.ts'
import { Firsts } from './firsts.ts'
import { FNS, OPERATORS } from './reading.ts'

/** What happens at the end of a time that people ask for: the words, and the names of columns that date it. */
const DEEDS: [RegExp, RegExp, string][] = [
  [/^deliver/, /deliver|arriv|receiv/i, 'delivery time'],
  [/^ship/, /ship|dispatch|sent/i, 'shipping time'],
  [/^(?:resol|clos)/, /resol|clos/i, 'resolution time'],
  [/^respon/, /respon/i, 'response time'],
]

/** Passes over what business questions say in a way of their own: rates, flags, times that things take, dated deeds. */
export abstract class Idioms extends Firsts {
  protected readIdioms() {
    this.readWeekdays()
    this.readSpreads()
    this.readFirsts()
    this.readLoyalty()
    this.readCorrelations()
    this.readLapses()
    this.readRepeats()
    this.readDeeds()
    this.readSpending()
    this.readPer()
    this.readBestTimes()
    this.readEvents()
    this.readDurations()
    this.readRates()
    this.readFlags()
  }

  /** "customers who spent more than 2 lakh": their money is added up and compared. */
  private readSpending() {
    this.pass(
      /(T\d+) (?:(?:that|who|which|have|has|had) )*SPENT (?:in total |altogether )?(GT|LT|GE|LE) (N\d+)/,
      (m) => {
        const owner = this.table(m[1]!)
        const of = owner && this.resolver.money(owner.name)
        if (!owner || !of) return false
        this.used.add(m[3]!)
        this.having.push({
          measure: { fn: 'sum', table: of.columns[0]!.table, of },
          operator: OPERATORS.get(m[2]!)!,
          value: this.tagged.numbers.get(m[3]!)!.value,
        })
        const names = this.resolver.keys(owner)
        this.group.push(
          ...names,
          ...(owner.key && !names.some((name) => name.column === owner.key) ? [{ column: owner.key }] : []),
        )
        for (const key of names) this.outputs.push({ key })
        return ''
      },
    )
  }

  /** "average items per order", "average revenue per customer": what belongs to a row of another table, on average. */
  private readPer() {
    this.readMoneyPer()
    this.pass(/\bAVG (?:(G\d+) )?(?:COUNT (?:of )?|number of )?(T\d+)(?: (?:EACH|by) (G\d+))?(?! EACH)/, (m) => {
      const grain = m[3] ?? (m[1] && /ly$/.test(this.wordOf(m[1])) ? m[1] : undefined)
      const table = this.table(m[2]!)
      const spread = grain && table ? this.spreadInTime(this.countOf(table.name), grain) : null
      if (!spread?.grain) return false
      this.assumptions.push(`Each ${spread.grain} with ${plural(sayTable(table!.name))} counts once.`)
      this.outputs.push({ measure: spread, shown: 'value' })
      return ''
    })
    this.pass(/\bAVG (?:COUNT (?:of )?|number of )?(T\d+) EACH (T\d+)/, (m) => {
      const [many, one] = [this.table(m[1]!), this.table(m[2]!)]
      const to = (table: Table | null, from?: string) =>
        this.schema.edges.filter((found) => found.to.table === table?.name && (!from || found.from.table === from))
      // Courses of a student: the enrolments that lead to both.
      const edge =
        to(one, many?.name)[0] ??
        to(one).find(({ from }) => many && from.table !== many.name && to(many, from.table)[0])
      if (!edge) return false
      this.subject = edge.from.table
      if (edge.from.table !== many!.name) this.joined = [many!.name, one!.name]
      this.outputs.push({ measure: { fn: 'count', table: edge.from.table, of: null, per: edge.from }, shown: 'value' })
      return ''
    })
  }

  /** The total of each customer or month, averaged over those that have one; "for each customer" asks for a list instead. */
  private readMoneyPer() {
    const question = this.words.get('question') ?? ''
    // "Average order value", where the money is on the lines of an order.
    this.pass(/\bAVG (T\d+) (?:values?|sizes?|totals?|amounts?)\b/, (m) => {
      const each = this.table(m[1]!)
      const of = each && this.resolver.money(each.name)
      const table = of?.columns[0]?.table
      if (
        !each ||
        !of ||
        !table ||
        !this.schema.edges.some(({ from, to }) => from.table === table && to.table === each.name)
      )
        return false
      const spread = this.spreadOver(
        { fn: 'avg', table, of: { ...of, spoken: `${singular(sayTable(each.name))} value` } },
        m[1]!,
      )
      if (!spread) return false
      this.understand('value values size sizes total totals amount amounts')
      this.outputs.push({ measure: spread, shown: 'value' })
      return ''
    })
    this.pass(
      /\bAVG (?:(G\d+) ([MC]\d+)(?! EACH)|(?:total |lifetime )?(?:(M\d+)|SPENT) EACH (?:(T\d+)|(G\d+))(?! [TC]\d))/,
      (m) => {
        const [money, tag, grain] = [m[2] ?? m[3], m[4], m[1] ?? m[5]]
        const column = this.tagged.mentions.get(money ?? '')?.columns[0]?.column
        const own = column && comesInParts(column) ? { columns: [column], spoken: sayColumn(column) } : null
        const of = money?.startsWith('C') ? own : this.resolver.money(null, money)
        const table = of?.columns[0]?.table
        if (!of || !table || this.resolver.margins.has(money ?? '')) return false
        if (m[1] ? !/ly$|^annual$/.test(this.wordOf(m[1])) : !/\bper\b/.test(question)) return false
        const measure: Measure = { fn: 'avg', table, of }
        const spread = tag ? this.spreadOver(measure, tag) : this.spreadInTime(measure, grain!)
        if (!spread) return false
        this.outputs.push({ measure: spread, shown: 'value' })
        return ''
      },
    )
  }

  private spreadOver(measure: Measure, tag: string): Measure | null {
    const each = this.table(tag)
    const way = each && path(this.schema, [measure.table], each.name)
    if (!way || way.some((step) => step.many)) return null
    this.subject = measure.table
    const per = way.at(-1)?.near
    if (!per) return measure
    if (each.rows > per.distinct)
      this.assumptions.push(`Only ${plural(sayTable(each.name))} with ${measure.of!.spoken ?? 'revenue'} are counted.`)
    return { ...measure, per, each: each.name }
  }

  private spreadInTime(measure: Measure, tag: string): Measure | null {
    this.subject = measure.table
    const [grain, per] = [this.tagged.grains.get(tag), this.timeFor()]
    if (!grain || !per || !this.resolver.connected([measure.table, per.table])) return null
    this.used.add(tag)
    return { ...measure, per, grain, each: grain }
  }

  /** "best month for returns", "busiest day": the time with most of them. */
  private readBestTimes() {
    this.pass(
      /\b(MOST|LEAST|busiest|quietest|slowest|strongest|weakest) (G\d+)(?: (?:for|of|in terms of|by|in)(?: COUNT)?)? ([TM]\d+)/,
      (m) => {
        const by: Output | null = m[3]![0] === 'M' ? this.outputOf(m[3]!) : this.counting(this.table(m[3]!)!.name)
        if (!by) return false
        this.used.add(m[2]!)
        this.subject = 'measure' in by ? by.measure.table : this.subject
        this.grains.push(this.tagged.grains.get(m[2]!)!)
        this.outputs.push(by)
        this.ranked.push({ by, descending: /MOST|busiest|strongest/.test(m[1]!), limit: 1 })
        this.understand('busiest quietest slowest strongest weakest')
        return ''
      },
    )
    // "the biggest order": by what orders are measured in.
    this.pass(
      /^(?:what|which|show|list|give)?(?: (?:is|was|are|were))? ?(N\d+ )?(MOST|LEAST) (N\d+ )?(T\d+)(?: ever)?(?= ?(?:[?.]|$|in [NPV]\d|P\d|N\d))/,
      (m) => {
        const table = this.table(m[4]!)
        const size = /\b(?:biggest|largest|smallest|greatest)\b/.test(this.words.get('question') ?? '')
          ? table && this.resolver.adjective(SIZES, table.name)
          : null
        const column = size?.table === table?.name && size ? size : this.measureColumn(table)
        const count = (m[1] ?? m[3])?.trim()
        if (!table || !column) return false
        if (!/\b(?:biggest|largest|smallest|highest|lowest|greatest)\b/.test(this.words.get('question') ?? ''))
          return false
        if (count) this.used.add(count)
        this.understand('ever')
        this.ranked.push({
          by: { key: { column } },
          descending: m[2] === 'MOST',
          limit: count ? this.tagged.numbers.get(count)!.value : 1,
        })
        return m[4]!
      },
    )
  }

  /** "signed up in 2024": the date that the deed has, not a column to be shown. */
  private readEvents() {
    this.pass(
      /(?<!(?:EACH|by|SORT|AVG|MOST|LEAST) )(C\d+) (?:is |are |was |were )?(in|on|during|since|before|after|from)? ?(P\d+|N\d+)(?! [TC]\d)/,
      (m) => {
        const mention = this.mention(m[1]!)
        if (!mention.columns[0]?.column.temporal) return false
        const column = this.column(m[1]!, this.subject, (c) => (c.temporal ? 0.2 : -0.3))
        if (!column?.temporal) return false
        const period = this.tagged.periods.get(m[3]!)
        if (!period) {
          if (!this.tagged.numbers.get(m[3]!)?.year) return false
          const operator = m[2] === 'from' ? '>=' : (OPERATORS.get(m[2] ?? '') ?? '=')
          this.where.push(this.compare(column, operator, m[3]!))
          return ''
        }
        this.used.add(m[3]!)
        this.where.push({ kind: 'period', column, from: period.from, to: period.to, label: period.label })
        return ''
      },
    )
  }

  /** "average delivery time", "how long does delivery take": days from the date of a row to the date of a later deed. */
  private readDurations() {
    const push = (deed: string, fn: Fn) => {
      const of = this.duration(deed)
      if (!of) return null
      this.understand(deed)
      this.understand('time times duration days long take deliver ship')
      const output: Output = { measure: { fn, table: of.columns[0]!.table, of }, shown: 'value' }
      this.subject = of.columns[0]!.table
      return output
    }
    this.pass(
      /(?:(AVG|MEDIAN|MOST|LEAST|longest|shortest|S\d+) )?\b(delivery|shipping|shipment|resolution|response|[TC]\d+) (?:time|times|duration|lead time|days)\b/,
      (m, before) => {
        const deed = /^[TC]\d/.test(m[2]!) ? this.wordOf(m[2]!) : m[2]!
        const ranked =
          m[1] !== undefined && !['AVG', 'MEDIAN'].includes(m[1]) && /\b(?:which|who|what) [TC]\d/.test(before)
        const adjective = m[1]?.startsWith('S')
          ? this.tagged.adjectives.get(m[1])?.descending
          : m[1] === 'MOST' || m[1] === 'longest'
        const fn = ranked ? 'avg' : (FNS.get(m[1] ?? 'AVG') ?? (m[1] === undefined ? 'avg' : adjective ? 'max' : 'min'))
        const output = push(deed, fn === 'count' || fn === 'sum' ? 'avg' : fn)
        if (!output) return false
        const tag = this.tagsOf(before).at(-1)
        const key = ranked && tag ? this.keys(tag)[0] : undefined
        if (key) this.ranked.push({ by: output, descending: adjective ?? true, limit: 1, key })
        else this.outputs.push(output)
        return ''
      },
    )
    this.pass(
      /\bhow long (?:does|do|did) (?:it take to )?(delivery|deliver|shipping|ship|[TC]\d+)(?: [TC]\d+)?(?: take)?\b/,
      (m) => {
        const output = push(/^[TC]\d/.test(m[1]!) ? this.wordOf(m[1]!) : m[1]!, 'avg')
        if (!output) return false
        this.outputs.push(output)
        return ''
      },
    )
  }

  /** "inactive" for a flag that is called active. */
  private negated(tag: string) {
    return (
      /^(?:in|un|non-?)(?=[a-z]{4})/.test(this.wordOf(tag)) &&
      !this.mention(tag).columns[0]!.column.words.includes(this.wordOf(tag))
    )
  }

  /** The days from the date of a row to the deed that `word` names; null when no table dates both. */
  private duration(word: string): Expression | null {
    const deed = DEEDS.find(([said]) => said.test(word))
    if (!deed) return null
    for (const table of this.tablesByVote()) {
      const end = table.columns.find((column) => column.temporal && deed[1].test(column.name))
      const start = end && this.start(table, end)
      if (end && start) return { columns: [end, start], days: true, spoken: deed[2] }
    }
    return null
  }

  private start(table: Table, end: Column): Column | null {
    const own = timeColumn(table)
    return own && own !== end ? own : (table.columns.find((column) => column.temporal && column !== end) ?? null)
  }

  private tablesByVote(): Table[] {
    const names = [this.subject, ...this.resolver.tables].filter((name) => name !== null)
    return [...new Set([...names, ...this.schema.tables.map((table) => table.name)])].map((name) =>
      tableOf(this.schema, name),
    )
  }

  /** "return rate": the orders that have returns, of all orders; "cancelled rate": those with that status. */
  private readRates() {
    this.pass(/(?:\b(MOST|LEAST) )?(T\d+|V\d+) (?:rate|rates|ratio)\b/, (m, before) => {
      const part = this.partOf(m[2]!)
      if (!part) return false
      this.understand('rate rates ratio')
      const { table, condition } = part
      const measure: Measure = { fn: 'count', table, of: null, where: [condition] }
      this.subject = table
      const output: Output = { measure, shown: 'rate' }
      const tag = this.tagsOf(before).at(-1)
      const key = m[1] && tag ? this.keys(tag, table)[0] : undefined
      if (key) this.ranked.push({ by: output, descending: m[1] === 'MOST', limit: 1, key })
      else this.outputs.push(output)
      return ''
    })
  }

  /** The rows that a rate is of, and what a part of them meets. */
  private partOf(tag: string): { table: string; condition: Condition } | null {
    if (tag[0] === 'V') {
      const condition = this.valueCondition(tag, false, null)
      return condition && condition.kind === 'compare' ? { table: condition.column.table, condition } : null
    }
    const table = this.table(tag)
    const edge = this.schema.edges.find((found) => found.from.table === table?.name)
    if (!table || !edge) return null
    return { table: edge.to.table, condition: { kind: 'related', table: table.name, not: false, where: [] } }
  }

  /** A column of yes and no narrows: "active products", "customers without newsletter". */
  private readFlags() {
    this.pass(
      /(?<!(?:EACH|by|and|,|SORT) )(?:\b(?:with|have|has|had|are|is|who|that) )*(NOT |WITHOUT |NEVER )?(?:subscribed to |subscribe to )?(C\d+)(?! (?:is|are|=))/,
      (m) => {
        const mention = this.mention(m[2]!)
        if (mention.columns[0]?.column.type !== 'BOOLEAN') return false
        const column = this.column(m[2]!)
        if (column?.type !== 'BOOLEAN') return false
        this.where.push({ kind: 'compare', column, operator: '=', value: !(m[1] || this.negated(m[2]!)) })
        this.subject ??= column.table
        this.understand('subscribed subscribers subscriber subscribe')
        return this.outputs.length || /T\d/.test(this.line) ? 'FILTERED' : ''
      },
    )
  }
}
