import { type Condition, type Form, isMeasure } from '../form.ts'
import { Assembly } from './assembly.ts'
import type { Pieces } from './reading.ts'
import { cutToDate } from './to-date.ts'

/** Reads a tagged line in passes, each taking away what it understood. */
export class Reader extends Assembly {
  read(): Form | null {
    this.findSubject()
    this.subject ??= this.moneyTable()
    this.stayWithMoney()
    this.bindOwners()
    this.readIdioms()
    this.readRest()
    return this.finish()
  }

  /** What idioms leave is read in this order. */
  private readRest() {
    this.readShown()
    this.readBoth()
    this.readGrains()
    this.readSort()
    this.readRelatedNone()
    this.readComparisons()
    this.readRanks()
    this.line = ` ${this.line}`
    this.readGroups()
    this.readValues()
    this.readPeriods()
    this.readSelect()
  }

  /** The parts of a follow-up: what it adds to or changes in the query before it. */
  readFragment(previous: Form): Pieces {
    this.following = true
    this.previous = previous
    this.subject = previous.base
    const turned = this.turned(previous)
    this.bindOwners()
    this.readIdioms()
    const [, which, tag] = this.line.match(/\b(MOST|LEAST|first|last) (N\d+)/) ?? []
    this.readRest()
    if (tag) this.used.add(tag)
    return {
      where: this.cutSides(),
      group: [...this.grains.flatMap((grain) => this.timeKey(grain)), ...this.group],
      outputs: this.outputs,
      tables: this.context,
      shown: this.shown,
      fn: tag || turned ? null : this.loneFn,
      ranked: this.ranked[0] ?? null,
      order: this.order,
      limit: tag ? this.tagged.numbers.get(tag)!.value : (turned?.limit ?? this.limit),
      descending: which ? which === 'MOST' || which === 'first' : (turned?.descending ?? this.direction),
      used:
        turned !== null ||
        this.loneFn !== null ||
        this.direction !== null ||
        this.used.size > 0 ||
        this.shown !== 'value' ||
        this.grains.length > 0,
    }
  }

  /** "and the worst?" after a ranking, "which is the slowest?" after figures: the same figures from the other end. */
  private turned(previous: Form): { descending: boolean; limit: number | null } | null {
    const figure = previous.order[0]?.by ?? previous.outputs.find(isMeasure)
    const found = this.line.match(
      /^ ?(?:(?:and|but|now|what|how|about|or) )*(?:(which|what|who)(?: ones?)? (?:is|are|was|were|has|have|had) )?(MOST|LEAST|S\d+|slowest|fastest|quickest)(?: ones?)? ?[?.]?$/,
    )
    if (!found || !figure || !isMeasure(figure) || !previous.group.length || !(found[1] || previous.limit)) return null
    const long = isMeasure(figure) && figure.measure.of?.days
    const adjective = this.tagged.adjectives.get(found[2]!)
    const slow = /slow|long/.test(found[2]! + (adjective ? this.wordOf(found[2]!) : ''))
    if (adjective) this.used.add(found[2]!)
    this.understand('slowest fastest quickest')
    this.line = ''
    const descending = long ? slow || found[2] === 'MOST' : (adjective?.descending ?? found[2] === 'MOST')
    return { descending, limit: found[1] ? 1 : null }
  }

  /** What narrows, with this year and last year cut to the same days. */
  private cutSides(): Condition[] {
    const periods = this.where.flatMap((one) => (one.kind === 'period' && !one.not ? [one] : []))
    const [before] = periods
    const earlier = this.sides.find(({ condition }) => condition === before)
    const current = this.previous?.where.find((one) => one.kind === 'period' && one.column === before?.column)
    const compared = /\b(?:compare|compared|vs|versus|against)\b/.test(this.tagged.line)
    if (periods.length === 1 && earlier && earlier.back > 0 && current?.kind === 'period' && compared) {
      periods.push(current)
      this.sides.push({ condition: current, unit: earlier.unit, back: 0 })
    }
    const cut = cutToDate(
      periods.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? '')),
      this.sides,
    )
    if (!cut) return this.where
    this.assumptions.push(cut.note)
    return [...this.where.filter((one) => one.kind !== 'period' || one.not), ...cut.parts]
  }
}
