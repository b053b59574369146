import type { QueryResult } from '#query/rules/answers.ts'
import type { Block, Snapshot } from './block.ts'
import type { FilterValue } from './filter.ts'
import type { Refreshed } from './prose.ts'

/** A block with what it shows to people who only read it. */
export type ShownBlock = Block & {
  data: {
    results: QueryResult[]
    refreshedAt: Date | null
    stale: boolean
    error: string | null
    gone?: boolean
    withheld: boolean
    prose: Refreshed | null
  } | null
}
/** A board whose rows are those of the moment when it was made: nothing of it is run. */
export type FrozenBoard = Omit<Snapshot, 'blocks'> & { blocks: ShownBlock[] }
/** `set`: the filters that its figures are over, where readers are told. */
export type Board = Omit<Snapshot, 'blocks'> & {
  blocks: ShownBlock[]
  set?: { name: string; value: FilterValue }[]
}

/** Why figures are not of now, for people who are told nothing of what lies behind them. */
export const sinceWords = ({ error, gone }: Pick<NonNullable<ShownBlock['data']>, 'error' | 'gone'>): string =>
  gone ? '; the data behind it is not there any more' : error ? ', the newest that could be read' : ''
