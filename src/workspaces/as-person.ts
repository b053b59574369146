import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { users } from '#db/schema/index.ts'
import type { Ctx, User, WorkspaceCtx } from '../ctx.ts'
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
