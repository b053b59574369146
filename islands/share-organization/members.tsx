/** @jsxImportSource react */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Member } from '#organizations/rules/answers.ts'
import { roleLabel } from '#organizations/rules/invitation.ts'
import { grantableRoles, REMOVE_MEMBER } from '#organizations/rules/member.ts'
import { can } from '#organizations/rules/permission.ts'
import type { Role } from '#organizations/rules/request.ts'
import * as calls from './calls.ts'
import { Avatar, Icon, ListSection, RoleBadge, Waiting } from './parts.tsx'
import type { Sharing } from './use-sharing.ts'

/** Lists that are longer can be searched. */
const SEARCHED_FROM = 10
/** Milliseconds without a key after which a search begins. */
const PAUSE = 200

type Props = { sharing: Sharing; organizationId: string; userId: string; role: Role }

export function Members({ sharing, organizationId, userId, role }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const members = sharing.data?.members
  return (
    <ListSection
      {...{ id: 'share-members', title: 'Members', heading, list: members, onMore: sharing.moreMembers }}
      waiting={!sharing.trouble && <Waiting lines={3} what="members" />}
      empty={`Nobody matches “${sharing.searching}”.`}
      search={members && (members.total > SEARCHED_FROM || sharing.searching) && <Search onSearch={sharing.search} />}
      entry={(member) => (
        <Entry
          key={member.id}
          {...{ member, sharing, organizationId, role, heading }}
          own={member.user_id === userId}
        />
      )}
    />
  )
}

function Search({ onSearch }: { onSearch: (q: string) => void }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <label className="share-search">
      <span className="quiet">Search members</span>
      <Icon name="search" />
      <input
        className="input"
        type="search"
        placeholder="Search by name or email"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  )
}

type EntryProps = {
  member: Member
  sharing: Sharing
  organizationId: string
  role: Role
  own: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

function Entry({ member, sharing, organizationId, role, own, heading }: EntryProps) {
  const { name, email, avatar_path: picture } = member.users
  const [chosen, setChosen] = useState<Role | null>(null)
  const who = name || email
  const mayChange = can(role, 'UPDATE_MEMBER_ROLES') && !own
  const change = async (to: Role) => {
    setChosen(to)
    const ask = async () => {
      try {
        await calls.changeRole(organizationId, member.id, to)
      } catch (error) {
        // What was refused is not shown as chosen while the lists load again.
        setChosen(null)
        throw error
      }
    }
    await sharing.act(ask, `${who} is ${to} now.`, 'Failed to update member role')
    setChosen(null)
  }
  const remove = async () => {
    const { confirmDialog } = await import('../kit/dialog.ts')
    let removed = false
    await confirmDialog({
      title: REMOVE_MEMBER.title,
      message: REMOVE_MEMBER.message,
      confirm: REMOVE_MEMBER.action,
      type: 'danger',
      // A refusal is shown in the dialog below, so this one closes either way.
      act: async () => {
        removed = await sharing.act(
          () => calls.remove(organizationId, member.id),
          `${who} is removed.`,
          'Failed to remove member',
        )
      },
    })
    // The button that had the focus is gone with its line.
    if (removed) heading.current?.focus()
  }
  return (
    <li className="entry">
      <Avatar text={who} picture={picture} />
      <div className="entry-who">
        <span className="entry-name">
          <strong className="truncate">{name || 'No name'}</strong>
          {own && <span className="muted small">You</span>}
        </span>
        <span className="muted small truncate" title={email}>
          {email}
        </span>
      </div>
      <RoleBadge role={member.role} />
      {mayChange && (
        <div className="entry-acts">
          <select
            className="select select-small"
            aria-label={`Role of ${who}`}
            value={chosen ?? member.role}
            disabled={chosen !== null}
            onChange={(event) => void change(event.target.value as Role)}
          >
            {grantableRoles(role).map((it) => (
              <option key={it} value={it}>
                {roleLabel(it)}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button button-quiet button-small"
            aria-label={`Remove ${who}`}
            onClick={() => void remove()}
          >
            Remove
          </button>
        </div>
      )}
    </li>
  )
}
