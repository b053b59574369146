import type { QueryResult } from '#query/rules/answers.ts'
import type { Block, Snapshot } from './block.ts'
import type { Refreshed } from './prose.ts'

/** A block with what it shows to people who only read it. */
export type ShownBlock = Block & {
  data: {
    results: QueryResult[]
    refreshedAt: Date | null
    stale: boolean
    error: string | null
    withheld: boolean
    prose: Refreshed | null
  } | null
}
export type Board = Omit<Snapshot, 'blocks'> & { blocks: ShownBlock[] }
