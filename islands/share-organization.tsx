/** @jsxImportSource react */
import { useEffect, useState } from 'react'
import { ROLES } from '#organizations/rules/permission.ts'
import { CloseButton, Icon } from './kit/icon.tsx'
import { listen } from './kit/listen.ts'
import { Modal } from './kit/modal.tsx'
import { Button } from './kit/parts.tsx'
import * as calls from './share-organization/calls.ts'
import { Invite } from './share-organization/invite.tsx'
import { Members } from './share-organization/members.tsx'
import { Pending } from './share-organization/pending.tsx'
import { type Shared, type Sharing, useSharing } from './share-organization/use-sharing.ts'

/**
 * The sharing dialog of every Share button on the page (`a[data-share]`): one for all of them, however many organizations are listed.
 * Without script such a button leads to the page that does the same.
 */
export default function ShareOrganization({ userId }: { userId: string }) {
  const [shared, setShared] = useState<Shared | null>(null)
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-share]') : null
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return
      event.preventDefault()
      const { share: id = '', shareName: name = '', shareRole } = link.dataset
      setShared({ id, name, role: ROLES.find((role) => role === shareRole) ?? null })
    }
    // Before anything else hears of it: no page is left.
    return listen(document, 'click', open, { capture: true })
  }, [])
  const close = () => setShared(null)
  return (
    <Modal
      open={shared !== null}
      onDismiss={close}
      focusFirst={(dialog) => dialog.querySelector('h2')}
      className="dialog share"
      aria-labelledby="share-title"
      closedby="any"
    >
      {shared && <Content key={shared.id} {...{ shared, userId, close }} />}
    </Modal>
  )
}

function Content({ shared, userId, close }: { shared: Shared; userId: string; close: () => void }) {
  const sharing = useSharing(shared, userId)
  const { role, data, trouble } = sharing
  return (
    <>
      <header className="share-head">
        <h2 id="share-title" tabIndex={-1} className="break">
          Share {shared.name}
        </h2>
        <CloseButton onClose={close} />
      </header>
      <div className="share-body">
        <Banner sharing={sharing} />
        <p className="quiet" role="status">
          {sharing.said}
        </p>
        {role ? (
          <>
            <Invite {...{ sharing, role }} />
            <Members {...{ sharing, role }} />
            <Pending {...{ sharing, role }} />
          </>
        ) : (
          (data || !trouble) && <NoRole isMember={data !== null} close={close} />
        )}
      </div>
    </>
  )
}

function Banner({ sharing }: { sharing: Sharing }) {
  const { trouble, organizationId } = sharing
  if (!trouble) return null
  const { invitationId } = trouble
  const resend = (id: string) =>
    sharing.act('The invitation is on its way again.', 'Failed to send invitation', () =>
      calls.resend(organizationId, id),
    )
  return (
    <div className="alert alert-error" role="alert">
      <Icon name="error" />
      <p className="grow break">{trouble.text}</p>
      {invitationId && <Button look="small" onClick={() => resend(invitationId)} label="Resend" />}
      {trouble.loading && <Button look="small" onClick={sharing.retry} label="Retry" />}
    </div>
  )
}

/** Without a role nothing can be offered. @param known whether the server has said so */
const NoRole = ({ isMember, close }: { isMember: boolean; close: () => void }) =>
  isMember ? (
    <div className="empty">
      <Icon name="error" />
      <p role="alert">Error: User role not found</p>
      <Button onClick={close}>Close</Button>
    </div>
  ) : (
    <p className="muted" role="status">
      Loading
    </p>
  )
