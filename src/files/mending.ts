import { dirname, extname } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import { AppError, notFound } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { SECOND } from '#base/time.ts'
import { tableOf } from '#catalog/edit.ts'
import { columnsOf, lockNames, type NewTable, replaceRows } from '#catalog/publish.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogTables, files, users } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import type { EngineOptions } from './ingest/engine.ts'
import { type Reader, readerEngine } from './reader.ts'
import { adoptTables, prepare, storing, valueIndexes, waitForReading, withOwnReader } from './reading.ts'
import { relationsOf } from './relations.ts'
import { mendBy } from './replay.ts'
import { alone, heartbeatOf } from './rereading.ts'
import { replacedOf } from './rules/file.ts'
import { type Oddities, toldOf } from './rules/oddity.ts'
import {
  type DoneStep,
  MOST_STEPS,
  RAW_ROWS,
  type RawPage,
  type Recipe,
  type Step,
  type TableRecipe,
} from './rules/recipe.ts'
import { follow } from './stacks.ts'

/** How often a process that mends a table says that it is alive. */
const HEARTBEAT = 5 * SECOND
/** How long a page waits for what is looked for in a table. */
const LONGEST_LOOK = 30 * SECOND
/** How long they are looked for where they are told beside other things. */
const SHORT_LOOK = 4 * SECOND
/** How often somebody whose table another mends looks whether that is done. */
const LOOK_AGAIN = SECOND / 4

/** A table whose rows are kept here, of a file or of what an address gave. */
type TableRow = typeof catalogTables.$inferSelect & { storeKey: string }

/** @throws AppError not_found, unprocessable for a table of a database */
async function mendable(ctx: WorkspaceCtx, tableId: string): Promise<TableRow> {
  const { id, source } = await tableOf(ctx, tableId, { hidden: true })
  if (source.kind === 'database')
    throw new AppError('unprocessable', 'Tables of databases cannot be repaired: their rows stay there.', {
      code: 'not_a_file',
    })
  const [row] = await ctx.db.select().from(catalogTables).where(eq(catalogTables.id, id))
  if (!row?.storeKey) throw notFound('Table')
  return { ...row, storeKey: row.storeKey }
}

/** The recipe of a table. @throws AppError not_found, unprocessable */
export async function recipeOf(ctx: WorkspaceCtx, tableId: string): Promise<TableRecipe> {
  const row = await mendable(ctx, tableId)
  const [file] = await ctx.db.select().from(files).where(eq(files.id, row.sourceId))
  const steps = row.recipe?.steps ?? []
  const ids = [...new Set(steps.map(({ by }) => by))]
  const people = ids.length > 0 ? await ctx.db.select().from(users).where(inArray(users.id, ids)) : []
  return {
    table: { id: row.id, name: row.name, file: row.sourceId },
    steps: steps.map((one) => ({ ...one, by_name: people.find(({ id }) => id === one.by)?.name ?? null })),
    rows: row.rows,
    rows_dropped: row.rowsDropped,
    working: file?.rereadAt != null,
    error: file?.rereadError ?? null,
  }
}

/**
 * What is probably not meant so in a table as it is mended.
 * @param budget how long it is looked for, in milliseconds
 * @throws AppError not_found, unprocessable, timeout
 */
export async function odditiesOf(ctx: WorkspaceCtx, tableId: string, budget = 15 * SECOND): Promise<Oddities> {
  const table = await mendable(ctx, tableId)
  const columns = (await columnsOf(ctx, [table]))
    .sort((a, b) => a.position - b.position)
    .map(({ name, type, role, nulls, distinct, textOf }) => ({
      ...{ name, type, role, nulls, distinct },
      ...(textOf === null ? {} : { text_of: textOf }),
    }))
  const today = ctx.now().toISOString().slice(0, 10)
  return withFile(ctx, table.storeKey, (reader, engine, path) =>
    reader.call('findOddities', { engine, table: { path, columns, today, budget } }, { timeoutMs: LONGEST_LOOK }),
  )
}

/** The same in lines, for the profile of a table. */
export const toldOddities = async (ctx: WorkspaceCtx, tableId: string) =>
  toldOf((await odditiesOf(ctx, tableId, SHORT_LOOK)).items)

/** Rows of a table before its recipe. @param page counts from 1 @throws AppError not_found, unprocessable */
export async function rawRows(ctx: WorkspaceCtx, tableId: string, page: number): Promise<RawPage> {
  const { rawKey, storeKey } = await mendable(ctx, tableId)
  const part = { offset: (page - 1) * RAW_ROWS, limit: RAW_ROWS }
  return withFile(ctx, rawKey ?? storeKey, (reader, engine, path) =>
    reader.call('rawRows', { engine, path, ...part }, { timeoutMs: LONGEST_LOOK }),
  )
}

async function withFile<T>(
  ctx: WorkspaceCtx,
  key: string,
  work: (reader: Reader, engine: EngineOptions, path: string) => Promise<T>,
): Promise<T> {
  return withOwnReader(ctx, async (reader, dir) => {
    const path = await ctx.files.localPath(key)
    return work(reader, readerEngine(ctx, dir, [path]), path)
  })
}

/**
 * Adds a step to the recipe of a table: from now on everything that reads it sees the mended rows; the raw ones stay.
 * @returns the recipe; `working` while that takes longer
 * @throws AppError not_found, unprocessable where the step does not fit or changes nothing, conflict
 */
