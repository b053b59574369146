/** @jsxImportSource react */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Member } from '#organizations/rules/answers.ts'
import { grantableRoles, REMOVE_MEMBER } from '#organizations/rules/member.ts'
import { can } from '#organizations/rules/permission.ts'
import type { Role } from '#organizations/rules/request.ts'
import { Icon } from '../kit/icon.tsx'
import { Button } from '../kit/parts.tsx'
import * as calls from './calls.ts'
import { Avatar, ListSection, RoleBadge, RoleSelect, Waiting } from './parts.tsx'
import type { Sharing } from './use-sharing.ts'

const SEARCHED_FROM = 10
/** Milliseconds without a key after which a search begins. */
const PAUSE = 200

export function Members({ sharing, role }: { sharing: Sharing; role: Role }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const members = sharing.data?.members
  return (
    <ListSection
      {...{ id: 'share-members', title: 'Members', heading, list: members, onMore: sharing.moreMembers }}
      waiting={!sharing.trouble && <Waiting lines={3} what="members" />}
      empty={`Nobody matches “${sharing.searching}”.`}
      search={members && (members.total > SEARCHED_FROM || sharing.searching) && <Search onSearch={sharing.search} />}
      entry={(member) => <Entry key={member.id} {...{ member, sharing, role, heading }} />}
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
  role: Role
  heading: RefObject<HTMLHeadingElement | null>
}

function Entry({ member, sharing, role, heading }: EntryProps) {
  const { organizationId } = sharing
  const { name, email, avatar_path: picture } = member.users
  const [chosen, setChosen] = useState<Role | null>(null)
  const who = name || email
  const own = member.user_id === sharing.userId
  const mayChange = can(role, 'UPDATE_MEMBER_ROLES') && !own
  const change = async (to: Role) => {
    setChosen(to)
    // What was refused is not shown as chosen while the lists load again.
    const ask = () =>
      calls.changeRole(organizationId, member.id, to).catch((error) => {
        setChosen(null)
        throw error
      })
    await sharing.act(`${who} is ${to} now.`, 'Failed to update member role', ask)
    setChosen(null)
  }
  const remove = async () => {
    const { confirmDialog } = await import('../kit/dialog.ts')
    const { title, message, action } = REMOVE_MEMBER
    const ask = () => calls.remove(organizationId, member.id)
    let removed = false
    // A refusal is shown in the dialog below, so this one closes either way.
    const act = async () => {
      removed = await sharing.act(`${who} is removed.`, 'Failed to remove member', ask)
    }
    await confirmDialog({ title, message, confirm: action, type: 'danger', act })
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
          <RoleSelect
            className="select select-small"
            aria-label={`Role of ${who}`}
            value={chosen ?? member.role}
            disabled={chosen !== null}
            roles={grantableRoles(role)}
            onChoose={change}
          />
          <Button look="quiet small" aria-label={`Remove ${who}`} onClick={remove} label="Remove" />
        </div>
      )}
    </li>
  )
}
