import { linkAges, linkTenure } from '../planner/ages.ts'
import { linkFlows } from '../planner/amounts.ts'
import { ranked } from '../planner/choose.ts'
import { compose } from '../planner/compose.ts'
import { parted, standing } from '../planner/constructions.ts'
import { counted } from '../planner/counted.ts'
import { linkDeeds, linkKinds } from '../planner/deeds.ts'
import { type Everyday, everyday } from '../planner/everyday.ts'
import { comparedYears, linkFamilies } from '../planner/families.ts'
import type { Reading } from '../planner/features.ts'
import { lacksRole } from '../planner/finishing.ts'
import { linkDurations } from '../planner/lasting.ts'
import { linkLateness } from '../planner/lateness.ts'
import { type Entry, isEach, isGuessed, isOpen, ledgerOf, leftOver } from '../planner/ledger.ts'
import { linkLevels } from '../planner/levels.ts'
import { linkLoosely } from '../planner/link.ts'
import { meant } from '../planner/meant.ts'
import { instead, nested } from '../planner/nested.ts'
import { countsBeginners } from '../planner/participants.ts'
import { linkParts } from '../planner/parts.ts'
import { linkBoth, linkReferences, linkTimes } from '../planner/references.ts'
import type { RoleWeights } from '../planner/role-model.ts'
import { isAnybody, isFigure, isOfPeople, isTime, linkSubject, linkWho } from '../planner/rows.ts'
import { linkScaled } from '../planner/scaled.ts'
import { FIRM, followingScore, isAnswered } from '../planner/score.ts'
import { conditionsOf, measuresOf } from '../planner/skeleton.ts'
import { linkStates } from '../planner/states.ts'
import { ROLE_WEIGHTS, THRESHOLDS } from '../planner/weights.ts'
import { translated } from '../rules/languages.ts'
import { folded } from '../rules/words.ts'
import { chartWish } from './chart-wish.ts'
import { careful, type Dialect, duckdb } from './dialect.ts'
import { followed, isFollowUp } from './follow.ts'
import { columnsOf, type Form, isMeasure, type Key, keysOf } from './form.ts'
import { hasMonthColumns, hasQuarters, lex, namedMonths, type Token } from './lex.ts'
import { adjectiveOf, STOP } from './lexicon.ts'
import { link, type Mention } from './link.ts'
import type { Facts, Failure, Plan } from './planned.ts'
import { sayProfit } from './profit.ts'
import { readSchema } from './read-schema.ts'
import { Reader } from './reading/reader.ts'
import { rephrased } from './rephrase.ts'
import { Resolver } from './resolve.ts'
import { isId, keyBeside, nameColumns, type Schema, tableOf } from './schema.ts'
import { spelledOut } from './spelled-out.ts'
import { respelled } from './spelling.ts'
import { Writer } from './sql.ts'
import { tag } from './tag.ts'
import { tidy } from './tidy.ts'
import { type ValueIndex, valueIndex } from './value-index.ts'
import { sayColumn, sayTable } from './wording/nouns.ts'

/** Whether every word of a question found a meaning. */
const isClear = (read: Plan | Failure): read is Plan =>
  'form' in read && read.unknown.length === 0 && (read.reading?.firmness ?? 1) >= FIRM

