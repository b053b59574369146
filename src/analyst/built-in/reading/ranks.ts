import { falls } from '../../planner/units.ts'
import { isMeasure, type Key, type Output } from '../form.ts'
import { nameColumns, type Table, tableOf, timeColumn } from '../schema.ts'
import { rankedBy } from '../totals.ts'
import { sayTable } from '../wording/nouns.ts'
import { Groups } from './groups.ts'

export abstract class Ranks extends Groups {
  protected abstract tableOfDeed(verb: string, owner: string): Table | null

  /** Superlatives and top-n: one ranking, by a column, an aggregate or the number of related rows. */
  protected readRanks() {
    let count: number | null = null
    let topDescending = true
    const number = (tag: string | undefined) => {
      if (!tag) return 1
      this.used.add(tag)
      return this.tagged.numbers.get(tag)!.value
    }
    this.pass(/\b(MOST|LEAST|first|last) (N\d+)(?= )/, (m) => {
      count = number(m[2])
      topDescending = m[1] === 'MOST' || m[1] === 'last'
      return m[1] === 'MOST' || m[1] === 'LEAST' ? 'TOP' : 'TOPROWS'
    })
    this.pass(/\b(N\d+) (?=(?:MOST|LEAST|S\d+|COMMON|RARE)\b)/, (m) => {
      count = number(m[1])
      return ''
    })
    // "who are our best customers", "top cities": ranked by what such rows are ranked by, not by their names.
    this.pass(
      /^ ?((?:(?:who|what|which|show|list|is|are|was|were) )*)MOST ([TC]\d+)(?= ?(?:[?.]?$|(?:in|of|for|during) [NPVG]\d|P\d))/,
      (m) => {
        if (!/\b(?:best|top|biggest|largest)\b/.test(this.words.get('question') ?? '')) return false
        const column = m[2]![0] === 'C' ? this.column(m[2]!) : null
        return m[2]![0] === 'T' || (column && !column.numeric && !column.temporal) ? `${m[1]}TOPTEN ${m[2]}` : false
      },
    )
    this.pass(/\bTOPTEN\b(?: ([TC]\d+))?/, (m) => {
      const one = m[1] !== undefined && !/s$/.test(this.wordOf(m[1]))
      count ??= one ? 1 : 10
      return `TOP ${m[1] ?? ''}`
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
        rank(by, topDescending !== m[0].includes('LEAST'), key[0])
        return `${m[1]}${m[2]}`
      },
    )
    this.pass(/\bTOP ((?:[TCM]\d+))/, (m) => {
      const tag = m[1]!
      if (tag[0] === 'C') {
        const column = this.column(tag, this.subject)
        if (column) rank(this.counting(column.table), topDescending, { column })
        return tag
      }
      const near = tag[0] === 'T' ? this.tableOfTag(tag) : this.subject
      const of = this.resolver.money(near)
      if (of) {
        rank(this.sumOf(of), topDescending, this.keys(tag)[0])
        this.assumptions.push(
          `I took “top” to mean the highest ${of.spoken ?? 'revenue'} (the sum of ${of.columns.map((c) => c.name).join(' × ')} in ${sayTable(of.columns[0]!.table)}).`,
        )
      } else return false
      return tag
    })
    // "the last 5 orders" are the latest of them, where they have a date.
    this.pass(/\bTOPROWS\b(?: (T\d+))?/, (m) => {
      const table = m[1] ? this.table(m[1]) : null
      const dated = table && !this.group.length ? timeColumn(table) : null
      if (dated && !this.order.length)
        this.ranked.push({ by: { key: { column: dated } }, descending: topDescending, limit: limit() })
      else this.limit = count
      return m[1] ?? ''
    })
    this.pass(/\b(COMMON|RARE) ([TC]\d+)/, (m) => {
      const key = this.keys(m[2]!)[0]
      if (!key) return false
      rank(this.counting(key.column.table), m[1] === 'COMMON', key)
      return m[2]!
    })
    this.pass(
      /\b(?:that |which |who )?(?:is|are|was|were|has|have|been|appears?|occurs?|used)? ?(?:been )?(?:used |listed |appear )?\b(COMMON|RARE)\b/,
      (m, before) => {
        const tag = this.tagsOf(before).at(-1)
        const key = tag ? this.keys(tag)[0] : null
        return key ? rank(this.counting(key.column.table), m[1] === 'COMMON', key) : false
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
      const descending = falls(adjective, column)
      if (fits && !/[TC]\d/.test(before) && count === null) {
        this.outputs.push({ measure: this.aggregate(descending ? 'max' : 'min', fits), shown: 'value' })
        return ''
      }
      rank({ key: { column } }, descending)
      return m[2] ?? ''
    })
    // "Who borrowed the most books": the people whom the deeds belong to.
    this.pass(/^ ?who(?: has| have)? ([a-z]+) (MOST|LEAST) (T\d+)/, (m) => {
      const what = this.table(m[3]!)
      const deed = what && (this.tableOfDeed(m[1]!, what.name) ?? what)
      const people = this.schema.edges
        .filter(({ from, to, isLoose }) => from.table === deed?.name && to.table !== what?.name && !isLoose)
        .map(({ to }) => tableOf(this.schema, to.table))
        .filter((table) => nameColumns(table).length > 0)
      const [person, other] = new Set(people)
      if (!deed || !person || other) return false
      this.understand(m[1]!)
      if (what && deed !== what) this.joined = [what.name]
      return rank(this.counting(deed.name), m[2] === 'MOST', this.resolver.keys(person)[0])
    })
    this.pass(
      `(,? ?(?:and )?(?:with|have|has|had|having|that|which|who|whose|where|made|received|got|by|for|of|,|from)?(?: [a-z]+){0,3}?) ?\\b(MOST|LEAST)((?: (?:COUNT|SUM|AVG|TIMES|total))*) (${X})(?: of (${X}))?`,
      (m, before) => {
        const [descending, words, tag] = [m[2] === 'MOST', m[3]!, m[4]!]
        const earlier = this.tagsOf(before)
        const asked =
          !earlier.length || /(?:,|and|COUNT|AVG|MOST|LEAST|SUM)\s*$/.test(`${before.trim()} ${m[1]!.trim()}`.trim())
        const isOfTime = this.grains.length > 0 && /\b(?:which|what)\b/.test(this.tagged.line)
        if (
          tag[0] === 'C' &&
          !words.trim() &&
          asked &&
          !isOfTime &&
          !this.outputs.some((o) => 'key' in o) &&
          count === null &&
          !/\b(?:which|who|what|in which)\b(?! (?:is|are|was|were)\b)/.test(before)
        )
          return false
        if (!earlier.length && tag[0] === 'C' && !words.trim() && count === null && !isOfTime) return false
        const group = earlier.at(-1) ? this.keys(earlier.find((t) => t[0] === 'T') ?? earlier.at(-1)!)[0] : undefined
        if (words.includes('TIMES')) return rank(this.counting(this.subject!), descending, group)
        if (tag[0] === 'T' || words.includes('COUNT')) {
          const by = this.outputOf(`COUNT ${tag}`)
          return rank(by, descending, group ?? undefined)
        }
        const by = this.outputOf(`${words} ${tag}`, this.subject)
        if (!by) return false
        if (isMeasure(by)) return rank(by, descending, group)
        const { column } = by.key
        // "Which month had the highest sales": all of a month together, of what does not add up the highest of all.
        if (isOfTime && column.numeric && !earlier.length) {
          const fn = this.isAveraged(column) ? (descending ? 'max' : 'min') : 'sum'
          return rank({ measure: this.aggregate(fn, column), shown: 'value' }, descending)
        }
        const fn = group ? rankedBy(this.schema, group.column, column, this.words.get('question') ?? '') : null
        if (fn) return rank({ measure: this.aggregate(fn, column), shown: 'value' }, descending, group)
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
      if (of) this.understand('earn earns earned generate generated')
      const counted = earlier.slice(1).find((t) => t[0] === 'T')
      const after = this.line.slice(before.length).match(/T\d+/)?.[0]
      const table = counted ?? after
      return rank(
        of ? this.sumOf(of) : this.counting(table ? this.table(table)!.name : key.column.table),
        m[1] === 'MOST',
        key,
      )
    })
    if (count !== null && !this.ranked.length && !this.limit) this.limit = count
  }

  /** Who spends: the named rows that the money belongs to. */
  protected buyer(): Key | undefined {
    const table = this.resolver.money(this.subject)?.columns[0]?.table
    const owners = this.schema.edges
      .filter((edge) => edge.from.table === table)
      .map((edge) => tableOf(this.schema, edge.to.table))
    const person = owners.find((owner) => /customer|client|user|member|buyer|account/i.test(owner.name)) ?? owners[0]
    return person ? this.resolver.keys(person)[0] : undefined
  }
}
