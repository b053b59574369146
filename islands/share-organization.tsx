/** @jsxImportSource react */
import { useEffect, useState } from 'react'
import { ROLES } from '#organizations/rules/permission.ts'
import { Modal } from './kit/modal.tsx'
import * as calls from './share-organization/calls.ts'
import { Invite } from './share-organization/invite.tsx'
import { Members } from './share-organization/members.tsx'
import { Icon } from './share-organization/parts.tsx'
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
    document.addEventListener('click', open, { capture: true })
    return () => document.removeEventListener('click', open, { capture: true })
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
  const sharing = useSharing(shared)
  const { role, data, trouble } = sharing
  const organizationId = shared.id
  return (
    <>
      <header className="share-head">
        <h2 id="share-title" tabIndex={-1} className="break">
          Share {shared.name}
        </h2>
        <button type="button" className="button button-quiet button-icon" aria-label="Close" onClick={close}>
          <Icon name="cross" />
        </button>
      </header>
      <div className="share-body">
        <Banner {...{ sharing, organizationId }} />
        <p className="quiet" role="status">
          {sharing.said}
        </p>
        {role ? (
          <>
            <Invite {...{ sharing, organizationId, role }} />
            <Members {...{ sharing, organizationId, userId, role }} />
            <Pending {...{ sharing, organizationId, userId, role }} />
          </>
        ) : (
          (data || !trouble) && <NoRole known={data !== null} close={close} />
        )}
      </div>
    </>
  )
}

/** What the server refused, in its words. */
function Banner({ sharing, organizationId }: { sharing: Sharing; organizationId: string }) {
  const { trouble } = sharing
  if (!trouble) return null
  const { invitationId } = trouble
  const resend = (id: string) =>
    sharing.act(
      () => calls.resend(organizationId, id),
      'The invitation is on its way again.',
      'Failed to send invitation',
    )
  return (
    <div className="alert alert-error" role="alert">
      <Icon name="error" />
      <p className="grow break">{trouble.text}</p>
      {invitationId && (
        <button type="button" className="button button-small" onClick={() => void resend(invitationId)}>
          Resend
        </button>
      )}
      {trouble.loading && (
        <button type="button" className="button button-small" onClick={() => void sharing.retry()}>
          Retry
        </button>
      )}
    </div>
  )
}

/** Without a role nothing can be offered. @param known whether the server has said so */
const NoRole = ({ known, close }: { known: boolean; close: () => void }) =>
  known ? (
    <div className="empty">
      <Icon name="error" />
      <p role="alert">Error: User role not found</p>
      <button type="button" className="button" onClick={close}>
        Close
      </button>
    </div>
  ) : (
    <p className="muted" role="status">
      Loading
    </p>
  )