const NEGATION = /^(?:not|no|never|without|nobody|nothing|none|except|excluding|\w+n['’]t)$/
const MONEY = /^(?:revenue|revenues|sales|takings|turnover|gmv|earnings|spend|spending|spent|income|profits?|margins?)$/
/** Profit, and profit as a percentage of revenue: worked out where the catalog has no column of that name. */
const PROFIT = /\b(?:(?:gross|net|operating|total) )?(?:profits?(?! margin)|(?:profit )?(margins?))\b/g

/** "How much did we spend", "spend by merchant": the money itself, not rows of expenses. */
const SPENDING =
  /(?:^| )(?:(?:SUM|what|how much) (?:did|do|does|have|has|was|were|is) (?:[a-z]+ ){0,2}(?:spend|spent|paid)|^spend)(?= (?:EACH|by|on|in|at|for|per|[PGVN]\d)|[ ?.]*$)/g
/** "How much did members in Leiden pay": the money of those who did. */
const PAYING =
  /\bSUM (?:did|do|does|have|has) (T\d+(?: (?:in|from|of|with|at) [VPN]\d+)*) (pay|paid|spend|spent|give|gave|given|donated?|contributed?)\b/g
const isVerbOfSpending = (tokens: Token[], { start, end, kind, score }: Mention): boolean =>
  kind === 'table' && end === start + 1 && score < 0.9 && /^(?:spend|spends|spent|spending)$/.test(tokens[start]!.lower)

/** "How many people" asks for no department of that name. */
const isPeople = (tokens: Token[], { start, end, kind }: Mention): boolean =>
  kind === 'value' && end === start + 1 && isAnybody(tokens[start]!.text)

/** Times that things take are read from two dates, whatever these are called. */
const TIMES = /^(?:delivery|shipping|shipment|resolution|response)$/

/** A plan with what words of its question were taken to mean; one whose rows are a guess, or may be others, is not sure. */
const told = (plan: Plan, { text, notes, guessed }: Everyday, schema: Schema): Plan => ({
  ...plan,
  score:
    guessed || countsBeginners(plan.form, text, schema)
      ? Math.min(plan.score, THRESHOLDS.sure - Number.EPSILON)
      : plan.score,
  assumptions: [...notes, ...plan.assumptions],
})

/** Questions that name nothing of the catalog and are about what happens in it all the same. */
const OF_EVENTS =
  /\b(?:sell|sold|busier|quieter)\b.*\bweekends?\b|\bweekends?\b.*\b(?:sell|sold|busier|quieter)\b|\bretention\b|\bcohorts?\b/i

/** Words whose grammar outweighs a name in the catalog: "order" in "order by", "list" at the start of a request. */
function blocked(tokens: Token[]): Set<number> {
  const found = new Set<number>()
  tokens.forEach((token, i) => {
    const [before, next] = [tokens[i - 1]?.lower ?? '', tokens[i + 1]?.lower ?? '']
    if (token.lower.endsWith('-of-year')) found.add(i)
    if (
      /^order(?:ed)?$/.test(token.lower) &&
      (/^(?:by|of)$/.test(next) ||
        /ing$|^(?:alphabetical|alphabetic|lexicographic|lexicographical|chronological|reverse|in)$/.test(before))
    )
      found.add(i)
    if (
      /^(?:list|show|rank|name|count|find|return|report|state|display|group)$/.test(token.lower) &&
      (i === 0 || /^(?:[.,?;]|and|please|you)$/.test(before)) &&
      !/^(?:and|,|is|are|with|of|by|in|for|that|having|where|has|have|most|from|at|'s)$/.test(next)
    )
      found.add(i)
    if (
      /^(?:total|sum|count|number|average|share|rank|ranked)$/.test(token.lower) &&
      tokens[i + 1]?.kind === 'word' &&
      !/^(?:is|are|of|above|below|over|under|between|by|and)$/.test(next)
    )
      found.add(i)
    const after = tokens[i + 2]
    // "The amount of 2024" is no number of things.
    const isOfOne = after?.kind === 'period' || /^(?:each|every)$/.test(after?.lower ?? '')
    const isFigure = isOfOne && /^(?:amount|value)$/.test(token.lower)
    if (
      /^(?:percentage|percent|share|number|count|total|sum|amount|value)$/.test(token.lower) &&
      next === 'of' &&
      !isFigure
    )
      found.add(i)
    if (token.lower === 'like' || token.lower === 'there') found.add(i)
  })
  return found
}

const NOT_READ: Omit<Reading, 'form' | 'sql' | 'tokens' | 'mentions' | 'ledger'> = {
  ...{ named: false, strange: 0, following: false, firmness: 0, weakest: 0, unknown: 0, doubts: 0, unused: 0, lost: 0 },
  ...{ line: '', rest: '', reworded: false, composed: null, read: false },
}
/** Operations that the passes left on the line. */
const UNREAD = /\b(?:GT|LT|GE|LE|NOT|NEVER|WITHOUT|EACH|SORT|ASC|DESC|COMMON|RARE|both|[VSA]\d+)\b/
/** What a number, period or text that no pass takes takes off how firmly a question was read. */
const LOST = 0.15
/** So many of the composer's queries are judged. */
const MOST_COMPOSED = 20

/** Whether a word is an adjective of a column that is there: "warmest" where there are temperatures. */
const speaksOf = (word: string, { tables }: Schema): boolean =>
  adjectiveOf(word)?.columns.some((name) =>
    tables.some(({ columns }) => columns.some(({ words }) => words.includes(name))),
  ) ?? false

function unknownWords(tokens: Token[], mentions: Mention[], schema: Schema): string[] {
  const linked = new Set(mentions.flatMap((m) => Array.from({ length: m.end - m.start }, (_, i) => m.start + i)))
  return tokens
    .filter(
      (t, i) =>
        t.kind === 'word' &&
        !linked.has(i) &&
        !STOP.has(t.lower) &&
        !STOP.has(t.stem) &&
        !MONEY.test(t.lower) &&
        t.lower !== 'avg' &&
        !speaksOf(t.lower, schema) &&
        t.lower.length > 1,
    )
    .map((t) => t.text)
}

const GUESSES: Partial<Record<Entry['kind'], (base: string) => string>> = {
  table: (base) => `the rows of ${base}`,
  word: (base) => `all that is in ${base}`,
  number: () => 'what the number before it counts',
}

/** What words were taken for only by their place. */
const sayGuesses = (ledger: Entry[], { base, outputs }: Form, mentions: Mention[]): string[] => {
  const who = outputs.find((one) => 'key' in one)
  return ledger.flatMap((entry, at) => {
    const { token, kind } = entry
    if (!isGuessed(entry)) return []
    const mention = mentions.find(({ start }) => start === at)
    const value = mention?.values[0]
    const column = token.lower === 'who' ? who?.key.column : mention?.guessed && mention.columns[0]?.column
    const meant = value
      ? `${sayColumn(value.column)} ${value.value}`
      : column && !isFigure(column)
        ? `the ${sayColumn(column)} in ${column.table}`
        : (GUESSES[kind]?.(base) ?? `what is counted in ${base}`)
    return [`I took “${token.text}” to mean ${meant}.`]
  })
}

/** Nearly each row has a name of its own, so that people may mean rows by it. */
const NAMED = 0.5
/** What is told where things are counted by names that repeat: whether of the rows or of different names is not the same. */
const sayRepeated = ({ outputs }: Form, asked: string, schema: Schema): string[] =>
  outputs.flatMap((one) => {
    const column =
      isMeasure(one) && one.measure.fn === 'count' && one.measure.distinct ? one.measure.of?.columns[0] : null
    if (!column || column.unique || isId(column) || column.numeric || /\b(?:different|distinct|unique)\b/i.test(asked))
      return []
    const { rows } = tableOf(schema, column.table)
    const isName = column.distinct > NAMED * rows && column.distinct < rows
    return isName
      ? [
          `I counted each different ${sayColumn(column)} once; ${column.distinct} stand in ${rows} rows of ${column.table}.`,
        ]
      : []
  })

/** What is told where amounts below zero are shown without their minus. */
const sayOutflows = (form: Form): string[] =>
  [
    ...new Set([
      ...keysOf(form).map(({ column }) => column),
      ...measuresOf(form).flatMap(({ of }) => of?.columns ?? []),
      ...conditionsOf(form).flatMap(columnsOf),
    ]),
  ]
    .filter(({ isOutflow }) => isOutflow)
    .map(
      ({ name, table }) =>
        `Amounts in “${name}” of ${sayTable(table)} are below zero, as money that goes out; I leave out the minus.`,
    )

/** "compare with last year" after a question without a period: this year and last year. */
function besideNow(question: string, previous: Form | null): string {
  if (!previous || previous.where.some((condition) => condition.kind === 'period')) return question
  return question.replace(
    /^((?:and |now |please )*compare[d]?(?: (?:it|that|this))?) (?:with|to|against) (?:the )?(?:last|previous) (week|month|quarter|year)\b/i,
    '$1 this $2 vs last $2',
  )
}

const MOST_REMEMBERED = 50
/** A function of one thing, with what it gave for the last ones. */
function remembered<K, V>(of: (key: K) => V): (key: K) => V {
  const found = new Map<K, V>()
  return (key) => {
    if (!found.has(key)) {
      if (found.size === MOST_REMEMBERED) found.clear()
      found.set(key, of(key))
    }
    return found.get(key)!
  }
}
/** The same of a question and the query that it may edit. */
function rememberedOn<V>(of: (asked: string, previous: Form | null) => V) {
  const on = remembered((previous: Form | null) => remembered((asked: string) => of(asked, previous)))
  return (asked: string, previous: Form | null = null): V => on(previous)(asked)
}

/** The planner over one catalog: reading it is done once for many questions. */
export class Planner {
  readonly schema: Schema
  readonly index: ValueIndex
  /** Words in names of tables and columns, which are not translated. */
  private readonly names: Set<string>

  constructor(
    private readonly facts: Facts,
    private readonly helpful = true,
    private readonly roles: RoleWeights | null = ROLE_WEIGHTS,
  ) {
    this.schema = readSchema(facts.tables, facts.workspace?.currency)
    this.index = valueIndex(this.schema, facts.values)
    this.names = new Set(
      this.schema.tables
        .flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)])
        .flatMap((name) => folded(name).split(/[\s_]+/)),
    )
  }

  /** A question is read as it stands, in English and spelled out, which mostly is the same text. */
  readonly read = remembered((question: string) => this.link(question))

  private link(question: string) {
    const ends = this.schema.tables.flatMap((t) =>
      t.columns.filter((c) => c.temporal && c.max).map((c) => c.max!.slice(0, 10)),
    )
    const tokens = lex(question, this.facts.now, {
      dataEnd: ends.toSorted().at(-1),
      fiscal: this.facts.workspace?.fiscal_year_start,
      months: namedMonths(this.schema.tables),
      isByMonth: hasMonthColumns(this.schema.tables),
      isByQuarter: hasQuarters(this.schema.tables),
    })
    const mentions = link(tokens, question, this.schema, this.index, blocked(tokens))
    const others = mentions.filter((one) => !isVerbOfSpending(tokens, one) && !isPeople(tokens, one))
    const named = linkDurations(tokens, linkFlows(tokens, others, this.schema), this.schema)
    const timed = linkTimes(tokens, named, this.schema)
    const due = linkLevels(tokens, linkLateness(tokens, timed, this.schema), this.schema)
    const made = linkParts(tokens, linkBoth(tokens, due, this.schema), this.schema)
    const linked = linkStates({ tokens, mentions: made }, this.schema, this.facts.now)
    const kinds = linkKinds(linked.tokens, linked.mentions, this.schema)
    const done = linkDeeds(linked.tokens, linkWho(linked.tokens, kinds, this.schema), this.schema)
    const aged = linkAges(linked.tokens, done, this.schema, this.facts.now)
    const stayed = linkTenure(linked.tokens, aged, this.schema, this.facts.now)
    const scaled = linkScaled(linked.tokens, linkReferences(linked.tokens, stayed, this.schema), this.schema)
    return linkSubject(linked.tokens, scaled, this.schema)
  }

  /**
   * Texts that may be values which the catalog does not show: quoted text, runs of capitalised words and words that name nothing,
   * names first, then the longest, at most 12.
   */
  searches(question: string): string[] {
    const { tokens, mentions } = this.read(question)
    const exact = new Set<number>()
    for (const m of mentions) if (m.score >= 0.9) for (let i = m.start; i < m.end; i++) exact.add(i)
    const texts: string[] = tokens.filter((t) => t.kind === 'quoted').map((t) => t.lower)
    const free = (i: number) => {
      const token = tokens[i]!
      const capital = /^\p{Lu}/u.test(token.text) && i > 0
      if (token.kind !== 'word') return token.kind === 'number' && i > 0
      return capital || (!exact.has(i) && !STOP.has(token.lower))
    }
    const text = (start: number, end: number) => question.slice(tokens[start]!.start, tokens[end - 1]!.end)
    for (let start = 0; start < tokens.length; start++) {
      if (!free(start)) continue
      let end = start + 1
      while (
        end < tokens.length &&
        end - start < 6 &&
        (free(end) ||
          (/^(?:of|the|and|in|for|to|'s|de|&|-)$/.test(tokens[end]!.lower) && end + 1 < tokens.length && free(end + 1)))
      )
        end++
      for (let last = end; last > start; last--)
        if (free(last - 1) && !(last === start + 1 && tokens[start]!.kind === 'number')) texts.push(text(start, last))
    }
    // Names go first: of "pure alcohol in Germany and France" each country by itself.
    const isName = (text: string) => /^\p{Lu}/u.test(text) && !/ (?:and|in|for) |,/.test(text)
    return [...new Set(texts)]
      .toSorted((a, b) => Number(isName(b)) - Number(isName(a)) || b.length - a.length)
      .slice(0, 12)
  }

  edits(asked: string): boolean {
    const wish = chartWish(asked)
    const rest = wish?.rest ?? asked
    const question = spelledOut(translated(rest, this.names)?.text ?? rest)
    if (wish && !/\p{L}{2}/u.test(wish.rest)) return true
    const { tokens, mentions } = this.read(question)
    return isFollowUp(question, tokens, mentions)
  }

  /** The query for a question, also one that is misspelt or says it in words of its own; `previous` is the query that it may edit. */
  readonly plan = rememberedOn((said, previous): Plan | Failure => {
    const meant = this.meant(said)
    const plan = this.planned(meant.text, previous)
    if (!('form' in plan)) return plan
    return { ...told(plan, meant, this.schema), choices: meant.text === said ? plan.choices : [] }
  })

  private planned(asked: string, previous: Form | null): Plan | Failure {
    const own = this.passed(asked, previous)
    const isRead = 'form' in own
    // What is missing is said, whatever else could be shown.
    if (!isRead && own.why) return own
    if (isRead && previous && leftOver(own).length > 0) {
      // What the query before has no place for may stand by itself: "top 5 products" after regions.
      const alone = this.planned(asked, null)
      if ('form' in alone && isAnswered(alone) && leftOver(alone).length === 0) return alone
    }
    if (isRead ? !own.reading || own.reading.following : previous) return own
    const [best] = previous ? ranked(this.possible(asked, own)) : this.likeliest(asked)
    return best && (isRead || isAnswered(best)) ? best : own
  }

  /** All that a question that stands by itself may mean, likeliest first, each with its probability; at most some twenty. */
  readings(asked: string): Plan[] {
    const meant = this.meant(asked)
    return this.likeliest(meant.text).map((plan) => told(plan, meant, this.schema))
  }

  /** A question in words that the reader knows; of another language where its English is said in others. */
  private meant(asked: string): Everyday {
    const own = everyday(asked, this.schema)
    const english = own.text === asked ? translated(asked, this.names) : null
    const other = english && everyday(english.text, this.schema)
    const put = other && other.text !== english.text ? { ...other, notes: [english.note, ...other.notes] } : own
    const { tokens, mentions } = this.read(put.text)
    return { ...put, text: counted(put.text, tokens, mentions, this.schema) }
  }

  private readonly likeliest = remembered((asked: string): Plan[] => {
    const found = nested(this, asked)
    if (found.length > 0) return found
    const plans = ranked(this.possible(asked)).map((plan) => this.inTime(this.apart(plan)))
    const [best] = plans
    const others = best && isAnswered(best) && leftOver(best).length === 0 ? [] : instead(this, asked)
    return others.length > 0 ? others : plans
  })

  /** People of one name are not added up. */
  private apart(plan: Plan): Plan {
    const { group, outputs, order } = plan.form
    const keys = group.flatMap(({ column }): Key[] => {
      const table = tableOf(this.schema, column.table)
      const key = isOfPeople(table) && nameColumns(table).includes(column) && keyBeside(this.schema, group, column)
      return key ? [{ column: key }] : []
    })
    if (keys.length === 0 || ![...outputs, ...order.map(({ by }) => by)].some(isMeasure)) return plan
    const form: Form = { ...plan.form, group: [...group, ...keys] }
    return { ...plan, form, sql: this.write(form) ?? plan.sql }
  }

  /** What goes over time is told in its order. */
  private inTime(plan: Plan): Plan {
    const time = plan.form.group.find(({ grain, column }) => grain || isTime(column))
    if (!time || plan.form.order.length > 0 || plan.form.limit !== null) return plan
    const form: Form = { ...plan.form, order: [{ by: { key: time }, descending: false }] }
    return { ...plan, form, sql: this.write(form) ?? plan.sql }
  }

  readonly passed = rememberedOn((asked, previous): Plan | Failure => {
    const read = this.reading(asked, previous)
    if (isClear(read)) return read
    const english = translated(asked, this.names)
    const text = english?.text ?? asked
    const first = english ? this.reading(text, previous) : read
    // The English that is not clear is better than nothing, but not than what is.
    const others = [english, rephrased(text, this.schema), respelled(text, first.unknown, this.schema), english]
    for (const [at, other] of others.entries()) {
      if (!other) continue
      const again = other === english ? first : this.reading(other.text, previous)
      if ('form' in again && (isClear(again) || at === others.length - 1))
        return {
          ...again,
          // A guess at what was meant is less sure than what was said.
          reading: { ...again.reading!, reworded: true },
          choices: [],
          assumptions: [...new Set([...(english ? [english.note] : []), other.note, ...again.assumptions])],
        }
    }
    return read
  })

  private reading(asked: string, previous: Form | null): Plan | Failure {
    const wish = chartWish(asked)
    if (wish && previous && !/\p{L}{2}/u.test(wish.rest)) return this.again(previous)
    const question = besideNow(spelledOut(wish?.rest ?? asked), previous)
    const { tokens, mentions } = this.read(question)
    const unknown = unknownWords(tokens, mentions, this.schema)
    const editing = previous !== null && isFollowUp(question, tokens, mentions)
    if (
      !mentions.length &&
      !editing &&
      !OF_EVENTS.test(question) &&
      !tokens.some((t) => MONEY.test(t.lower) || TIMES.test(t.lower))
    )
      return { unknown, reason: 'nothing' }
    const tagged = tag(tokens, mentions)
    let n = 0
    const resolver = new Resolver(this.schema, mentions)
    const understood: string[] = []
    tagged.line = tagged.line
      .replace(PROFIT, (text, margin?: string) => {
        const tag = `M${n++}`
        resolver.profits.add(tag)
        if (margin) resolver.margins.add(tag)
        understood.push(...text.split(' '))
        return tag
      })
      .replace(SPENDING, () => {
        resolver.revenue = true
        return ` M${n++}`
      })
      .replace(PAYING, (_, who: string, verb: string) => {
        resolver.revenue = true
        understood.push(verb)
        return `M${n++} of ${who}`
      })
      .replace(/\b(?:revenue|revenues|sales|turnover|gmv|income|takings|spending)\b/g, () => {
        resolver.revenue = true
        return `M${n++}`
      })
      .replace(/\b(?:spent|spends?|paid)\b/g, 'SPENT')
    if (resolver.profits.size > 0 && 'why' in resolver.profit)
      return { unknown: [], reason: 'unconnected', why: resolver.profit.why }
    if (
      /^(?:(?:what|how much) (?:is|was) )?(?:SUM |total )?(?:amount|value)\b(?! of [TC]\d)(?! T\d)/.test(tagged.line)
    ) {
      tagged.line = tagged.line.replace(/\b(?:total )?(?:amount|value)\b/, () => `M${n++}`)
      resolver.moneyName = 'total amount'
    }
    const called = question.match(/\b(?:sales|turnover|gmv|earnings)\b|\b(spent|spends?|spending|paid)\b/i)
    if (called) resolver.moneyName = called[1] ? 'spending' : called[0].toLowerCase()
    const reader = new Reader(tagged, this.schema, resolver, this.helpful)
    for (const [name, [start, end]] of tagged.places) reader.words.set(name, question.slice(start, end).toLowerCase())
    reader.words.set('question', question.toLowerCase())
    const read = editing ? followed(previous, reader.readFragment(previous), question, this.schema) : reader.read()
    for (const word of understood) reader.understood.add(word)
    if (!read) return { unknown, reason: unknown.length ? 'unknown' : 'nothing' }
    const form = meant(parted(standing(tidy(read), this.schema), question), question, this.schema)
    const sql = this.write(form)
    if (!sql) return { unknown, reason: 'unconnected' }
    const ledger = ledgerOf(tokens, mentions, form, sql, reader.understood, this.schema.tables)
    const placed = new Set(ledger.flatMap(({ state, token }) => (/^(?:bound|guessed)$/.test(state) ? token.text : [])))
    for (let at = unknown.length - 1; at >= 0; at--)
      if (reader.understood.has(unknown[at]!.toLowerCase()) || placed.has(unknown[at]!)) unknown.splice(at, 1)
    const content = tokens.filter((t) => t.kind === 'word' && !STOP.has(t.lower)).length
    // A number, period or quoted text that no pass took would change the answer: it is told, never dropped in silence.
    for (const tag of [...tagged.numbers.keys(), ...tagged.periods.keys(), ...tagged.quoted.keys()])
      if (!reader.used.has(tag)) reader.lost.push(question.slice(...tagged.places.get(tag)!))
    const missing = [...unknown, ...reader.lost]
    const strange = unknown.length / Math.max(1, content)
    const named = mentions.some((m) => m.kind !== 'value') || editing || /\bM\d/.test(tagged.line)
    const own: Reading = {
      ...{ form, sql, tokens, mentions, named, strange, following: editing },
      firmness:
        (Math.min(1, reader.weakest) - 0.5 * Math.min(strange, unknown.length / 2) - LOST * reader.lost.length) *
        (strange >= 0.5 || (!named && unknown.length) ? 0.4 : 1),
      ledger,
      weakest: reader.weakest,
      unknown: unknown.length,
      doubts: resolver.doubts.size,
      unused: [...tagged.mentions.keys()].filter((name) => !reader.used.has(name)).length,
      lost: reader.lost.length,
      line: tagged.line,
      rest: reader.line,
      reworded: false,
      composed: null,
      read: true,
    }
    const choices = [...resolver.doubts].map(([m, columns]) => ({
      place: [tokens[m.start]!.start, tokens[m.end - 1]!.end] as [number, number],
      columns,
      ...(m.kind === 'value' ? { value: m.values[0]!.value } : {}),
    }))
    return {
      form,
      sql,
      ...{ reading: own, score: editing ? followingScore(own) : 0 },
      assumptions: [
        ...reader.assumptions,
        ...sayProfit(form),
        ...sayGuesses(ledger, form, mentions),
        ...sayOutflows(form),
        ...sayRepeated(form, asked, this.schema),
      ],
      unknown: missing,
      choices: question === asked ? choices : [],
    }
  }

  /** The query before, as it was: only its chart is to be another. */
  private again(form: Form): Plan | Failure {
    const sql = this.write(form)
    return sql ? { form, sql, score: 1, assumptions: [], unknown: [], choices: [] } : { unknown: [], reason: 'nothing' }
  }

  readonly careful = careful

  /**
   * What the passes read, first where they come to a query, and what the composer makes; their probabilities are still to be worked out.
   * What is known of a question as a whole comes from the passes.
   */
  possible(asked: string, own = this.passed(asked)): Plan[] {
    const first = 'form' in own ? own : null
    const read = first?.reading
    const context = read ? { ...read, lost: 0, firmness: read.firmness + LOST * read.lost } : NOT_READ
    const { tokens, linked, fits, candidates, notes } = this.composed(asked)
    const standing = (at: number): Reading['composed'] => {
      const { score, links, roles } = candidates[at]!
      const skipped = roles.filter((role) => role === 'skip').length / Math.max(1, roles.length)
      return { score, links, place: at, lead: score - candidates[0]!.score, skipped }
    }
    const composed = candidates.map(({ form, sql }, at): Plan => {
      const ledger = ledgerOf(tokens, linked, form, sql, new Set(), this.schema.tables)
      const reworded = context.reworded || notes.length > 0
      const how = { ledger, composed: standing(at), read: false, reworded }
      const reading = { ...context, form, sql, tokens, mentions: linked, ...how }
      const told = [...sayGuesses(ledger, form, linked), ...sayOutflows(form), ...sayRepeated(form, asked, this.schema)]
      const assumptions = [...notes, ...told]
      return { form, sql, reading, score: 0, assumptions, unknown: [], choices: [] }
    })
    // A "not", "per month" or what a number counts that is left out makes another answer: no reading where another leaves out nothing that this one has.
    const openIn = (ledger: Entry[]) => {
      const own = ledger.map(({ token }) => token)
      const isCounted = (at: number) =>
        own[at - 1]?.kind === 'number' && linked.some(({ kind, start }) => kind === 'column' && start === at)
      const turns = (at: number) => NEGATION.test(own[at]!.lower) || isEach(own, at) || isCounted(at)
      return ledger.flatMap((entry, at) => (isOpen(entry) ? { word: entry.token.lower, turns: turns(at) } : []))
    }
    const left = composed.map(({ reading }) => openIn(reading!.ledger))
    const sound = read && fits(read.form) ? read : null
    const all = sound ? [...left, openIn(sound.ledger)] : left
    const isTurned = (open: ReturnType<typeof openIn>) =>
      open.some(({ turns }) => turns) &&
      all.some(
        (others) => others.length < open.length && others.every((one) => open.some(({ word }) => word === one.word)),
      )
    // What leaves an operation, a number or a text out is no reading where another may have it, nor what leaves a value over where another has all.
    const isLeft = ({ token }: Entry) =>
      linked.some(({ kind, deed, start }) => (kind === 'value' || deed) && tokens[start]!.lower === token.lower)
    const lacks =
      (read && isTurned(openIn(read.ledger))) ||
      (read?.ledger.some((entry) => isOpen(entry) && isLeft(entry)) && left.some((open) => open.length === 0))
    const stands =
      sound &&
      ((sound.lost === 0 && !lacks && !UNREAD.test(sound.rest) && !lacksRole(sound.form, first!.sql, this.schema)) ||
        candidates.length === 0)
    const same = stands ? candidates.findIndex(({ sql }) => sql === first!.sql) : -1
    const others = composed.filter((_, at) => at !== same && !isTurned(left[at]!))
    if (!first || !stands) return others
    return [{ ...first, reading: { ...sound, composed: same < 0 ? null : standing(same) } }, ...others]
  }

  /** A question in English, its misspelt words written as what they are near to, and what is to be said of that. */
  private written(asked: string): { text: string; notes: string[] } {
    const english = translated(asked, this.names)
    const text = english?.text ?? asked
    const { tokens, mentions } = this.read(text)
    const linked = linkLoosely(tokens, mentions, text, this.schema, this.index)
    const spelled = respelled(text, unknownWords(tokens, linked, this.schema), this.schema)
    return { text: spelled?.text ?? text, notes: [english, spelled].flatMap((one) => one?.note ?? []) }
  }

  /** The likeliest queries that the composer makes of a question, best first, and what they are made of. */
  composed(asked: string, most = MOST_COMPOSED) {
    const { text, notes } = this.written(asked)
    const question = comparedYears(spelledOut(text), this.schema)
    const read = this.read(question)
    const loosely = linkReferences(
      read.tokens,
      linkLoosely(read.tokens, read.mentions, question, this.schema, this.index),
      this.schema,
    )
    const mentions = linkBoth(read.tokens, loosely, this.schema)
    const scaled = linkScaled(read.tokens, mentions, this.schema)
    const { tokens, mentions: linked } = linkFamilies({ tokens: read.tokens, mentions: scaled }, this.schema)
    const write = (form: Form) => this.write(form)
    return { tokens, linked, notes, ...compose(question, tokens, linked, this.schema, write, most, this.roles) }
  }

  /** SQL of a form; the careful dialect casts whatever it compares. */
  write(form: Form, dialect: Dialect = duckdb): string | null {
    const time = form.group.find((key) => key.grain)
    const writer = new Writer(this.schema, dialect)
    return (time ? writer.over(time, true) : writer).write(form)
  }
}
