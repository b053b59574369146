import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { organizationMembers, subscriptionPeriods as running, subscriptions } from '#db/schema/index.ts'
import type { Ctx } from '../ctx.ts'
import * as invitationRows from './invitation-rows.ts'
import { isActiveMember } from './membership.ts'
import { bestPlan, type HeldPlan } from './rules/plan.ts'
import { fullForInviting, fullForJoining, type Seats } from './rules/seats.ts'

type Place = { id: string; name: string }

export async function planOf({ db, now }: Pick<Ctx, 'db' | 'now'>, organizationId: string): Promise<HeldPlan> {
  const held = await db
    .select({ plan: sql<string>`coalesce(${running.planType}, ${subscriptions.planType})` })
    .from(organizationMembers)
    .innerJoin(subscriptions, eq(subscriptions.userId, organizationMembers.userId))
    // A plan that follows another counts from its first second on, before the person's row has been brought in step.
    .leftJoin(
      running,
      and(
        eq(running.userId, subscriptions.userId),
        isNull(running.endedAt),
        lte(running.startsAt, now()),
        gt(running.endsAt, now()),
      ),
    )
    .where(
      and(
        isActiveMember(organizationId),
        eq(organizationMembers.role, 'owner'),
        or(isNotNull(running.id), gt(subscriptions.currentPeriodEnd, now())),
      ),
    )
  return bestPlan(held.map(({ plan }) => plan))
}

/** How many people an organization has and may have. Running invitations hold their seat. */
export async function seatsOf(ctx: Ctx & { organization: Place }): Promise<Seats> {
  const { id } = ctx.organization
  const [members, invited, plan] = await Promise.all([
    ctx.db.$count(organizationMembers, isActiveMember(id)),
    invitationRows.number(ctx),
    planOf(ctx, id),
  ])
  return { members, invited, limit: ctx.settings().seats[plan], plan }
}

/** To be called where the organization is locked: of two at once the second sees the first. @throws AppError conflict `seats_full` */
export async function demandSeatToInvite(ctx: Ctx & { organization: Place }): Promise<void> {
  const seats = await seatsOf(ctx)
  if (seats.members + seats.invited >= seats.limit) throw full(seats, fullForInviting(seats, ctx.organization.name))
}

/** The same for somebody whose invitation held a seat: it may be gone with the plan. @throws AppError conflict `seats_full` */
export async function demandSeatToJoin(ctx: Ctx & { organization: Place }): Promise<void> {
  const seats = await seatsOf(ctx)
  if (seats.members >= seats.limit) throw full(seats, fullForJoining(seats, ctx.organization.name))
}

const full = (details: Seats, sentence: string) => new AppError('conflict', sentence, { code: 'seats_full', details })
