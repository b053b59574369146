import { capital } from '#base/text.ts'
import { plural, singular } from '#base/word-forms.ts'
import { makeColumn } from '../derived-columns.ts'
import { type Form, isMeasure, type Key, type Measure, type Output } from '../form.ts'
import { path } from '../join.ts'
import { type Column, isId, isLength, type Length, type Table, timeColumn } from '../schema.ts'
import { sayColumn, sayTable } from '../wording/nouns.ts'
import { Spreads } from './spreads.ts'

const PEOPLE = /customer|client|user|member|buyer|shopper|subscriber|account|patient|guest|student|visitor|donor/i

/** Whose deeds are followed over time: the dates of the deeds, and whose each of them is. */
type Deed = { time: Column; whose: Column; people: string }

const END = '(first|earliest|oldest|last|latest|newest|recent|S\\d+|MOST recent)'
const OF = '(?:EACH|by|of EACH|for EACH|in EACH)'

/** Passes over people who come for the first time and come again, and over when something happened first or last. */
export abstract class Firsts extends Spreads {
  private newness: (Deed & { only: 'New' | 'Returning' | null }) | null = null

  protected readLoyalty() {
    this.readComingBack()
    this.readNewAndReturning()
    this.readNew()
    this.readRetention()
  }

  /** "new vs returning customers", "revenue from new and returning customers by month". */
  private readNewAndReturning() {
    const other = '(?:repeat|returning|existing|old|recurring|loyal|T\\d+)'
    const and = '(?:vs|versus|and|or|against|compared to|compared with|to)'
    this.pass(
      `(?:\\b(?:from|by|of|for|split) )?\\b(?:new(?: T\\d+)? ${and} ${other}|${other}(?: T\\d+)? ${and} new)\\b(?: (T\\d+))?`,
      (m) => {
        const words = m[0].match(/T\d+/g) ?? []
        const named = words.filter((tag) => this.wordOf(tag) !== 'returning' && this.wordOf(tag) !== 'repeat')
        if (!/repeat|returning|existing|old|recurring|loyal/.test(m[0]) && named.length === words.length) return false
        const deed = this.deedOf(named[0])
        if (!deed) return false
        for (const tag of words) this.used.add(tag)
        this.understand('new returning repeat existing recurring loyal')
        this.newness = { ...deed, only: null }
        const rest = this.line.replace(m[0], '')
        const measured = /\b(?:M\d|SPENT|SUM|AVG|COUNT T\d|T\d)/.test(rest)
        this.subject = deed.time.table
        if (!measured) this.measure(this.peopleOf(deed))
        return ''
      },
    )
  }

  /** "new customers by month" where customers have no date of their own; "revenue from new customers", "of returning customers". */
  private readNew() {
    this.pass(/(?:\b(?:from|by|of|for) )?\b(new|repeat|recurring) (T\d+)/, (m, before) => {
      const table = this.table(m[2]!)
      const deed = this.deedOf(m[2])
      const measured = /\b(?:M\d|SPENT|T\d|AVG|SUM)/.test(before)
      if (!table || !deed || this.newness || (m[1] !== 'new' && !measured)) return false
      this.understand(m[1]!)
      // A new row of a table with dates is one of that time: nothing but the time narrows.
      if (timeColumn(table) && !measured) return m[2]!
      this.newness = { ...deed, only: m[1] === 'new' ? 'New' : 'Returning' }
      this.subject = deed.time.table
      if (measured) return ''
      this.pass(/\bCOUNT\b/, () => '')
      this.measure(this.peopleOf(deed))
      return ''
    })
  }

  /** "how many customers came back", "customers who ordered again". */
  private readComingBack() {
    this.pass(
      /(T\d+)(?: (?:that|who|which|have|has))* (?:came back|come back|(?:ordered|order|bought|T\d+|purchased) again|reordered|repurchased)\b/,
      (m) => {
        this.understand('came come back again reordered repurchased')
        return `repeat ${m[1]}`
      },
    )
    this.pass(/\brepeat (?:(T\d+|purchase|buyer) )?(?:rate|ratio)\b/, (m) => {
      const deed = this.deedOf(m[1]?.startsWith('T') ? m[1] : undefined)
      const edge = this.schema.edges.find((one) => one.from === deed?.whose)
      if (!deed || !edge) return false
      const table = deed.time.table
      this.understand('repeat rate ratio purchase buyer')
      const again = {
        kind: 'related' as const,
        table,
        not: false,
        where: [],
        count: { operator: '>' as const, value: 1 },
      }
      this.subject = edge.to.table
      this.outputs.push({ measure: { ...this.countOf(edge.to.table), where: [again] }, shown: 'rate' })
      this.where.push({ kind: 'related', table, not: false, where: [] })
      return ''
    })
  }

