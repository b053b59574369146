import type { Period } from '../built-in/dates.ts'
import { type Condition, columnsOf, type Operator } from '../built-in/form.ts'
import { type Column, nameColumns, tableOf } from '../built-in/schema.ts'
import { Comparisons } from './comparisons.ts'
import type { Item } from './items.ts'
import { unfit } from './links.ts'
import { selfReference } from './references.ts'
import { isFigure } from './rows.ts'
import { partIs, type TimePart } from './spans.ts'
import { falls } from './units.ts'

const isMoment = ({ temporal, made }: Column): boolean => temporal && !made

type Extreme = (Condition & { kind: 'extreme' })['fn']

/** Roles of a quoted text, and the words before it that leave it no other. */
const PARTS: [string, RegExp][] = [
  ['start', /^(?:start|begin|prefix)/],
  ['end', /^(?:end(?:s|ing)?$|suffix)/],
  ['like', /^(?:contain|includ|substring)/],
]

/** Reads what narrows: values, numbers, periods, averages and extremes, each with the column that waits for it. */
export class Conditions extends Comparisons {
  private readonly consumed = new Set<Item>()
  /** The conditions before that belong together, to which "or" and "and" join one. */
  private last: Condition[] = []
  /** Rows that there must be none of, which what comes after narrows. */
  private none: (Condition & { kind: 'related' }) | null = null

  read() {
    for (const item of this.draft.items) {
      const found = this.draft.role(item) === 'skip' ? null : this.conditionOf(item, this.draft.role(item))
      if (found) this.add(found, item)
    }
    const { where } = this.draft.form
    for (const one of where)
      if (one.kind === 'extreme')
        one.where = where.filter((other) => !['related', 'extreme', 'average'].includes(other.kind))
    if (this.waiting.some((item) => !this.consumed.has(item))) unfit()
    // What is compared with itself, and an average that nothing is compared with, say nothing.
    if (where.some((one) => one.kind === 'among' && one.where.length === 0)) unfit()
    const own = this.draft.with('C', 'own').length
    if (own !== where.filter((one) => one.kind === 'average' && one.within).length) unfit()
  }

  private conditionOf(item: Item, role: string): Condition | null {
    const { draft, consumed } = this
    switch (item.kind) {
      case 'V':
      case 'Q':
        return this.matching(item, role, consumed)
      case 'N':
        if (role === 'cmp' || role === 'both' || role === 'never' || role === 'with')
          return this.compared(item, consumed)
        // "More than 3 cats or more than 2 dogs": what waits for the number comes before the column of the number before.
        if (role === 'or' && (this.waitingNear(item, 4, (other) => !consumed.has(other)) || this.besideAdjective(item)))
          return this.compared(item, consumed)
        if (role === 'or')
          return this.last.length === 1 && this.last[0]!.kind === 'compare'
            ? { ...this.last[0]!, operator: draft.operator(item), value: draft.number(item) }
            : unfit()
        if (role === 'low') return this.range(item, consumed)
        if (role === 'have') this.have(item)
        return null
      case 'P':
        return this.dated(item, role === 'not')
      case 'THAN':
        return role === 'other' ? this.beside(item) : null
      case 'AVG':
      case 'MOST':
      case 'LEAST':
        return role === 'average' || role === 'beyond' ? this.average(item) : null
      case 'S': {
        const fn = draft.adjective(item.at).descending ? 'max' : 'min'
        return role === 'ext' ? { kind: 'extreme', column: draft.byAdjective(item), fn, where: [] } : null
      }
      case 'C':
        if (role === 'same') return { kind: 'among', column: draft.column(item), where: [], not: false }
        return /^e(max|min|common|rare)$/.test(role)
          ? { kind: 'extreme', column: draft.column(item), fn: role.slice(1) as Extreme, where: [] }
          : null
      case 'T': {
        if (role !== 'none') return null
        const table = draft.table(item).name
        return table === draft.base ? unfit() : { kind: 'related', table, not: true, where: [] }
      }
      default:
        return null
    }
  }

  private besideAdjective({ at }: Item): boolean {
    return this.draft.items.some((other) => other.kind === 'A' && other.at === at - 1)
  }

  private dated(item: Item, not: boolean): Condition {
    const { draft } = this
    const period = draft.given.line.tagged.periods.get(item.tag)!
    const isDated = (column: Column) => column.temporal || column.words.includes('year')
    const near = this.waitingNear(item, 8, (other) => other.mention!.columns.some(({ column }) => isDated(column)))
    if (near) this.consumed.add(near)
    const part = near ? null : this.inParts(period, not)
    if (part) return part
    const column = near ? draft.column(near, (c) => (isDated(c) ? 0.5 : 0)) : (draft.year(item) ?? draft.time())
    if (!column.temporal) return this.years(column, period, not)
    const { from, to, label } = period
    return { kind: 'period', column, from, to, label, ...(not ? { not: true } : {}) }
  }

