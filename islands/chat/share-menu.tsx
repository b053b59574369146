/** @jsxImportSource react */
import { createContext, type MouseEvent, useContext, useState } from 'react'
import { href, urls } from '../../src/urls.ts'
import { Icon } from '../kit/icon.tsx'
import { Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated } from '../kit/use-browser.ts'
import { ShareDialog } from '../share/dialog.tsx'
import { shareConversation } from './calls.ts'
import { MayProposeContext } from './propose.tsx'
import { useWorkspaceId } from './workspace.ts'

/** How the conversation is shared; null for somebody who only reads it. */
export type Sharing = {
  conversationId: string | null
  workspace: string
  shared: boolean
  /** Whether their role makes read-only links. */
  mayLink: boolean
  onShared: (shared: boolean) => void
}
export const SharingContext = createContext<Sharing | null>(null)

/** Whether the conversation is somebody else's, so that it can only be read. */
export const useReading = (): boolean => useContext(SharingContext) === null

/** Who may read the conversation, and the link to one of its answers: that alone for readers, and before scripts run. */
export function ShareMenu({ address }: { address: string }) {
  const hydrated = useHydrated()
  const sharing = useContext(SharingContext)
  const mayPropose = useContext(MayProposeContext)
  const workspaceId = useWorkspaceId()
  const [copied, setCopied] = useState(false)
  const [dialog, setDialog] = useState(false)
  const { busy, error, run } = useAction()
  if (!hydrated || !sharing?.conversationId)
    return (
      <a href={address} aria-label="Link to this answer" title="Link to this answer">
        <Icon name="link" />
      </a>
    )
  const { conversationId, workspace, shared, mayLink, onShared } = sharing
  const change = async () => {
    setCopied(false)
    if (await run(() => shareConversation(conversationId, !shared))) onShared(!shared)
  }
  const copy = (event: MouseEvent) => {
    // Without https browsers have no clipboard: the link is followed, its address then stands in the bar.
    if (!navigator.clipboard) return
    event.preventDefault()
    navigator.clipboard.writeText(new URL(address, location.href).href).then(() => setCopied(true))
  }
  return (
    <details className="menu share-menu">
      <summary aria-label={shared ? 'Share (shared)' : 'Share'} title="Share" data-on={shared || undefined}>
        <Icon name="share" />
      </summary>
      <div className="menu-list">
        <p className="menu-note" role="status">
          {shared
            ? `Whoever may see ${workspace} can read this conversation.`
            : `Only you can read this conversation. Others of ${workspace} are told to ask you.`}
        </p>
        <button type="button" onClick={change} disabled={busy} aria-busy={busy}>
          <Icon name={shared ? 'cross' : 'share'} /> {shared ? 'Stop sharing' : `Share with ${workspace}`}
        </button>
        <button type="button" onClick={() => setDialog(true)}>
          <Icon name="plus" /> People and links …
        </button>
        <a href={address} onClick={copy}>
          <Icon name={copied ? 'check' : 'link'} /> {copied ? 'Copied' : 'Copy the link to this answer'}
        </a>
        {mayPropose && (
          <a href={href(urls.workspaceNewAgent, { id: workspaceId }, { conversation: conversationId })}>
            <Icon name="spark" /> Make an agent of this
          </a>
        )}
        <Problem className="sql-error" text={error} />
      </div>
      {dialog && (
        <ShareDialog
          thing={{ kind: 'conversation', id: conversationId, name: 'this conversation', workspaceId, workspace }}
          mayLink={mayLink}
          onChange={(now) => onShared(now.workspace !== null)}
          onClose={() => setDialog(false)}
        />
      )}
    </details>
  )
}