  /** "customer retention", "cohorts by quarter": who came first when, and how many of them came again later. */
  private readRetention() {
    if (!/\b(?:retention|cohorts?)\b/.test(this.line)) return
    const tag = this.line.match(/T\d+/)?.[0]
    const deed = this.deedOf(tag)
    if (!deed) return
    if (tag) this.used.add(tag)
    const [said] = [...this.tagged.grains].filter(([, grain]) => isLength(grain))
    if (said) this.used.add(said[0])
    const months = (Date.parse(deed.time.max ?? '') - Date.parse(deed.time.min ?? '')) / (30.4 * 86_400_000)
    const length: Length = isLength(said?.[1]) ? said[1] : months > 18 ? 'quarter' : 'month'
    this.understand('retention cohort cohorts analysis rate curve table')
    this.line = this.line
      .replace(
        /\bcohort analysis\b|\b(?:retention|cohorts?|rate|analysis|curve|table)\b|\b(?:by|EACH|in|over) (?=G\d)|\bG\d+\b|\b(?:by|EACH|of|for|our)(?= ?(?:$|[?.]|T\d))|T\d+/g,
        ' ',
      )
      .replace(/\s+/g, ' ')
    const whole = this.peopleOf(deed)
    const later = { week: [1, 2, 4, 8], month: [1, 2, 3, 6, 12], quarter: [1, 2, 3, 4, 8], year: [1, 2, 3] }[length]
    const spans = { week: 0.23, month: 1, quarter: 3, year: 12 }[length]
    const since = makeColumn(this.schema, { kind: 'since', ...deed, length })
    const watched = makeColumn(this.schema, { kind: 'watched', ...deed, length })
    const key: Key = { column: makeColumn(this.schema, { kind: 'start', ...deed }), grain: length }
    this.subject = deed.time.table
    this.group.push(key)
    this.order.push({ by: { key }, descending: false })
    this.outputs.push({ measure: whole, shown: 'value' })
    for (const after of later.filter((count) => count * spans < months)) {
      const measure: Measure = {
        ...whole,
        where: [{ kind: 'compare', column: since, operator: '=', value: after }],
        whole: [{ kind: 'compare', column: watched, operator: '>=', value: after }],
        each: `back after ${after} ${length}${after > 1 ? 's' : ''}`,
      }
      this.outputs.push({ measure, shown: 'rate' })
    }
  }

  protected abstract rates(form: Form): void

  private peopleOf({ time, whose, people }: Deed): Measure {
    return { fn: 'count', table: time.table, of: { columns: [whose], spoken: people }, distinct: true }
  }

  /** What the people of a table do, or what happens most here and says whose it is. */
  private deedOf(tag: string | undefined): Deed | null {
    const table = tag ? this.mention(tag)?.tables[0]?.table.name : undefined
    const people = table && PEOPLE.test(table) ? table : undefined
    const asked = [this.moneyTable(), this.subject].filter((name) => name !== null)
    const found = this.schema.tables.flatMap((table) => {
      const time = timeColumn(table)
      if (!time) return []
      return table.columns.flatMap((whose) => {
        const to = this.schema.edges.find((edge) => edge.from === whose)?.to.table
        const person = to
          ? PEOPLE.test(to)
          : PEOPLE.test(whose.name) && !whose.temporal && (isId(whose) || !whose.numeric)
        if (!person || whose.unique || whose.distinct < 2 || (people && to && to !== people)) return []
        const deeds = this.schema.edges.filter((edge) => edge.to.table === table.name).length
        const rank =
          (asked.includes(table.name) ? 10 : 0) + (to ? 4 : 0) + deeds + (isId(whose) ? 1 : 0) + table.rows / 1e9
        const noun = to ? plural(sayTable(to)) : plural(sayColumn(whose).replace(/ (?:id|name|email|mail)$/, ''))
        return [{ time, whose, people: noun, rank }]
      })
    })
    return found.toSorted((a, b) => b.rank - a.rank)[0] ?? null
  }

  /** The key or the condition that tells new from returning people, once it is known over which times. */
  protected loyal(form: Form) {
    const deed = this.newness
    if (!deed) return
    const { time, whose, people: noun } = deed
    const period = form.where.find((one) => one.kind === 'period' && !one.not && one.column === time)
    const asked = form.group.find((key) => key.column === time && isLength(key.grain))
    const people = form.outputs.find((output) => isMeasure(output) && output.measure.of?.columns[0] === whose)
    const grain = asked?.grain ?? (people && !period && !deed.only ? 'month' : undefined)
    const length = isLength(grain) && deed.only === null ? grain : null
    const from = !length && period?.kind === 'period' && people && !asked ? period.from : null
    const column = makeColumn(this.schema, { kind: 'first', time, whose, people: noun, length, from })
    const one = singular(sayTable(time.table))
    if (deed.only) {
      form.where.push({ kind: 'compare', column, operator: '=', value: deed.only })
      if (people && isMeasure(people)) people.measure.of!.spoken = `new ${noun}`
      this.assumptions.push(
        deed.only === 'New'
          ? `I took ${noun} as new with their first ${one}.`
          : `I took ${noun} as returning from their second ${one} on.`,
      )
      this.rates(form)
      return
    }
    if (length && !asked) this.addKey(form, { column: time, grain: length }, 0)
    this.addKey(form, { column }, form.group.length)
    this.assumptions.push(
      length
        ? `${capital(noun)} are new in the ${length} of their first ${one} and returning in each later one.`
        : from
          ? `New ${noun} had their first ${one} in this time; returning ones had one before.`
          : `The first ${one} of each ${singular(noun)} counts as new, every later one as returning.`,
    )
  }

