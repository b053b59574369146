import { and, eq, isNull } from 'drizzle-orm'
import { personColumns } from '#auth/identify.ts'
import { notFound } from '#base/errors.ts'
import { users } from '#db/schema/index.ts'
import type { Ctx, WorkspaceCtx } from '../ctx.ts'
import * as workspaces from './workspaces.ts'

/**
 * The ctx of a workspace as a person sees it who is not there: for what they let others see. Whoever asks stays the actor.
 * @throws AppError not_found where their account is disabled, or they may not see the workspace any more; forbidden `organization_suspended`
 */
export async function asPersonIn<C extends Ctx>(
  ctx: C,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<C & WorkspaceCtx> {
  const [user] = await ctx.db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)))
  if (!user) throw notFound('Workspace')
  return workspaces.enter({ ...ctx, user }, workspaceId)
}
