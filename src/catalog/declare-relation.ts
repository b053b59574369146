import { AppError } from '#base/errors.ts'
import { identifier } from '#base/sql.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Query } from './query.ts'
import * as relations from './relations.ts'
import type { Relation } from './rules/answers.ts'
import { type KeySide, type Measured, measureSql, readMeasure } from './rules/cleaning.ts'
import type { RelationInput } from './rules/input.ts'

/** Keys of a database that are compared where there are too many to compare all. */
const SAMPLED_KEYS = 100_000
/** What such a sample is called in the statement that measures it. */
const SAMPLE = 'sampled_keys_of_a_connected_database'

/**
 * Declares a join of two visible columns and measures at once how many values meet; where few do, also what cleaning would gain.
 * @throws AppError invalid for names that do not exist; as `Query.run` does when it cannot be measured: then nothing is declared
 */
export async function declareRelation(ctx: WorkspaceCtx, query: Query, input: RelationInput): Promise<Relation> {
  const ends = await relations.endsOf(ctx, input)
  const measured = await measure(ctx, query, ends)
  return relations.get(ctx, await relations.save(ctx, ends, measured))
}

async function measure(ctx: WorkspaceCtx, query: Query, { from, to, remote }: relations.Ends): Promise<Measured> {
  const compare = async (
    probe: (request: { sql: string; limit: number }) => ReturnType<Query['probe']>,
    one: KeySide,
  ) => {
    const { rows } = await probe({ sql: measureSql(one, to), limit: 1 })
    return readMeasure(rows[0] ?? [], from, to)
  }
  try {
    return await compare((request) => query.probe(ctx, request), from)
  } catch (error) {
    if (!remote || !(error instanceof AppError) || error.code !== 'too_much') throw error
    // The first keys say nearly as much as all of them; the side in which they are looked up has to be complete.
    const sql = `SELECT ${identifier(from.column)} FROM ${identifier(from.table)} LIMIT ${SAMPLED_KEYS}`
    const sample = { sql, name: SAMPLE, limit: SAMPLED_KEYS }
    return query.probeRows(ctx, sample, (probe) => compare(probe, { ...from, table: SAMPLE }))
  }
}
