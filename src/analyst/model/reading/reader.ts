import type { Form } from '../form.ts'
import { Assembly } from './assembly.ts'
import type { Pieces, Reading } from './reading.ts'

/** Reads a tagged line in passes, each taking away what it understood. */
export class Reader extends Assembly {
  read(): Reading | null {
    this.findSubject()
    this.subject ??= this.moneyTable()
    this.stayWithMoney()
    this.bindOwners()
    this.bindFar()
    this.readIdioms()
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
    this.previous = previous
    this.subject = previous.base
    this.bindOwners()
    this.bindFar()
    this.readIdioms()
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
      fn: tag ? null : this.loneFn,
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
}
