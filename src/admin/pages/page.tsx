import type { Child } from 'hono/jsx'
import { holds } from '#auth/rules/admin-role.ts'
import { SITE } from '#base/site.ts'
import { Icon } from '#ui/icon.tsx'
import type { HttpContext } from '#web/http-context.ts'
import { pageAnswer } from '#web/page.tsx'
import type { AdminCtx } from '../../ctx.ts'
import { type AdminEntry, type AdminGroup, sidebar } from '../entries.ts'
import { countText } from '../rules/waiting.ts'
import { countsOf, waiting } from '../waiting.ts'

/**
 * Sidebar and content of a page of the panel. On small screens the sidebar is a popover: the browser itself opens it over the page,
 * and Escape or a touch beside it closes it, without a script.
 * @param props counts: what waits behind an entry, by its address
 */
export function AdminFrame(props: {
  groups: AdminGroup[]
  counts: Record<string, number>
  path: string
  children: Child
}) {
  const { counts } = props
  const here = entryOf(props.groups, props.path)
  return (
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
                group.entries.map((entry) => <Entry entry={entry} count={counts[entry.href]} here={here} />)
              ) : (
                <Group group={group} counts={counts} here={here} />
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div class="admin-content">{props.children}</div>
    </div>
  )
}

/** The entry that a page belongs to: of those that its address begins with, the longest. */
const entryOf = (groups: AdminGroup[], path: string): string =>
  groups
    .flatMap((group) => group.entries.map(({ href }) => href))
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .reduce((longest, href) => (href.length > longest.length ? href : longest), '')

const Entry = ({ entry, count, here }: { entry: AdminEntry; count: number | undefined; here: string }) => (
  <a href={entry.href} aria-current={entry.href === here ? 'page' : undefined}>
    <Icon name={entry.icon} />
    {entry.label}
    {Boolean(count) && (
      <span class="badge badge-red">
        {countText(count!)}
        <span class="quiet"> waiting</span>
      </span>
    )}
  </a>
)

/** Open until somebody closes it, which the page script remembers; the group of the page itself is always open. */
const Group = (props: { group: AdminGroup; counts: Record<string, number>; here: string }) => {
  const { group, counts, here } = props
  const ours = group.entries.some(({ href }) => href === here)
  return (
    <details open data-remember={ours ? undefined : `admin-${group.name}`}>
      <summary>
        {group.name}
        <Icon name="chevron" />
      </summary>
      <ul>
        {group.entries.map((entry) => (
          <li>
            <Entry entry={entry} count={counts[entry.href]} here={here} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Answers a page of the panel: its body beside the sidebar of what this admin may open. */
export async function adminPage(
  c: HttpContext,
  ctx: AdminCtx,
  title: string,
  body: Child,
  status?: number,
): Promise<Response> {
  const counts = holds(ctx.adminRoles, 'finance') ? countsOf(await waiting(ctx)) : {}
  return pageAnswer(
    c,
    ctx,
    { layout: 'admin', title: `${title} · Admin Panel`, status },
    <AdminFrame groups={sidebar(ctx.adminRoles)} counts={counts} path={c.req.path}>
      {body}
    </AdminFrame>,
  )
}
