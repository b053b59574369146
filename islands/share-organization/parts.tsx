/** @jsxImportSource react */

import type { Role } from '#organizations/rules/request.ts'
import { ICONS, type IconName } from '#ui/rules/icon.ts'

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
)

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
