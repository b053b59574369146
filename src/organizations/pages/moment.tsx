import type { Invitation } from '../invitation-rows.ts'

/** Who sent an invitation, by name or by address. */
export const inviterOf = ({ invitedBy }: Invitation): string => invitedBy?.name || invitedBy?.email || 'somebody'
