import { counted, numberText } from '#base/format.ts'
import { HELD_PLAN_NAMES, type HeldPlan } from './plan.ts'

/** People in an organization, those who are invited, and how many both may be together. */
export type Seats = { members: number; invited: number; limit: number; plan: HeldPlan }

/** "3 of 10 seats taken, 1 of them by an invitation." */
export function seatsText({ members, invited, limit, plan }: Seats): string {
  const waiting =
    invited > 0 ? `, ${numberText(invited)} of them by ${invited === 1 ? 'an invitation' : 'invitations'}` : ''
  return `${numberText(members + invited)} of ${counted(limit, 'seat', 'seats')} taken${waiting} (${HELD_PLAN_NAMES[plan]} plan).`
}

export function fullForInviting(seats: Seats, organization: string): string {
  const room = seats.invited > 0 ? 'Cancel an invitation, remove a member' : 'Remove a member'
  return `${organization} has ${seatsText(seats)} ${room}, or ask an owner to choose a plan with more seats.`
}

export const fullForJoining = ({ limit }: Seats, organization: string): string =>
  `${organization} has no seat left: its plan is for ${counted(limit, 'person', 'people')}. Ask its owner to make room; your invitation stays.`
