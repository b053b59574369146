import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { DAY } from '#base/time.ts'
import { files, organizations, uploads, workspaces } from '#db/schema/index.ts'
import { planOf } from '#organizations/seats.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { noRoom, roomIn, type Storage } from './rules/storage.ts'

/** An upload in parts that has been silent for longer no longer holds room. */
const HELD = DAY

type Keeping = Pick<WorkspaceCtx, 'db' | 'now' | 'settings'> & { organization: { id: string } }

/**
 * What the organization keeps: the originals of all versions of its files, and what uploads in parts have announced. Tables made of
 * them, results and snapshots of connections are not counted.
 * @param without an upload that is left out, since its file is about to be counted
 */
export async function storageOf(ctx: Keeping, without?: string): Promise<Storage> {
  const ours = ctx.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.organizationId, ctx.organization.id))
  const bytes = sql<number>`coalesce(sum(size_bytes), 0)::float8`
  const [[stored], [arriving], plan] = await Promise.all([
    ctx.db
      .select({ bytes })
      .from(files)
      .where(and(inArray(files.workspaceId, ours), inArray(files.status, ['ready', 'processing']))),
    ctx.db
      .select({ bytes })
      .from(uploads)
      .where(
        and(
          inArray(uploads.workspaceId, ours),
          isNull(uploads.fileId),
          gt(uploads.updatedAt, new Date(Number(ctx.now()) - HELD)),
          without ? ne(uploads.id, without) : undefined,
        ),
      ),
    planOf(ctx, ctx.organization.id),
  ])
  return { used: stored!.bytes + arriving!.bytes, limit: ctx.settings().storage[`${plan}_mb`] * 1_048_576, plan }
}

/** To be called first in the transaction that keeps a file: of two at once the second sees the first. @throws AppError too_large */
export async function reserveStorage(tx: WorkspaceCtx, size: number, without?: string): Promise<void> {
  await tx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, tx.organization.id))
    .for('update')
  demandRoom(await storageOf(tx, without), size)
}

/** @throws AppError too_large code storage_quota when so many bytes do not fit */
export function demandRoom(storage: Storage, size: number): void {
  if (size > roomIn(storage)) throw outOfRoom(storage, size)
}

export const outOfRoom = (storage: Storage, size = 0): AppError =>
  new AppError('too_large', noRoom(storage, size), {
    code: 'storage_quota',
    details: { used_bytes: storage.used, limit_bytes: storage.limit, plan: storage.plan },
  })