  /** A day, month or quarter of a table that has their parts as columns of their own instead of dates. */
  private inParts({ from, to }: Period, not: boolean): Condition | null {
    const { columns } = tableOf(this.draft.given.schema, this.draft.base)
    if (!from || !to || columns.some(({ temporal }) => temporal)) return null
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    const [year, month, day] = from.split('-').map(Number)
    const isQuarter = days > 31 && days < 93
    if (days > 93 || (!isQuarter && day !== 1 && days !== 1)) return null
    const said: [part: TimePart, value: number][] = [
      ...(this.draft.given.question.includes(`${year}`) ? [['year', year!] as [TimePart, number]] : []),
      isQuarter ? ['quarter', Math.ceil(month! / 3)] : ['month', month!],
      ...(days === 1 ? [['day', day!] as [TimePart, number]] : []),
    ]
    const parts = said.flatMap(([part, value]) => partIs(columns, part, value) ?? [])
    if (parts.length < said.length || (not && parts.length > 1)) return null
    const [first, ...others] = parts
    const isThere = ({ column, value }: (typeof parts)[number]) =>
      this.draft.form.where.some((one) => one.kind === 'compare' && one.column === column && one.value === value)
    this.draft.form.where.push(...others.filter((one) => !isThere(one)))
    return not ? { ...first!, operator: '<>' } : first!
  }

  /** One column against another of the same row. */
  private beside(item: Item): Condition {
    const { draft } = this
    const fits = item.mention!.columns.some(({ column }) => isFigure(column)) ? isFigure : isMoment
    const first = draft.figureBefore(item, fits)
    this.consumed.add(first)
    // "Members who paid less than their fee" asks for members, and not for what they paid.
    const { words } = draft.given.line
    const before = words
      .slice(0, first.at)
      .findLast((word) => !/^(?:who|that|which|whose|with|have|has|had|is|are|was|were)$/.test(word))
    if (before === 'T' && !/^(?:cond|skip)$/.test(draft.role(first))) unfit()
    const [column, other] = [draft.figureOf(first, fits), draft.figureOf(item, fits)]
    return column === other ? unfit() : { kind: 'columns', column, operator: draft.thanOperator(item), other }
  }

  private average(item: Item): Condition {
    const { draft } = this
    const near = this.waitingNear(item, 30)
    const adjective = draft.items.findLast((other) => other.kind === 'A' && other.at < item.at)
    if (near) this.consumed.add(near)
    const column = near
      ? draft.column(near, (c) => (c.numeric ? 0.2 : -0.5))
      : adjective
        ? draft.byAdjective(adjective)
        : unfit()
    if (!column.numeric) unfit()
    const operator = this.beyond(item, column)
    const { where } = draft.form
    const fn = ({ MOST: 'max', LEAST: 'min' } as const)[item.kind as 'MOST']
    const own = draft.with('C', 'own').find((other) => other.at > item.at)
    const within = own && draft.column(own, (one) => (isFigure(one) ? -0.5 : 0))
    if (within) {
      const above = /\bof their own\b/.test(draft.given.question) && selfReference(draft.given.schema, within)
      if (above) return { kind: 'average', column, operator, fn: 'max', within: above, by: within }
      if (isFigure(within) || within.unique || within.made || within.table !== column.table) unfit()
      return { kind: 'average', column, operator, ...(fn ? { fn } : {}), within }
    }
    const narrowed = where.length > 0 && draft.either('average', [false, true], 1)
    return {
      ...{ kind: 'average', column, operator, ...(fn ? { fn } : {}) },
      ...(narrowed ? { where: where.filter(({ kind }) => kind === 'compare') } : {}),
    }
  }

  /** "Faster than average" took less time. */
  private beyond(item: Item, column: Column): Operator {
    const { draft } = this
    if (draft.given.line.words[item.at - 1] !== 'A') return draft.operator(item)
    return falls(draft.adjective(item.at - 1), column) ? '>' : '<'
  }

  /** "Than the average man": whose average it is. */
  private isOfAverage({ kind, at }: Item): boolean {
    const { items } = this.draft
    return (
      kind === 'V' &&
      this.last[0]?.kind === 'average' &&
      items.some((one) => one.kind === 'AVG' && one.at === at - 1 && this.draft.role(one) === 'average')
    )
  }

