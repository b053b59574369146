/** @jsxImportSource react */
import { useEffect, useRef, useState } from 'react'
import { ROLE_MEANINGS } from '#organizations/rules/invitation.ts'
import { can, denyText, invitableRoles } from '#organizations/rules/permission.ts'
import type { Role } from '#organizations/rules/request.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Form } from '../kit/parts.tsx'
import * as calls from './calls.ts'
import { RoleSelect } from './parts.tsx'
import type { Sharing } from './use-sharing.ts'

type Props = { sharing: Sharing; role: Role }

/** 'Invite Members': a button that opens a form. Who may not invite sees why. */
export function Invite({ sharing, role }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const may = can(role, 'INVITE_MEMBERS')
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <section className="share-part" aria-labelledby="share-invite">
      <div className="row spread">
        <h3 id="share-invite">Invite Members</h3>
        <Button
          ref={button}
          look="primary small"
          aria-expanded={open}
          aria-disabled={!may}
          aria-describedby={may ? undefined : 'share-denied'}
          hidden={open && may}
          onClick={() => may && setOpen(true)}
        >
          <Icon name="plus" />
          Invite User
        </Button>
      </div>
      {!may && (
        <p className="muted small" id="share-denied">
          {denyText('INVITE_MEMBERS')}
        </p>
      )}
      {open && may && <InviteForm {...{ sharing, role, close }} />}
    </section>
  )
}

function InviteForm({ sharing, role, close }: Props & { close: () => void }) {
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState<Role>('member')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async () => {
    if (busy || !can(role, 'INVITE_MEMBERS')) return
    setBusy(true)
    const sent = await sharing.act(`The invitation is on its way to ${email}.`, 'Failed to send invitation', () =>
      calls.invite(sharing.organizationId, email, chosen),
    )
    setBusy(false)
    if (sent) close()
    else field.current?.focus()
  }
  return (
    <Form className="share-form" onSend={submit}>
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
        <RoleSelect
          className="select"
          id="share-role"
          aria-describedby="share-role-note"
          value={chosen}
          roles={invitableRoles(role)}
          onChoose={setChosen}
        />
      </div>
      <p className="hint share-note" id="share-role-note">
        {ROLE_MEANINGS[chosen]}
      </p>
      <div className="form-actions end share-buttons">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="primary" aria-busy={busy} aria-disabled={busy}>
          {busy ? 'Sending...' : 'Send Invitation'}
        </Button>
      </div>
    </Form>
  )
}