export async function add(
  ctx: WorkspaceCtx,
  tableId: string,
  step: Step,
  waitMs = waitForReading(ctx),
): Promise<TableRecipe> {
  const id = newId()
  const done = { id, step, by: ctx.user.id, at: ctx.now().toISOString(), changed: 0 }
  return change(ctx, tableId, waitMs, {
    event: 'table.mend',
    about: { kind: step.kind, ...('column' in step && { column: step.column }) },
    steps(before) {
      if (before.length >= MOST_STEPS)
        throw new AppError('conflict', `A recipe has at most ${MOST_STEPS} steps. Undo some first.`)
      return [...before, done]
    },
    check(steps) {
      const own = steps.find((one) => one.id === id)!
      if (own.skipped) throw new AppError('unprocessable', own.skipped, { code: 'step_does_not_fit' })
      if (own.changed === 0) throw new AppError('unprocessable', 'This changes nothing.', { code: 'changes_nothing' })
    },
  })
}

/** Takes a step out of the recipe of a table, or all. @throws AppError not_found, unprocessable, conflict */
export const undo = (
  ctx: WorkspaceCtx,
  tableId: string,
  stepId: string | null,
  waitMs = waitForReading(ctx),
): Promise<TableRecipe> =>
  change(ctx, tableId, waitMs, {
    event: 'table.undo_mending',
    about: { steps: stepId === null ? 'all' : 1 },
    steps(before) {
      if (stepId !== null && !before.some(({ id }) => id === stepId)) throw notFound('Step')
      return stepId === null ? [] : before.filter(({ id }) => id !== stepId)
    },
    check() {},
  })

type Change = {
  event: `table.${string}`
  about: Record<string, unknown>
  steps(before: DoneStep[]): DoneStep[]
  /** @throws AppError where the steps are not to be published */
  check(done: DoneStep[]): void
}

async function change(ctx: WorkspaceCtx, tableId: string, waitMs: number, wanted: Change): Promise<TableRecipe> {
  const { id, sourceId, sourceKind } = await mendable(ctx, tableId)
  const end = performance.now() + waitMs
  const work = () => mend(ctx, id, wanted).then(() => follow(ctx))
  const left = () => Math.max(0, end - performance.now())
  for (;;) {
    try {
      // What an address gave has nobody who waits for it: whoever comes second begins anew.
      await (sourceKind === 'file' ? alone(ctx, sourceId, work, left()) : work())
      return recipeOf(ctx, id)
    } catch (error) {
      // Somebody else mends a table of this source: that is done in a moment.
      const isBusy = error instanceof AppError && (error.code === 'file_busy' || error.code === 'table_mended')
      if (!isBusy || left() < LOOK_AGAIN) throw error
      await Bun.sleep(LOOK_AGAIN)
    }
  }
}

async function mend(ctx: WorkspaceCtx, id: string, { event, about, steps: wanted, check }: Change): Promise<void> {
  // Read only now: whoever mended it before has finished.
  const before = await mendable(ctx, id)
  const steps = wanted(before.recipe?.steps ?? [])
  if (steps.length === 0 && !before.recipe) return free(ctx, before.sourceId)
  const texts = before.recipe?.texts ?? (await textsOf(ctx, before))
  const rawKey = before.rawKey ?? before.storeKey
  const alive = setInterval(() => heartbeatOf(ctx, before.sourceId)().then(undefined, () => {}), HEARTBEAT)
  try {
    await withOwnReader(ctx, async (reader, dir) => {
      const rawPath = await ctx.files.localPath(rawKey)
      const { table, recipe } = await mendBy(ctx, reader, dir, { path: rawPath, texts, steps })
      check(recipe.steps)
      const isRaw = steps.length === 0
      const key = `${dirname(rawKey)}/${newId()}${extname(table.path)}`
      const fresh = {
        ...{ ...table, id, base: before.name, part: null },
        storeKey: isRaw ? rawKey : key,
        ...(isRaw ? {} : { raw: { storeKey: rawKey, recipe } }),
      }
      const relations = await relationsOf(ctx, reader, dir, [fresh], (one) => one.id === id)
      const indexes = isRaw ? [] : await valueIndexes(ctx, reader, dir, [fresh])
      await storing(ctx, async (adopt) => {
        if (!isRaw) await adoptTables(adopt, [fresh], indexes)
        await publish(ctx, before, fresh, relations, { event, about })
      })
    })
  } finally {
    clearInterval(alive)
  }
  void prepare(ctx)
}

const publish = (
  ctx: WorkspaceCtx,
  before: TableRow,
  fresh: NewTable,
  relations: Parameters<typeof replaceRows>[3],
  { event, about }: Pick<Change, 'event' | 'about'>,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    const [row] = await tx.db
      .select()
      .from(catalogTables)
      .where(and(eq(catalogTables.id, before.id), eq(catalogTables.current, true)))
      .for('update')
    if (row?.storeKey !== before.storeKey)
      throw new AppError('conflict', 'This table was changed while it was mended. Please try again.', {
        code: 'table_mended',
      })
    await replaceRows(tx, row, fresh, relations, replacedOf(before.sourceId))
    await free(tx, before.sourceId)
    await audit.record(tx, event, before.id, { name: row.name, rows: fresh.rows, ...about })
  })

const free = async (ctx: WorkspaceCtx, fileId: string): Promise<void> =>
  void (await ctx.db.update(files).set({ rereadAt: null, rereadError: null }).where(eq(files.id, fileId)))

const textsOf = async (ctx: WorkspaceCtx, table: { id: string }): Promise<Recipe['texts']> =>
  (await columnsOf(ctx, [table])).flatMap(({ name, textOf }): Recipe['texts'] =>
    textOf === null ? [] : [[name, textOf]],
  )