  /** Puts a condition where its role says: beside the others, as one of several, within rows that there must be none of. */
  private add(found: Condition, item: Item) {
    const { form, base } = this.draft
    const role = this.draft.role(item)
    if (this.none && columnsOf(found).every((column) => column.table !== base)) {
      this.none.where.push(found)
      return
    }
    if (item.kind === 'T' && found.kind === 'related') this.none = found
    let whole = found
    const [last] = this.last
    if (role === 'with' || this.isOfAverage(item)) return this.narrow(found)
    if (role === 'or' || role === 'both') {
      if (!last || last.kind === 'related' || found.kind === 'related') return unfit()
      if (role === 'or') {
        form.where = form.where.filter((one) => one !== last)
        whole = { kind: 'any', parts: last.kind === 'any' ? [...last.parts, found] : [last, found] }
      } else {
        const column = this.subject()
        if (last.kind !== 'among') {
          form.where = form.where.filter((one) => !this.last.includes(one))
          form.where.push({ kind: 'among', column, where: this.last, not: false })
        }
        whole = { kind: 'among', column, where: [found], not: false }
      }
    }
    // Of rows by themselves, what is neither one nor the other just is not.
    if (
      role === 'never' &&
      'operator' in found &&
      found.operator === '=' &&
      this.draft.given.schema.tables.length === 1 &&
      !this.isOfSeveral()
    )
      whole = { ...found, operator: '<>' }
    else if (role === 'never') whole = { kind: 'among', column: this.subject(), where: [found], not: true }
    this.draft.said.set(whole, item.at)
    form.where.push(whole)
    this.last = [whole]
  }

  /** Another condition of what the one before is about: "the average of those in Rome", "in fall 2009 but not in spring 2010". */
  private narrow(found: Condition) {
    const [last] = this.last
    if (!last) return unfit()
    if (last.kind === 'among') last.where.push(found)
    else if (last.kind === 'average') {
      const isOther = (one: Condition) => columnsOf(one)[0] !== columnsOf(found)[0]
      last.where = [...(last.where ?? []).filter(isOther), found]
    } else {
      this.draft.said.set(found, Number.POSITIVE_INFINITY)
      this.draft.form.where.push(found)
      this.last.push(found)
    }
  }

  /** Whether what is shown stands in several rows: crews of a list of jobs. */
  private isOfSeveral(): boolean {
    const [only, other] = this.draft.form.outputs
    return only !== undefined && !other && 'key' in only && !only.key.column.unique && !isFigure(only.key.column)
  }

  /** What rows are told apart by, where sets of them are compared: what is shown, or the key. */
  private subject(): Column {
    const table = tableOf(this.draft.given.schema, this.draft.base)
    const key = this.draft.form.outputs.find((output) => 'key' in output)
    // Drivers of a list of trips are told apart by themselves, people by their key.
    const isShared = (column: Column) => !column.unique && !isFigure(column) && !nameColumns(table).includes(column)
    if (
      key &&
      'key' in key &&
      (!table.key ||
        key.key.column.table !== this.draft.base ||
        isShared(key.key.column) !== (this.draft.given.choice?.get('subject') === 1))
    )
      return key.key.column
    if (key) this.draft.choices.push({ key: 'subject', others: 1 })
    return table.key ?? unfit()
  }

  private matching(item: Item, role: string, consumed: Set<Item>): Condition {
    const hits = item.mention?.values ?? []
    const near =
      this.waitingNear(item, 8, (other) => !consumed.has(other) || role === 'or') ?? this.waitingNear(item, 12)
    const text = this.draft.given.line.tagged.quoted.get(item.tag)
    const not = role === 'ne' || role === 'nlike'
    const before = this.draft.given.line.words.slice(Math.max(0, item.at - 3), item.at)
    const part = text && PARTS.find(([, words]) => before.some((word) => words.test(word)))?.[0]
    if (part && /^(?:eq|ne|n?like|start|end)$/.test(role) && !role.endsWith(part)) unfit()
    if (role === 'like' || role === 'nlike' || role === 'start' || role === 'end' || !hits.length) {
      const shown = this.draft.items.findLast((other) => other.kind === 'C' && other.at < item.at)
      const column = near
        ? this.draft.column(near)
        : shown
          ? this.draft.column(shown)
          : (this.draft.given.resolver.names(tableOf(this.draft.given.schema, this.draft.base))[0] ?? unfit())
      if (near) consumed.add(near)
      if (column.numeric && role !== 'eq') unfit()
      const exact = /^(eq|ne|or|both|never|with)$/.test(role)
      if (exact) return { kind: 'compare', column, operator: not ? '<>' : '=', value: text ?? unfit() }
      return {
        kind: 'contains',
        column,
        text: text ?? item.mention?.values[0]?.value ?? unfit(),
        where: role === 'start' ? 'start' : role === 'end' ? 'end' : 'any',
        not,
      }
    }
    const hit = this.draft.hit(item, near)
    if (near?.mention?.columns.some(({ column }) => column === hit.column)) {
      consumed.add(near)
      this.draft.columns.set(near, hit.column)
    }
    return { kind: 'compare', column: hit.column, operator: not ? '<>' : '=', value: hit.value }
  }
}
