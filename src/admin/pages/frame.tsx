import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { Icon } from '#ui/icon.tsx'
import type { AdminEntry, AdminGroup } from '../entries.ts'

/**
 * Sidebar and content of a page of the panel. On small screens the sidebar is a popover: the browser itself opens it over the page,
 * and Escape or a touch beside it closes it, without a script.
 */
export const AdminFrame = (props: { groups: AdminGroup[]; path: string; children: Child }) => (
  <div class="admin-frame">
    <div class="admin-bar">
      <button type="button" class="button button-quiet" popovertarget="admin-side">
        <Icon name="menu" />
        Admin Panel
      </button>
    </div>
    <nav class="admin-side" id="admin-side" popover="auto" aria-labelledby="admin-title">
      <header>
        <div>
          <h2 id="admin-title">Admin Panel</h2>
          <p>{SITE.name} Platform</p>
        </div>
        <button
          type="button"
          class="button button-quiet button-icon"
          popovertarget="admin-side"
          popovertargetaction="hide"
          aria-label="Close"
        >
          <Icon name="cross" />
        </button>
      </header>
      <ul>
        {props.groups.map((group) => (
          <li>
            {group.name === null ? (
              group.entries.map((entry) => <Entry entry={entry} path={props.path} />)
            ) : (
              <Group group={group} path={props.path} />
            )}
          </li>
        ))}
      </ul>
    </nav>
    <div class="admin-content">{props.children}</div>
  </div>
)

const isHere = (entry: AdminEntry, path: string) => path === entry.href

const Entry = ({ entry, path }: { entry: AdminEntry; path: string }) => (
  <a href={entry.href} aria-current={isHere(entry, path) ? 'page' : undefined}>
    <Icon name={entry.icon} />
    {entry.label}
  </a>
)

/** Open until somebody closes it, which the page script remembers; the group of the page itself is always open. */
const Group = ({ group, path }: { group: AdminGroup; path: string }) => {
  const here = group.entries.some((entry) => isHere(entry, path))
  return (
    <details open data-remember={here ? undefined : `admin-${group.name}`}>
      <summary>
        {group.name}
        <Icon name="chevron" />
      </summary>
      <ul>
        {group.entries.map((entry) => (
          <li>
            <Entry entry={entry} path={path} />
          </li>
        ))}
      </ul>
    </details>
  )
}
