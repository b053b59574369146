/** @jsxImportSource react */
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { roleLabel } from '#organizations/rules/invitation.ts'
import type { Role } from '#organizations/rules/request.ts'
import { Button, Options } from '../kit/parts.tsx'
import type { Listed } from './calls.ts'

/** The person's picture over the initial of what is known of them, which shows where there is none. */
export const Avatar = ({ text, picture }: { text: string; picture: string | null }) => (
  <span className="avatar" aria-hidden="true">
    {text.trim().charAt(0)}
    {picture && <img src={picture} alt="" width={32} height={32} />}
  </span>
)

const BADGES: Record<Role, string> = {
  owner: 'badge badge-accent',
  member: 'badge badge-blue',
  viewer: 'badge',
}
export const RoleBadge = ({ role }: { role: Role }) => <span className={BADGES[role]}>{role}</span>

type RoleSelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  roles: readonly Role[]
  onChoose: (role: Role) => void
}

export const RoleSelect = ({ roles, onChoose, ...select }: RoleSelectProps) => (
  <select {...select} onChange={({ target }) => onChoose(target.value as Role)}>
    <Options of={roles.map((role) => [role, roleLabel(role)])} />
  </select>
)

/** As many lines as are about to come, each of the height of an entry. */
export const Waiting = ({ lines, what }: { lines: number; what: string }) => (
  <div role="status">
    <span className="quiet">Loading {what}</span>
    <ul className="entries" aria-hidden="true">
      {[...Array(lines).keys()].map((line) => (
        <li className="entry" key={line}>
          <span className="avatar skeleton" />
          <span className="entry-who skeleton-lines">
            <span className="skeleton" />
            <span className="skeleton" />
          </span>
        </li>
      ))}
    </ul>
  </div>
)

type ListProps<T> = {
  id: string
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  /** Undefined while there is none. */
  list: Listed<T> | undefined
  /** In place of the list while it loads. */
  waiting: ReactNode
  empty: string
  onMore: () => void
  /** Above the list. */
  search?: ReactNode
  entry: (item: T) => ReactNode
}

/** A list with its heading, which can have the focus, and the way to more of it. */
export const ListSection = <T,>(props: ListProps<T>) => {
  const { id, list } = props
  return (
    <section className="share-part" aria-labelledby={id}>
      <h3 id={id} ref={props.heading} tabIndex={-1}>
        {props.title}
        {list && ` (${list.total})`}
      </h3>
      {props.search}
      {!list && props.waiting}
      {list?.items.length === 0 && <p className="muted entry-none">{props.empty}</p>}
      {list && (
        <ul className="entries" aria-labelledby={id}>
          {list.items.map(props.entry)}
        </ul>
      )}
      {list?.more && <Button look="small" className="share-more" onClick={props.onMore} label="Show more" />}
    </section>
  )
}
