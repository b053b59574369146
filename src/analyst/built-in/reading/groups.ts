import { type Grain, isMeasure, type Output } from '../form.ts'
import { type Column, isId } from '../schema.ts'
import { Comparisons } from './comparisons.ts'
import { FNS } from './reading.ts'

/** "Share of orders returned per shop", "what share of orders was returned by shop", "share of unpaid bills by client": the part of each group. */
const OF_STATE =
  /\b(?:PERCENT(?: of)?|(?:share|proportion|fraction) of) (?:(?:the|all|our) )*(?:T\d+ (?:(?:who|that|which|is|are|was|were|has|have|had|been|get|got) )*V\d+|V\d+(?: T\d+)?) (?:by|EACH)\b/

/** Passes that group, order and say how a measure is shown. */
export abstract class Groups extends Comparisons {
  /** A share is of the rows of each group. */
  protected isOfState = false

  protected readShown() {
    this.pass(/\bRUNNING\b( T\d+)?/, (m) => {
      this.shown = 'running'
      return m[1] ? `COUNT${m[1]}` : ''
    })
    this.pass(/\b([TM]\d+) (?:growth|change)(?: rate)?\b/, (m) => {
      this.shown = 'change'
      return m[1]![0] === 'T' ? `COUNT ${m[1]}` : m[1]!
    })
    this.pass(/\b(G\d+) (?:over|on) (G\d+)(?: (?:change|growth|increase))?(?: (?:in|of))?( T\d+)?/, (m) => {
      const [grain, other] = m.slice(1, 3).map((tag) => this.tagged.grains.get(tag!)!)
      if (!grain || grain !== other) return false
      this.used.add(m[1]!).add(m[2]!)
      this.grains.push(grain)
      this.shown = 'change'
      return m[3] ? `COUNT${m[3]}` : ''
    })
    this.pass(/\bCHANGE\b( T\d+)?/, (m) => {
      this.shown = 'change'
      return m[1] ? `COUNT${m[1]}` : ''
    })
    this.pass(
      /^(?:[a-z ]*)PERCENT(?: of)?|\bPERCENT of\b|\bas (?:PERCENT|share|proportion|fraction)\b|\bPERCENT (?=each|EACH|by)|\bshare of\b|\bshare (?=EACH|by)/,
      (m) => {
        if (/[TC]\d/.test(m[0])) return false
        this.shown = 'share'
        this.isOfState = OF_STATE.test(m.input!)
      },
    )
  }

  protected readGrains() {
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
    this.pass(/(?:\band|,) (G\d+)\b/, (m, before) => {
      if (!/\b(?:by|EACH|EACHG) /.test(before)) return false
      this.used.add(m[1]!)
      this.grains.push(grain(m[1]!))
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
  }

  protected outputOf(text: string, near: string | null = this.subject): Output | null {
    const tag = this.tagsOf(text)[0]
    const fn = [...FNS].find(([name]) => text.includes(name))?.[1]
    const money = text.match(/\bM\d+/)?.[0]
    if (money) {
      const of = this.resolver.money(near, money)
      if (of && this.resolver.margins.has(money))
        return { measure: { fn: 'sum', table: of.columns[0]!.table, of }, shown: 'margin' }
      return of
        ? { measure: { fn: fn && fn !== 'count' ? fn : 'sum', table: of.columns[0]!.table, of }, shown: 'value' }
        : null
    }
    if (!tag) return null
    if (tag[0] === 'T') {
      const table = this.table(tag)
      if (table && fn === 'count') return this.counting(table.name)
      const key = this.keys(tag)[0]
      return key ? { key } : null
    }
    const column = this.column(tag, near)
    if (!column) return null
    if (fn === 'count' && column.numeric && !isId(column)) return { key: { column } }
    if (fn === 'count') return { measure: this.aggregate('count', column, true), shown: 'value' }
    return fn ? { measure: this.aggregate(fn, column), shown: 'value' } : { key: { column } }
  }

  /** Whether adding up makes no sense of a numeric column. */
  protected isAveraged({ aggregation, isSaid, name, made }: Column): boolean {
    // One times the other is an amount, also of a price.
    if (made?.kind === 'both' && made.by === '*') return false
    const averaged = /price|rate|age$|score|rating|percent|pct|gpa|salary|height|weight|temperature/i
    return aggregation === 'average' || (!isSaid && averaged.test(name))
  }

  /** A numeric column asked for by group is added up, or averaged. */
  protected summed(output: Output): Output {
    if (isMeasure(output) || !output.key.column.numeric || isId(output.key.column) || output.key.grain) return output
    const { column } = output.key
    return { measure: this.aggregate(this.isAveraged(column) ? 'avg' : 'sum', column), shown: this.shown }
  }

  protected readSort() {
    const X = '(?:(?:COUNT|AVG|SUM|MOST|LEAST) (?:of )?)?(?:[TCM]\\d+)(?: of [TC]\\d+)?'
    this.pass(
      `,? ?(?:and )?\\bSORT(?: (ASC|DESC))?(?: EACH| by| in)? (${X})(?: '?s? ?(?:and|,) (${X}))?(?: values?)?,?(?: in)?(?: (ASC|DESC))?`,
      (m) => {
        const descending = (m[1] ?? m[4]) === 'DESC'
        const found = [m[2], m[3]].filter(Boolean).map((text) => this.outputOf(text!))
        if (!found[0]) return false
        for (const by of found) if (by) this.order.push({ by, descending })
        return ''
      },
    )
    this.pass(`\\b(?:by|in) (ASC|DESC)(?: order)?(?: of| by)? (${X})`, (m) => {
      const by = this.outputOf(m[2]!)
      if (!by) return false
      this.order.push({ by, descending: m[1] === 'DESC' })
    })
    this.pass(/,? ?(?:and )?(?:\bSORT(?: by| in)? ?|\b(?:by|in) )?\b(ASC|DESC)\b/, (m) => {
      this.direction = m[1] === 'DESC'
    })
  }

  protected readGroups() {
    // "how much did we refund, and for which reasons": the whole and its parts.
    this.pass(/,? and (?:for|by|in|from|of|on|at|with|to) (?:which|what) (?=[TC]\d)/, (_, before) => {
      if (!/\b(?:COUNT|SUM|AVG|M\d)/.test(before)) return false
      this.total = true
      return 'EACH'
    })
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
          for (const key of this.keys(tag, near)) {
            this.group.push(key)
            if (tag[0] === 'T') this.nameKeys.push(key)
            else this.askedKeys.add(key)
          }
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
          !(this.following || this.outputs.length > 0 || /[CTM]\d|COUNT/.test(before))
        )
          return false
        for (const tag of this.tagsOf(m[1]!))
          for (const key of this.keys(tag)) {
            this.group.push(key)
            if (tag[0] === 'T') this.nameKeys.push(key)
          }
        this.byGroup = true
      },
    )
  }
}
