/** @jsxImportSource react */
import { useState } from 'react'
import type { ChatScreen, ConversationLine, WorkspaceChoice } from '#chat/rules/screen.ts'
import { href, urls } from '../../src/urls.ts'
import { confirmDialog } from '../kit/dialog.ts'
import { Icon, IconButton } from '../kit/icon.tsx'
import { Button, Form, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useHydrated, useTimeZone } from '../kit/use-browser.ts'
import { deleteConversation, renameConversation } from './calls.ts'
import { DataTree } from './data-tree.tsx'
import type { ConversationList } from './use-conversation-list.ts'
import { useTables } from './use-tables.ts'

/** Conversations by the day they were last used, in the time zone given; empty groups are left out. */
export function byDay(conversations: ConversationLine[], now: string, timeZone: string) {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  const today = day.format(new Date(now))
  const yesterday = day.format(new Date(Date.parse(now) - 86_400_000))
  const titleOf = ({ updated_at }: ConversationLine) => {
    const used = day.format(new Date(updated_at))
    return used >= today ? 'Today' : used === yesterday ? 'Yesterday' : 'Earlier'
  }
  const groups = Object.groupBy(conversations, titleOf)
  return (['Today', 'Yesterday', 'Earlier'] as const).flatMap((title) =>
    groups[title] ? { title, conversations: groups[title] } : [],
  )
}

type Props = {
  screen: ChatScreen
  conversations: ConversationList
  current: string | null
  onClose: () => void
  onInsert: (name: string) => void
}

/** What the person has just asked for gets the keyboard. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The left column: new question, workspaces, conversations by day, the data. */
export function Side(props: Props) {
  const { screen } = props
  const { workspaceId: id } = screen
  const tables = useTables(id, screen.data)
  const groups = byDay(props.conversations.list, screen.now, useTimeZone())
  const workspace = screen.workspaces.find((one) => one.id === id)
  return (
    <>
      <button type="button" className="side-close" aria-label="Close" onClick={props.onClose}>
        <Icon name="cross" />
      </button>
      <details className="menu switcher">
        <summary title="Change the workspace">
          <WorkspaceName {...workspace} />
          <Icon name="chevron" />
        </summary>
        <div className="menu-list menu-list-left">
          {screen.workspaces.map((one) => (
            <a
              key={one.id}
              href={href(urls.workspace, { id: one.id })}
              aria-current={one.id === id ? 'true' : undefined}
            >
              <WorkspaceName {...one} />
            </a>
          ))}
          <hr />
          <a href={urls.organizations}>All organizations</a>
        </div>
      </details>
      <a className="new-question" href={href(urls.workspace, { id })} data-testid="new-question">
        New question <kbd>/</kbd>
      </a>
      <nav aria-label="Conversations">
        {groups.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul className="conversations">
              {group.conversations.map((one) => (
                <Conversation key={one.id} {...props} conversation={one} />
              ))}
            </ul>
          </section>
        ))}
        {screen.sharedConversations.length > 0 && (
          <section>
            <h2>Shared with you</h2>
            <ul className="conversations">
              {screen.sharedConversations.map((one) => (
                <li className="conversation" key={one.id}>
                  <ConversationLink {...props} conversation={one} by={one.by} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </nav>
      <section aria-labelledby="side-data">
        <h2 id="side-data">
          Data
          {screen.mayAddData && (
            <a href={href(urls.workspaceFiles, { id })} aria-label="Add data" title="Add data">
              <Icon name="plus" />
            </a>
          )}
        </h2>
        {screen.data.total > 0 ? (
          <>
            <DataTree tables={tables} total={screen.data.total} onInsert={props.onInsert} />
            <p className="side-links">
              <a href={href(urls.workspaceTables, { id })}>Browse tables</a>
              <a href={href(urls.workspaceSql, { id })}>Write SQL</a>
            </p>
          </>
        ) : (
          <p className="side-empty">No data yet.</p>
        )}
      </section>
    </>
  )
}

const WorkspaceName = ({ name = 'Workspace', organization }: Partial<WorkspaceChoice>) => (
  <span className="switcher-name">
    <strong>{name}</strong>
    <small>{organization}</small>
  </span>
)

type LinkProps = Pick<Props, 'screen' | 'current'> & { conversation: ConversationLine; by?: string }
const ConversationLink = ({ screen, current, conversation: { id, title }, by }: LinkProps) => (
  <a
    href={href(urls.workspace, { id: screen.workspaceId }, { conversation: id })}
    aria-current={id === current ? 'page' : undefined}
    title={title}
  >
    {title}
    {by && <small>{by}</small>}
  </a>
)

function Conversation(props: Props & { conversation: ConversationLine }) {
  const { conversation, current } = props
  const { id } = conversation
  const { workspaceId } = props.screen
  const [renaming, setRenaming] = useState(false)
  const { error, run } = useAction()
  // What only a script can do is not in the page of the server.
  const hydrated = useHydrated()
  const rename = async (title: string) => {
    if (!title || !(await run(() => renameConversation(id, title)))) return
    setRenaming(false)
    props.conversations.rename(id, title)
  }
  const askToDelete = async () => {
    const deleted = await confirmDialog({
      type: 'danger',
      title: 'Delete Conversation',
      message: `Are you sure you want to delete “${conversation.title}”? Its questions and answers go with it.`,
      confirm: 'Delete',
      act: () => deleteConversation(id),
    })
    if (!deleted) return
    props.conversations.remove(id)
    if (id === current) location.assign(href(urls.workspace, { id: workspaceId }))
  }
  if (renaming)
    return (
      <li>
        <Form
          className="conversation-form"
          onSend={(form) => rename(String(new FormData(form).get('title')).trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            setRenaming(false)
          }}
        >
          <input
            name="title"
            className="input"
            defaultValue={conversation.title}
            aria-label="Title of the conversation"
            maxLength={120}
            ref={takeFocus}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button type="submit" look="small" label="Rename" />
          <Problem className="" text={error} />
        </Form>
      </li>
    )
  return (
    <li className="conversation">
      <ConversationLink {...props} />
      {hydrated && (
        <span className="conversation-acts">
          <IconButton
            icon="pencil"
            label={`Rename ${conversation.title}`}
            title="Rename"
            onClick={() => setRenaming(true)}
          />
          <IconButton icon="trash" label={`Delete ${conversation.title}`} title="Delete" onClick={askToDelete} />
        </span>
      )}
    </li>
  )
}
