import { extname } from 'node:path'
import { and, asc, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { newId } from '#base/ids.ts'
import { MINUTE } from '#base/time.ts'
import * as catalog from '#catalog/catalog.ts'
import { outline } from '#catalog/outline.ts'
import { currentTables, lockNames, replaceTables, retire } from '#catalog/publish.ts'
import { carryOver } from '#catalog/relations.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { tableName, withoutEnding } from '#catalog/rules/table-name.ts'
import { inTransaction } from '#db/connect.ts'
import { catalogColumns, catalogTables, files } from '#db/schema/index.ts'
import * as audit from '#records/audit.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { readerEngine } from './reader.ts'
import { adoptTables, type FileRow, folderKey, SILENCE, storing, valueIndexes, withOwnReader } from './reading.ts'
import { relationsOf } from './relations.ts'
import { type FreshTable, replay } from './replay.ts'
import type { StackOffer } from './rules/answers.ts'
import { replacedOf } from './rules/file.ts'
import type { FileDialect } from './rules/ingest.ts'
import { namesApart, type Stack, stacksOf } from './rules/stack.ts'

/** Files that one table is made of at most, and tables that are made of files in a workspace. */
const MOST_FILES = 200
const MOST_STACKS = 50
/** Above this the rows are not written a second time. */
const MOST_ROWS = 5_000_000
/** How often a table is made anew while its files go on changing. */
const MOST_TIMES = 5

type Member = { file: string; table: CatalogTable; key: string }

/** The table of each file that has one alone, as long as nothing of it is hidden. @param named only files of these names */
async function membersOf(ctx: WorkspaceCtx, named: string[] | null, shape?: string): Promise<Member[]> {
  const all = (await outline(ctx, { hidden: true })).filter(({ source }) => source.kind === 'file')
  const alone = [...Map.groupBy(all, ({ source }) => source.id).values()].flatMap(([table, other]) =>
    table && !other && (!named || named.includes(table.source.name)) ? [table] : [],
  )
  const alike = alone.filter(({ columns }) => shape === undefined || shapeOf(columns) === shape).slice(0, MOST_FILES)
  const keys = new Map(alike.map(({ id, storeKey }) => [id, storeKey ?? '']))
  const tables = await catalog.tables(ctx, { hidden: true, ids: [...keys.keys()] })
  return tables
    .map((table) => ({ file: table.source.name, table, key: keys.get(table.id)! }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

const shapeOf = (columns: string[]) =>
  JSON.stringify(
    columns
      .filter((name) => !/(?:_as_written| \(as written\))(?:_\d+)?$/.test(name))
      .map((name) => name.toLowerCase())
      .sort(),
  )

const isHidden = ({ table }: Member) => table.hidden || table.columns.some(({ hidden }) => hidden)

/** How tables of files go one below the other; null where not all of them do. */
function stackOf(members: Member[]): (Stack & { title: string }) | null {
  const { parts, common } = namesApart(members.map(({ file }) => withoutEnding(file)))
  const tables = members.map(({ table: { columns } }, at) => ({ part: parts[at]!, columns }))
  const [stack] = stacksOf(tables, 'file')
  if (stack?.members.length !== members.length) return null
  return { ...stack, title: common || `All ${stack.period?.called ?? stack.period?.name ?? 'file'}s` }
}

const stacks = (ctx: WorkspaceCtx) =>
  ctx.db
    .select()
    .from(files)
    .where(and(eq(files.workspaceId, ctx.workspace.id), eq(files.format, 'stack'), ne(files.status, 'deleted')))
    .orderBy(asc(files.id))
    .limit(MOST_STACKS)
const filesOf = ({ dialect }: Pick<FileRow, 'dialect'>): string[] => (dialect as FileDialect).stack?.files ?? []

async function holding(ctx: WorkspaceCtx, file: string): Promise<{ id: string; name: string } | null> {
  const found = (await stacks(ctx)).find((stack) => filesOf(stack).includes(file))
  return found ? { id: found.id, name: found.name } : null
}

type Stackable = Pick<FileRow, 'name'> & { format: string }

/** The files with which this one could be one table, the table of such files that it could join, or the one that holds it. */
export async function offerOf(ctx: WorkspaceCtx, file: Stackable): Promise<StackOffer> {
  const nothing = { files: [], into: null, part_of: null }
  if (file.format === 'stack' || file.format === 'sample') return nothing
  const of = await holding(ctx, file.name)
  return of ? { ...nothing, part_of: of } : { ...nothing, ...(await offer(ctx, file)) }
}

async function offer(ctx: WorkspaceCtx, file: Stackable): Promise<Pick<StackOffer, 'files' | 'into'> | null> {
  const [own] = await membersOf(ctx, [file.name])
  if (!own || isHidden(own)) return null
  const columns = own.table.columns.filter(({ text_of }) => text_of === undefined).map(({ name }) => name)
  const alike = (await membersOf(ctx, null, shapeOf(columns))).filter((one) => !isHidden(one))
  const made = await stacks(ctx)
  const isFree = ({ file: name }: Member) => name === file.name || !made.some((stack) => filesOf(stack).includes(name))
  for (const stack of made) {
    const members = [...alike.filter((one) => filesOf(stack).includes(one.file)), own]
    const names = [...filesOf(stack), file.name]
    if (members.length === names.length && fits(members))
      return { files: names.sort(), into: { id: stack.id, name: stack.name } }
  }
  const free = alike.filter(isFree)
  if (fits(free)) return { files: free.map((one) => one.file), into: null }
  // Among files of the same columns only those of one kind of names may be told apart.
  const others = free.filter((one) => one === own || one.file === own.file || fits(pair(own, one)))
  return others.length > 1 && fits(others) ? { files: others.map((one) => one.file), into: null } : null
}

const pair = (a: Member, b: Member) => [a, b].sort((one, other) => (one.file < other.file ? -1 : 1))
const fits = (members: Member[]) =>
  members.length > 1 &&
  stackOf(members) !== null &&
  members.reduce((sum, { table }) => sum + table.rows, 0) <= MOST_ROWS

/**
 * Puts a file and those of the same columns into one table, or it into the table of such files.
 * @returns the id of the file that stands for the table: deleting it takes them apart again
 * @throws AppError unprocessable where nothing is offered
 */
export async function accept(ctx: WorkspaceCtx, file: Stackable): Promise<string> {
  const offered = await offerOf(ctx, file)
  if (offered.files.length === 0)
    throw new AppError('unprocessable', 'No other file has the same columns as this one.', { code: 'nothing_alike' })
  if (!offered.into) return make(ctx, offered.files, null)
  const [stack] = (await stacks(ctx)).filter(({ id }) => id === offered.into?.id)
  await claimed(ctx, stack!, () => make(ctx, offered.files, stack!))
  await follow(ctx)
  return offered.into.id
}

/** Does something with a table of files that nobody else may do at the same time. @returns false where somebody else does it */
async function claimed(ctx: WorkspaceCtx, { id }: FileRow, work: () => Promise<unknown>): Promise<boolean> {
  const silent = new Date(Number(ctx.now()) - SILENCE)
  const [own] = await ctx.db
    .update(files)
    .set({ rereadAt: ctx.now() })
    .where(and(eq(files.id, id), or(isNull(files.rereadAt), lt(files.rereadAt, silent))))
    .returning({ id: files.id })
  if (!own) return false
  await work()
  return true
}

/**
 * Makes the tables anew that rest on files which have changed. One that cannot be made any more leaves the catalog and says why, rather
 * than tell of rows that are no longer there.
 */
export async function follow(ctx: WorkspaceCtx): Promise<void> {
  for (let times = 0; times < MOST_TIMES; times++) {
    let changed = false
    for (const stack of await stacks(ctx)) {
      const { files: names = [], made_of: before = [] } = (stack.dialect as FileDialect).stack ?? {}
      const members = await membersOf(ctx, names)
      if (members.map(({ key }) => key).join() === before.join()) continue
      const left = await stillThere(ctx, names)
      const work = () => make(ctx, left, stack).catch((error) => fail(ctx, stack, error, members))
      if (await claimed(ctx, stack, work)) changed = true
    }
    if (!changed) return
  }
}

const stillThere = async (ctx: WorkspaceCtx, names: string[]): Promise<string[]> => {
  const current = and(eq(files.workspaceId, ctx.workspace.id), eq(files.current, true), inArray(files.name, names))
  return (await ctx.db.select({ name: files.name }).from(files).where(current)).map(({ name }) => name).sort()
}

async function fail(ctx: WorkspaceCtx, stack: FileRow, error: unknown, members: Member[]): Promise<void> {
  if (!(error instanceof AppError)) ctx.log.error('a table of files could not be made', { file: stack.id, error })
  const message = error instanceof AppError ? error.message : 'Something went wrong on our side.'
  await inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    await retire(
      tx,
      (await currentTables(tx)).filter(({ sourceId }) => sourceId === stack.id),
      { sourceId: replacedOf(stack.id), refreshedAt: ctx.now() },
    )
    const stored = (stack.dialect as FileDialect).stack
    // What it was tried with: it is tried again once one of these has changed.
    const dialect = {
      ...(stack.dialect as FileDialect),
      stack: { files: stored?.files ?? [], made_of: members.map(({ key }) => key) },
    }
    await tx.db
      .update(files)
      .set({
        status: 'failed',
        error: `Its files could not be put together again: ${message}`,
        rereadAt: null,
        dialect,
      })
      .where(eq(files.id, stack.id))
  })
}

/** @param stack the table that is made anew; null for a new one */
async function make(ctx: WorkspaceCtx, names: string[], stack: FileRow | null): Promise<string> {
  const members = await membersOf(ctx, names)
  const how = members.length > 1 && members.length === names.length ? stackOf(members) : null
  if (!how)
    throw new AppError('unprocessable', `${names.join(', ')} have other columns now, or are gone.`, {
      code: 'not_alike',
    })
  const id = stack?.id ?? newId()
  await withOwnReader(ctx, async (reader, dir) => {
    const paths = await catalog.paths(
      ctx,
      members.map(({ table }) => table.id),
    )
    const { parts } = namesApart(members.map(({ file }) => withoutEnding(file)))
    const tables = members.map(({ table }, at) => ({
      ...{ part: parts[at]!, path: paths.get(table.id)!, rows: table.rows },
      columns: table.columns.map(({ kind: _, ...column }) => column),
      ...{
        rejected: table.rows_rejected,
        apart: table.rows_apart,
        totals: table.rows_totals,
        dropped: table.rows_dropped,
      },
    }))
    const engine = readerEngine(ctx, dir, [...paths.values()])
    const made = await reader.call('stack', { engine, tables, stack: how }, { timeoutMs: 5 * MINUTE })
    const name = stack?.name ?? (await freeTitle(ctx, how.title))
    const storeKey = `${folderKey(ctx.workspace.id, id)}/${newId()}${extname(made.path)}`
    const read: FreshTable = { ...made, id: newId(), base: tableName(how.title), storeKey }
    const fresh = await replay(ctx, reader, eq(files.name, name), dir, [read])
    const relations = await relationsOf(ctx, reader, dir, fresh, ({ source }) => source.id === id)
    const indexes = await valueIndexes(ctx, reader, dir, fresh)
    const row = { id, name, dialect: { stack: { files: names, made_of: members.map(({ key }) => key) } } }
    await storing(ctx, async (adopt) => {
      await adoptTables(adopt, fresh, indexes)
      await publish(ctx, row, stack, fresh, relations, members)
    })
  })
  return id
}
type Relations = Parameters<typeof replaceTables>[3]

const publish = (
  ctx: WorkspaceCtx,
  { id, name, dialect }: { id: string; name: string; dialect: FileDialect },
  stack: FileRow | null,
  fresh: FreshTable[],
  relations: Relations,
  members: Member[],
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockNames(tx)
    const place = { workspaceId: ctx.workspace.id, storeKey: `${folderKey(ctx.workspace.id, id)}/original` }
    const state = {
      dialect,
      status: 'ready' as const,
      current: true,
      error: null,
      rereadAt: null,
      updatedAt: ctx.now(),
    }
    if (stack) await tx.db.update(files).set(state).where(eq(files.id, id))
    else
      await tx.db.insert(files).values({
        ...{ ...place, ...state, id, name, format: 'stack', sizeBytes: 0, version: 1 },
        ...{ uploadedBy: ctx.user.id, createdAt: ctx.now() },
      })
    const set = { sourceId: replacedOf(id), refreshedAt: ctx.now() }
    const { old, names } = await replaceTables(tx, { kind: 'file', id }, fresh, relations, { set })
    await carryOver(tx, old, fresh, names)
    // What is hidden of a file stays so among the others.
    const hidden = members.flatMap(({ table }) => table.columns.filter((one) => one.hidden).map((one) => one.name))
    const ids = fresh.map((table) => table.id)
    if (hidden.length > 0)
      await tx.db
        .update(catalogColumns)
        .set({ hidden: true })
        .where(and(inArray(catalogColumns.tableId, ids), inArray(catalogColumns.name, hidden)))
    if (members.some(({ table }) => table.hidden))
      await tx.db.update(catalogTables).set({ hidden: true }).where(inArray(catalogTables.id, ids))
    const about = { name, files: members.length, tables: names }
    await audit.record(tx, 'file.stack', id, about)
  })

/** A name that no file of the workspace has, also among those that are gone: a file of that name would be its next version. */
async function freeTitle(ctx: WorkspaceCtx, title: string): Promise<string> {
  const rows = await ctx.db.select({ name: files.name }).from(files).where(eq(files.workspaceId, ctx.workspace.id))
  const taken = new Set(rows.map(({ name }) => name))
  let name = `${title} (together)`
  for (let number = 2; taken.has(name); number++) name = `${title} (together ${number})`
  return name
}
