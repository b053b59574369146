import { and, count, eq, exists, gt, isNull, ne, not } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { HOUR } from '#base/time.ts'
import type { Config } from '#config.ts'
import { inTransaction } from '#db/connect.ts'
import { definitions, organizationMembers, organizations, users, workspaces } from '#db/schema/index.ts'
import { isOwner, ownersOf } from '#organizations/membership.ts'
import * as mails from '#records/mails.ts'
import { mailOf } from '#ui/mail.tsx'
import * as members from '#workspaces/members.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'
import type { Definition } from './rules/answers.ts'

/** So long owners hear no more of a workspace after a mail about its proposals. */
const QUIET = HOUR
/** Workspaces whose owners are told by one run. */
const BATCH = 50

const earlier = alias(definitions, 'earlier')
/**
 * Proposals that no owner was told of, though there is one who did not make them, in workspaces of which none was told lately. What an
 * only owner proposes themselves is told nobody, and so begins no quiet hour.
 */
const untold = (world: Pick<World, 'db' | 'now'>) =>
  and(
    eq(definitions.state, 'proposed'),
    isNull(definitions.toldAt),
    exists(
      world.db
        .select({ id: organizationMembers.id })
        .from(organizationMembers)
        .innerJoin(workspaces, eq(workspaces.organizationId, organizationMembers.organizationId))
        .innerJoin(users, eq(users.id, organizationMembers.userId))
        .where(
          and(
            eq(workspaces.id, definitions.workspaceId),
            isOwner,
            ne(organizationMembers.userId, definitions.proposedBy),
          ),
        ),
    ),
    not(
      exists(
        world.db
          .select({ id: earlier.id })
          .from(earlier)
          .where(
            and(
              eq(earlier.workspaceId, definitions.workspaceId),
              gt(earlier.toldAt, new Date(Number(world.now()) - QUIET)),
            ),
          ),
      ),
    ),
  )

/**
 * Tells owners that proposals of others wait: at most one mail an hour and workspace, however many there are and however many servers
 * ask. A job calls it.
 * @returns how many mails were written
 */
export async function tellWaiting(world: World): Promise<number> {
  const due = await world.db
    .selectDistinct({ id: workspaces.id, name: workspaces.name, organizationId: organizations.id })
    .from(definitions)
    .innerJoin(workspaces, and(eq(workspaces.id, definitions.workspaceId), eq(workspaces.status, 'active')))
    .innerJoin(organizations, and(eq(organizations.id, workspaces.organizationId), eq(organizations.status, 'active')))
    .where(untold(world))
    .limit(BATCH)
  let notified = 0
  for (const workspace of due) notified += await inTransaction(world, (world) => tellOwners(world, workspace))
  return notified
}

type Told = { id: string; name: string; organizationId: string }

async function tellOwners(world: World, workspace: Told): Promise<number> {
  // Of several servers the second one sees what the first has told.
  await world.db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspace.id)).for('update')
  const inWorkspace = eq(definitions.workspaceId, workspace.id)
  const notified = await world.db
    .update(definitions)
    .set({ toldAt: world.now() })
    .where(and(inWorkspace, untold(world)))
    .returning({ by: definitions.proposedBy })
  const [{ waiting } = { waiting: 0 }] = await world.db
    .select({ waiting: count() })
    .from(definitions)
    .where(and(inWorkspace, eq(definitions.state, 'proposed')))
  const owners = (await ownersOf(world, workspace.organizationId)).filter(({ id }) =>
    notified.some(({ by }) => by !== id),
  )
  const mail = waitingMail(world.config, workspace, waiting)
  for (const { id: userId, email: to } of owners)
    await mails.post(world, 'proposals_waiting', { to, ...mail, rights: { userId, workspaceIds: [workspace.id] } })
  return owners.length
}

function waitingMail(config: Config, { id, name }: Told, waiting: number) {
  const many = waiting === 1 ? '1 proposal waits' : `${waiting} proposals wait`
  return mailOf({
    title: `${many} in ${name}`,
    paragraphs: [
      `People propose what ${name} means by its words. ${many} for a decision of an owner; until then nothing of it counts.`,
    ],
    action: {
      label: 'Proposals',
      address: absolute(config, href(urls.workspaceDefinitions, { id }, { tab: 'proposals' })),
    },
    footnote:
      'You get this mail as an owner, at most once an hour for each workspace, when somebody else has proposed something.',
  })
}

/** Tells whoever proposed a version what was decided, unless they decided it themselves or may not see the workspace any more. */
export async function tellProposer(
  ctx: WorkspaceCtx,
  { id, name, proposed_by }: Definition,
  { approve, reason }: { approve: boolean; reason: string },
): Promise<void> {
  if (proposed_by.id === ctx.user.id) return
  const person = await members.find(ctx, proposed_by.id)
  if (!person) return
  const decided = approve ? 'approved' : 'rejected'
  const mail = mailOf({
    title: `Your proposal was ${decided}`,
    paragraphs: [
      approve
        ? `Answers in ${ctx.workspace.name} use it from now on.`
        : `Nothing changed in ${ctx.workspace.name}. You may propose it anew.`,
    ],
    facts: {
      What: name,
      Workspace: ctx.workspace.name,
      'Decided by': ctx.user.name || ctx.user.email,
      Why: reason,
    },
    action: {
      label: 'See it',
      address: absolute(ctx.config, href(urls.workspaceDefinition, { id: ctx.workspace.id, definitionId: id })),
    },
  })
  const rights = { userId: person.user.id, workspaceIds: [ctx.workspace.id] }
  await mails.post(ctx, 'proposal_decided', { to: person.user.email, ...mail, rights })
}
