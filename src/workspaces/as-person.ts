import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { asSystem } from '#billing/system.ts'
import { users } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import type { MailRights } from '#records/rules/mail-rights.ts'
import type { Ctx, User, WorkspaceCtx, World } from '../ctx.ts'
import { enter } from './workspaces.ts'

/**
 * The ctx of a person in a workspace as they may act at this moment, for what goes on without them; null where they are gone or may not see
 * the workspace any more.
 */
export async function asPersonIn(ctx: Ctx, workspaceId: string, userId: string): Promise<WorkspaceCtx | null> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)))
  if (!user) return null
  try {
    return await enter({ ...ctx, user: user as User, actor: { ...ctx.actor, userId } }, workspaceId)
  } catch (error) {
    // Let out of the workspace, which is gone for them, or the whole organization is suspended.
    if (error instanceof AppError && ['not_found', 'forbidden'].includes(error.kind)) return null
    throw error
  }
}

/** Whether rights hold that a mail rests on. */
export async function stillHold(world: World, { userId, workspaceIds, permission }: MailRights): Promise<boolean> {
  const inside = await Promise.all(workspaceIds.map((id) => asPersonIn(asSystem(world), id, userId)))
  return inside.every((ctx) => ctx !== null && (!permission || can(ctx.workspace.role, permission)))
}
