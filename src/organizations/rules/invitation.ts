import { DAY } from '#base/time.ts'
import type { OrganizationRole } from '../../ctx.ts'
import { invitableRoles } from './permission.ts'

/** How long an invitation is good, in milliseconds, counted from its last mail. */
export const INVITATION_LIFE = 7 * DAY

export type Standing =
  /** May answer it. */
  | 'ready'
  /** Signed in with the invited address, which is not proven yet. */
  | 'unverified'
  /** Signed in as somebody else. */
  | 'other'
  /** A guest without an account, or with one. */
  | 'register'
  | 'sign_in'
  /** In the organization already. */
  | 'inside'
  | 'ended'

/**
 * What has become of an invitation. Beyond what is written down: `expired` by its date, `organization_deleted`, and `withdrawn` when
 * whoever sent it may not (any longer) give its role: what somebody lost they cannot hand on.
 */
export type InvitationState = 'pending' | Ended
export type Ended = 'accepted' | 'declined' | 'cancelled' | 'expired' | 'withdrawn' | 'organization_deleted'

export type InvitationFacts = {
  status: 'pending' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  role: OrganizationRole
  expiresAt: Date
  organizationStatus: 'active' | 'suspended' | 'deleted'
  /** Role of the inviter in the organization now; null when they are not in it. */
  inviterRole: OrganizationRole | null
}

export function stateOf(facts: InvitationFacts, now: Date): InvitationState {
  if (facts.status !== 'pending') return facts.status
  if (facts.organizationStatus === 'deleted') return 'organization_deleted'
  if (facts.expiresAt <= now) return 'expired'
  return facts.inviterRole && invitableRoles(facts.inviterRole).includes(facts.role) ? 'pending' : 'withdrawn'
}

/** What somebody reads who comes too late. */
export const ENDED_TEXTS: Record<Ended, string> = {
  accepted: 'This invitation has already been accepted.',
  declined: 'This invitation was declined. Ask for a new one if that was a mistake.',
  cancelled: 'This invitation was cancelled. Ask whoever invited you for a new one.',
  expired: 'This invitation has expired. Ask whoever invited you for a new one.',
  withdrawn: 'This invitation is no longer valid. Ask an owner of the organization for a new one.',
  organization_deleted: 'The organization of this invitation no longer exists.',
}

/** Owners may cancel every invitation of their organization, others those that they sent themselves. */
export const mayCancel = (role: OrganizationRole, isInviter: boolean): boolean => role === 'owner' || isInviter

export const ROLE_MEANINGS: Record<OrganizationRole, string> = {
  owner: 'Manages people, workspaces, data and billing.',
  member: 'Asks questions, makes agents and canvases, and invites others.',
  viewer: 'Reads everything and changes nothing.',
}

/** A role as it begins a line of a menu. */
export const roleLabel = (role: OrganizationRole): string => role.charAt(0).toUpperCase() + role.slice(1)
