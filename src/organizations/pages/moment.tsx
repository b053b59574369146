import type { Invitation } from '../invitation-rows.ts'

/** A day as pages write it: the server does not know the visitor's place, so it is that of UTC. */
export const dayText = (moment: Date): string =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const Moment = (props: { at: Date }) => <time dateTime={props.at.toISOString()}>{dayText(props.at)}</time>

/** Who sent an invitation, by name or by address. */
export const inviterOf = ({ invitedBy }: Invitation): string => invitedBy?.name || invitedBy?.email || 'somebody'
