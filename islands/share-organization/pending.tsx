/** @jsxImportSource react */
import { type RefObject, useRef, useState } from 'react'
import { dayText } from '#base/format.ts'
import type { Invitation } from '#organizations/rules/answers.ts'
import { mayCancel } from '#organizations/rules/invitation.ts'
import { invitableRoles } from '#organizations/rules/permission.ts'
import type { Role } from '#organizations/rules/request.ts'
import { region } from '../kit/region.ts'
import * as calls from './calls.ts'
import { RoleBadge, Waiting } from './parts.tsx'
import type { Sharing } from './use-sharing.ts'

type Props = { sharing: Sharing; organizationId: string; userId: string; role: Role }

export function Pending({ sharing, organizationId, userId, role }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const invitations = sharing.data?.invitations
  return (
    <section className="share-part" aria-labelledby="share-pending">
      <h3 id="share-pending" ref={heading} tabIndex={-1}>
        Pending Invitations{invitations && ` (${invitations.total})`}
      </h3>
      {!invitations && !sharing.trouble && <Waiting lines={1} what="invitations" />}
      {invitations?.items.length === 0 && <p className="muted entry-none">Nobody is invited at the moment.</p>}
      {invitations && (
        <ul className="entries" aria-labelledby="share-pending">
          {invitations.items.map((invitation) => (
            <Entry key={invitation.id} {...{ invitation, sharing, organizationId, userId, role, heading }} />
          ))}
        </ul>
      )}
      {invitations?.more && (
        <button type="button" className="button button-small share-more" onClick={sharing.moreInvitations}>
          Show more
        </button>
      )}
    </section>
  )
}

type EntryProps = Props & { invitation: Invitation; heading: RefObject<HTMLHeadingElement | null> }

function Entry({ invitation, sharing, organizationId, userId, role, heading }: EntryProps) {
  const { id, email, invited_by: inviter } = invitation
  const [busy, setBusy] = useState<'cancel' | 'resend' | null>(null)
  const cancel = async () => {
    setBusy('cancel')
    const done = await sharing.act(
      () => calls.cancel(organizationId, id),
      `The invitation of ${email} is cancelled.`,
      'Failed to cancel invitation',
    )
    setBusy(null)
    if (done) heading.current?.focus()
  }
  const resend = async () => {
    setBusy('resend')
    await sharing.act(
      () => calls.resend(organizationId, id),
      `The invitation is on its way to ${email} again.`,
      'Failed to send invitation',
    )
    setBusy(null)
  }
  return (
    <li className="entry">
      <div className="entry-who">
        <strong className="truncate" title={email}>
          {email}
        </strong>
        <span className="muted small truncate">
          Invited by {inviter.name} · <Day of={invitation.created_at} />
        </span>
      </div>
      <span className="entry-badges">
        <RoleBadge role={invitation.role} />
        <span className="badge badge-amber" title={`Good until ${dayText(invitation.expires_at, region())}`}>
          Pending
        </span>
      </span>
      <div className="entry-acts">
        {invitableRoles(role).includes(invitation.role) && (
          <button
            type="button"
            className="button button-quiet button-small"
            aria-label={`Resend the invitation of ${email}`}
            aria-busy={busy === 'resend'}
            aria-disabled={busy !== null}
            onClick={() => busy === null && void resend()}
          >
            Resend
          </button>
        )}
        {mayCancel(role, inviter.id === userId) && (
          <button
            type="button"
            className="button button-quiet button-small"
            aria-label={`Cancel the invitation of ${email}`}
            aria-busy={busy === 'cancel'}
            aria-disabled={busy !== null}
            onClick={() => busy === null && void cancel()}
          >
            Cancel
          </button>
        )}
      </div>
    </li>
  )
}

const Day = ({ of }: { of: string }) => <time dateTime={of}>{dayText(of, region())}</time>
