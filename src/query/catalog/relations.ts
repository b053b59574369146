import { AppError } from '#base/errors.ts'
import * as kept from '#catalog/relations.ts'
import type { Relation } from '#catalog/rules/catalog.ts'
import { identifier, type KeySide, type Measured, measureSql, readMeasure } from '#catalog/rules/cleaning.ts'
import type { RelationInput } from '#catalog/rules/input.ts'
import type { WorkspaceCtx } from '../../ctx.ts'
import * as query from '../run.ts'

/** Keys of a database that are looked at where there are too many to look at all. */
const SAMPLED_KEYS = 100_000
/** What such a sample is called in the statement that measures it. */
const SAMPLE = 'sampled_keys_of_a_connected_database'

/**
 * Declares a join of two visible columns and measures at once how many values meet; where few do, also what cleaning would gain.
 * @throws AppError invalid for names that are not there; as `query.run` does when it cannot be measured: then nothing is declared
 */
export async function declare(ctx: WorkspaceCtx, wanted: RelationInput): Promise<Relation> {
  const ends = await kept.endsOf(ctx, wanted)
  const measured = await measure(ctx, ends)
  return kept.get(ctx, await kept.declare(ctx, ends, measured))
}

async function measure(ctx: WorkspaceCtx, { from, to, remote }: kept.Ends): Promise<Measured> {
  try {
    return await measureWith(ctx, from, to)
  } catch (error) {
    if (!remote || !(error instanceof AppError) || error.code !== 'too_much') throw error
    // The first keys say nearly as much as all of them; the side that they are looked for in has to be whole.
    const sample = await query.run(ctx, {
      sql: `SELECT ${identifier(from.column)} FROM ${identifier(from.table)} LIMIT ${SAMPLED_KEYS}`,
      title: `Keys of ${from.table}`,
    })
    return measureWith(ctx, from, to, sample.id)
  }
}

async function measureWith(ctx: WorkspaceCtx, from: KeySide, to: KeySide, sampleId?: string): Promise<Measured> {
  const used = sampleId ? { ...from, table: SAMPLE } : from
  const { rows } = await query.probe(ctx, {
    sql: measureSql(used, to),
    limit: 1,
    ...(sampleId ? { results: { [SAMPLE]: sampleId } } : {}),
  })
  return readMeasure(rows[0] ?? [], from, to)
}