  private addKey(form: Form, key: Key, at: number) {
    const output: Output = { key }
    form.group.splice(at, 0, key)
    const keys = form.outputs.filter((one) => !isMeasure(one))
    keys.splice(at, 0, output)
    form.outputs = [...keys, ...form.outputs.filter(isMeasure)]
  }

  protected readFirsts() {
    const day = '(?: (?:date|dates|day|time|C\\d+))?'
    this.pass(
      `(?:\\b(?:date|dates|when (?:was|were)) (?:of )?)?${END}(?: and ${END})? (T\\d+)(?: 's)?${day} ${OF} (T\\d+|C\\d+)`,
      (m) => {
        const dated = /date|day|time|when|C\d+ (?:EACH|by)|EACH/.test(m[0])
        return dated ? this.endsOf(m[3]!, m[4]!, [m[1]!, m[2]]) : false
      },
    )
    this.pass(`${END}(?: and ${END})? (C\\d+)(?: 's)? ${OF} (T\\d+|C\\d+)`, (m) => {
      const column = this.column(m[3]!, this.subject, (one) => (one.temporal ? 0.2 : -0.3))
      return column?.temporal ? this.endsOf(column, m[4]!, [m[1]!, m[2]]) : false
    })
    this.pass(
      `\\bwhen (?:did|was|were|has|have) (?:EACH )?(T\\d+|C\\d+)(?: 's)?(?: (?:make|place|made|placed|their|his|her))* ${END}(?: (?:make|place|placed))? (T\\d+|order|buy|purchase|bought)`,
      (m) => {
        const deed = m[3]![0] === 'T' ? m[3]! : (this.tableOfDeed(m[3]!, this.tableOfTag(m[1]!) ?? '')?.name ?? null)
        return deed ? this.endsOf(deed, m[1]!, [m[2]!]) : false
      },
    )
    this.pass(
      `^ ?when (?:was|were|is|did) (?:we )?(?:make |place |get |have )?${END} (T\\d+)(?: (?:placed|made|ever|received))*(?= ?(?:$|[?.,]|in|from|of|for|by V|V))`,
      (m) => {
        const time = timeColumn(this.table(m[2]!) ?? { columns: [], words: [] })
        if (!time || this.tagged.adjectives.get(m[1]!)?.columns.includes('date') === false) return false
        this.subject = time.table
        this.outputs.push({ measure: this.aggregate(this.isLast(m[1]!) ? 'max' : 'min', time), shown: 'value' })
        this.understand('ever')
        return ''
      },
    )
  }

  private isLast(word: string): boolean {
    const adjective = this.tagged.adjectives.get(word)
    if (adjective) this.used.add(word)
    return adjective ? adjective.descending : /^(?:last|latest|newest|recent|MOST)/.test(word)
  }

  /** The first or last date of the rows of one table for each row of another, or each value of a column. */
  private endsOf(deed: string | Column, each: string, ends: (string | undefined)[]): string | false {
    const named = typeof deed !== 'string' ? deed.table : /^T\d+$/.test(deed) ? this.table(deed)?.name : deed
    const table = this.schema.tables.find(({ name }) => name === named)
    const time = typeof deed !== 'string' ? deed : table && timeColumn(table)
    if (!table || !time) return false
    // "most expensive", "oldest": not of dates.
    if (
      ends.some(
        (word) =>
          word && this.tagged.adjectives.has(word) && !this.tagged.adjectives.get(word)!.columns.includes('date'),
      )
    )
      return false
    const keys = this.keysOfEach(each, table)
    if (!keys) return false
    this.understand('date dates day time')
    for (const word of ends) {
      if (!word) continue
      const output: Output = { measure: this.aggregate(this.isLast(word) ? 'max' : 'min', time), shown: 'value' }
      this.outputs.push(output)
      if (this.order.length === 0) this.order.push({ by: output, descending: this.isLast(word) })
    }
    this.subject = table.name
    for (const key of keys) this.group.push(key)
    if (each[0] === 'T') this.nameKeys.push(...keys)
    return ''
  }

  private keysOfEach(tag: string, table: Table): Key[] | null {
    const keys = this.keys(tag, table.name)
    const way =
      keys[0] && (keys[0].column.table === table.name ? [] : path(this.schema, [table.name], keys[0].column.table))
    return way && !way.some((step) => step.many) ? keys : null
  }
}
