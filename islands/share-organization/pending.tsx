/** @jsxImportSource react */
import { type RefObject, useRef, useState } from 'react'
import { dayText } from '#base/format.ts'
import type { Invitation } from '#organizations/rules/answers.ts'
import { mayCancel } from '#organizations/rules/invitation.ts'
import { invitableRoles } from '#organizations/rules/permission.ts'
import type { Role } from '#organizations/rules/request.ts'
import { Button } from '../kit/parts.tsx'
import { region } from '../kit/region.ts'
import * as calls from './calls.ts'
import { ListSection, RoleBadge, Waiting } from './parts.tsx'
import type { Sharing } from './use-sharing.ts'

type Props = { sharing: Sharing; role: Role }

export function Pending({ sharing, role }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = sharing.data?.invitations
  return (
    <ListSection
      {...{ id: 'share-pending', title: 'Pending Invitations', heading, list, onMore: sharing.moreInvitations }}
      waiting={!sharing.trouble && <Waiting lines={1} what="invitations" />}
      empty="Nobody is invited at the moment."
      entry={(invitation) => <Entry key={invitation.id} {...{ invitation, sharing, role, heading }} />}
    />
  )
}

type EntryProps = Props & { invitation: Invitation; heading: RefObject<HTMLHeadingElement | null> }

function Entry({ invitation, sharing, role, heading }: EntryProps) {
  const { organizationId, userId } = sharing
  const { id, email, invited_by: inviter } = invitation
  const [busy, setBusy] = useState<'Cancel' | 'Resend' | null>(null)
  const act = async (label: 'Cancel' | 'Resend', ...action: Parameters<Sharing['act']>) => {
    if (busy) return false
    setBusy(label)
    const done = await sharing.act(...action)
    setBusy(null)
    return done
  }
  const cancel = async () => {
    const done = `The invitation of ${email} is cancelled.`
    const cancelled = await act('Cancel', done, 'Failed to cancel invitation', () => calls.cancel(organizationId, id))
    // The button that had the focus is gone with its line.
    if (cancelled) heading.current?.focus()
  }
  const resend = () => {
    const done = `The invitation is on its way to ${email} again.`
    return act('Resend', done, 'Failed to send invitation', () => calls.resend(organizationId, id))
  }
  const button = (label: 'Cancel' | 'Resend', onClick: () => Promise<unknown>) => (
    <Button
      look="quiet small"
      aria-label={`${label} the invitation of ${email}`}
      aria-busy={busy === label}
      aria-disabled={busy !== null}
      onClick={onClick}
      label={label}
    />
  )
  return (
    <li className="entry">
      <div className="entry-who">
        <strong className="truncate" title={email}>
          {email}
        </strong>
        <span className="muted small truncate">
          Invited by {inviter.name} ·{' '}
          <time dateTime={invitation.created_at}>{dayText(invitation.created_at, region())}</time>
        </span>
      </div>
      <span className="entry-badges">
        <RoleBadge role={invitation.role} />
        <span className="badge badge-amber" title={`Good until ${dayText(invitation.expires_at, region())}`}>
          Pending
        </span>
      </span>
      <div className="entry-acts">
        {invitableRoles(role).includes(invitation.role) && button('Resend', resend)}
        {mayCancel(role, inviter.id === userId) && button('Cancel', cancel)}
      </div>
    </li>
  )
}
