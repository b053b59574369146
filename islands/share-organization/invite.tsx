/** @jsxImportSource react */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ROLE_MEANINGS, roleLabel } from '#organizations/rules/invitation.ts'
import { can, denyText, invitableRoles } from '#organizations/rules/permission.ts'
import type { Role } from '#organizations/rules/request.ts'
import * as calls from './calls.ts'
import { Icon } from './parts.tsx'
import type { Sharing } from './use-sharing.ts'

type Props = { sharing: Sharing; organizationId: string; role: Role }

/** 'Invite Members': a button that opens a form. Who may not invite sees why. */
export function Invite({ sharing, organizationId, role }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const may = can(role, 'INVITE_MEMBERS')
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <section className="share-part" aria-labelledby="share-invite">
      <div className="section-head">
        <h3 id="share-invite">Invite Members</h3>
        <button
          ref={button}
          type="button"
          className="button button-primary button-small"
          aria-expanded={open}
          aria-disabled={!may}
          aria-describedby={may ? undefined : 'share-denied'}
          hidden={open && may}
          onClick={() => may && setOpen(true)}
        >
          <Icon name="plus" />
          Invite User
        </button>
      </div>
      {!may && (
        <p className="muted small" id="share-denied">
          {denyText('INVITE_MEMBERS')}
        </p>
      )}
      {open && may && <InviteForm {...{ sharing, organizationId, role, close }} />}
    </section>
  )
}

function InviteForm({ sharing, organizationId, role, close }: Props & { close: () => void }) {
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState<Role>('member')
  const [busy, setBusy] = useState(false)
  const field: RefObject<HTMLInputElement | null> = useRef(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !can(role, 'INVITE_MEMBERS')) return
    setBusy(true)
    const sent = await sharing.act(
      () => calls.invite(organizationId, email, chosen),
      `The invitation is on its way to ${email}.`,
      'Failed to send invitation',
    )
    setBusy(false)
    if (sent) close()
    else field.current?.focus()
  }
  return (
    <form className="share-form" onSubmit={(event) => void submit(event)}>
      <div className="field share-email">
        <label htmlFor="share-email">Email Address</label>
        <input
          ref={field}
          className="input"
          id="share-email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          placeholder="name@example.com"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor="share-role">Role</label>
        <select
          className="select"
          id="share-role"
          aria-describedby="share-role-note"
          value={chosen}
          onChange={(event) => setChosen(event.target.value as Role)}
        >
          {invitableRoles(role).map((it) => (
            <option key={it} value={it}>
              {roleLabel(it)}
            </option>
          ))}
        </select>
      </div>
      <p className="hint share-note" id="share-role-note">
        {ROLE_MEANINGS[chosen]}
      </p>
      <div className="form-actions end share-buttons">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" className="button button-primary" aria-busy={busy} aria-disabled={busy}>
          {busy ? 'Sending...' : 'Send Invitation'}
        </button>
      </div>
    </form>
  )
}
