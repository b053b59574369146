import { dirname, extname } from 'node:path'
import { and, eq, type SQL } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import { type NewTable, namesBefore } from '#catalog/publish.ts'
import { catalogTables, files } from '#db/schema/index.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { Mended } from './ingest/mend.ts'
import { type Reader, readerEngine } from './reader.ts'
import type { IngestedTable } from './rules/ingest.ts'
import { type Recipe, stepText } from './rules/recipe.ts'

/** A table that was read and is not yet in the catalog; `rawPath`: its rows as they were read, where it is mended. */
export type FreshTable = IngestedTable & NewTable & { rawPath?: string }

const LONGEST_MENDING = 5 * MINUTE

/** A table with the rows that a recipe makes of those at `path`. */
export const mendBy = (
  ctx: WorkspaceCtx,
  reader: Reader,
  dir: string,
  { path, texts, steps }: { path: string } & Pick<Recipe, 'texts' | 'steps'>,
): Promise<Mended> => {
  const output = `${dir}/${newId()}${extname(path)}`
  const engine = readerEngine(ctx, dir, [path])
  return reader.call('mend', { engine, table: { path, texts, steps, output } }, { timeoutMs: LONGEST_MENDING })
}

/**
 * Mends fresh tables by the recipes that the current ones of their source have. A step that does not fit any more is skipped.
 * @param source which tables are current: those of a file of this name, or of an address
 */
export async function replay(
  ctx: WorkspaceCtx,
  reader: Reader,
  source: SQL,
  dir: string,
  fresh: FreshTable[],
): Promise<FreshTable[]> {
  const before = await ctx.db
    .select({ name: catalogTables.name, recipe: catalogTables.recipe })
    .from(catalogTables)
    .leftJoin(files, eq(files.id, catalogTables.sourceId))
    .where(and(eq(catalogTables.workspaceId, ctx.workspace.id), eq(catalogTables.current, true), source))
  if (before.every(({ recipe }) => recipe === null)) return fresh
  const names = namesBefore(
    fresh,
    before.map(({ name }) => name),
  )
  // One after the other: each may take all the memory that there is.
  return Array.fromAsync(fresh, async (table, index) => {
    const recipe = before.find(({ name }) => name === names[index])?.recipe
    if (!recipe) return table
    const { path, storeKey } = table
    const texts = table.columns.flatMap(({ name, text_of }): Recipe['texts'] => (text_of ? [[name, text_of]] : []))
    try {
      const mended = await mendBy(ctx, reader, dir, { path, texts, steps: recipe.steps })
      const mendedKey = `${dirname(storeKey)}/${newId()}${extname(path)}`
      return {
        ...{ ...table, ...mended.table, storeKey: mendedKey },
        ...{ raw: { storeKey, recipe: mended.recipe }, rawPath: path },
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A version that the recipe cannot mend is worth more than none.
      const steps = recipe.steps.map((step) => ({ ...step, changed: 0, skipped: error.message }))
      return { ...table, raw: { storeKey, recipe: { steps, dropped: 0, texts } } }
    }
  })
}

type Replayed = Pick<FreshTable, 'raw'>

/** What is said of steps that do not fit a new version. @param names of the tables */
export const skippedSteps = (fresh: Replayed[], names: string[]): string[] =>
  fresh.flatMap(({ raw }, index) =>
    (raw?.recipe.steps ?? []).flatMap(({ step, skipped }) =>
      skipped ? [`A step of the recipe of ${names[index]} was skipped: ${stepText(step)}. ${skipped}`] : [],
    ),
  )

/** @throws AppError conflict where a recipe was changed while its table was read anew: that change would be lost */
export function demandReplayed(
  old: { name: string; recipe: Recipe | null }[],
  fresh: Replayed[],
  names: string[],
): void {
  const idsOf = (recipe: Recipe | null | undefined) => (recipe?.steps ?? []).map(({ id }) => id).join()
  for (const { name, recipe } of old) {
    const at = names.indexOf(name)
    if (at >= 0 && idsOf(fresh[at]!.raw?.recipe) !== idsOf(recipe))
      throw new AppError('conflict', `${name} was mended while this version was read. Please try again.`, {
        code: 'file_changed',
      })
  }
}
