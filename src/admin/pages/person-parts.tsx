import type { Child } from 'hono/jsx'
import { number } from '#ui/format.tsx'
import { href, urls } from '../../urls.ts'
import type { UserView } from '../rules/user.ts'
import { When } from './list.tsx'

/** A part of a page about one thing; `empty` stands in place of a table without lines. */
export const Part = (props: {
  title: string
  intro?: string
  empty?: string | false
  id?: string
  children?: Child
}) => (
  <div class="card" id={props.id}>
    <header class="card-head">
      <h2>{props.title}</h2>
      {props.intro && <p>{props.intro}</p>}
    </header>
    {props.empty ? <p class="card-body muted">{props.empty}</p> : props.children}
  </div>
)

/** A table within a part. */
export const PartTable = (props: { label: string; heads: string[]; children: Child }) => (
  <section class="table-wrap table-plain" tabindex={0} aria-label={props.label}>
    <table class="table table-stack">
      <thead>
        <tr>
          {props.heads.map((head) => (
            <th scope="col" class={head.startsWith('#') ? 'num' : undefined}>
              {head.replace('#', '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </section>
)

export const PersonOrganizations = ({ user }: { user: UserView }) => (
  <Part title="Organizations" empty={user.organizations.length === 0 && 'In no organization.'}>
    <PartTable label="Organizations" heads={['Organization', 'Role', 'Since (UTC)']}>
      {user.organizations.map((it) => (
        <tr>
          <td>
            <a class="main" href={href(urls.adminOrganization, { id: it.id })}>
              {it.name}
            </a>{' '}
            {it.status === 'suspended' && <span class="badge badge-red">Suspended</span>}
          </td>
          <td data-label="Role">{it.role}</td>
          <td data-label="Since">
            <When at={it.since} />
          </td>
        </tr>
      ))}
    </PartTable>
  </Part>
)

export const PersonCredits = ({ user }: { user: UserView }) => (
  <Part
    title="Credits"
    intro={`${number(user.credits)} free, ${number(user.held)} held for running questions.`}
    empty={user.lots.length === 0 && 'No credits left.'}
  >
    <PartTable label="Credits by lot" heads={['Kind', '#Granted', '#Left', '#Held', 'Expire (UTC)']}>
      {user.lots.map((lot) => (
        <tr>
          <td>{lot.kind}</td>
          <td data-label="Granted" class="num">
            {number(lot.granted)}
          </td>
          <td data-label="Left" class="num">
            {number(lot.remaining)}
          </td>
          <td data-label="Held" class="num">
            {number(lot.held)}
          </td>
          <td data-label="Expire">
            <When at={lot.expires_at} />
          </td>
        </tr>
      ))}
    </PartTable>
  </Part>
)

export const PersonSessions = ({ user }: { user: UserView }) => (
  <Part title="Sessions" empty={user.sessions.length === 0 && 'Signed in nowhere.'}>
    <PartTable label="Sessions" heads={['Device', 'Address', 'Begun (UTC)', 'Last used (UTC)']}>
      {user.sessions.map((it) => (
        <tr>
          <td>{it.device}</td>
          <td data-label="Address" class="mono">
            {it.address ?? '–'}
          </td>
          <td data-label="Begun">
            <When at={it.begun_at} />
          </td>
          <td data-label="Last used">
            <When at={it.seen_at} />
          </td>
        </tr>
      ))}
    </PartTable>
  </Part>
)

export const PersonKeys = ({ user }: { user: UserView }) => (
  <Part title="API keys" empty={user.api_keys.length === 0 && 'No API keys.'}>
    <PartTable label="API keys" heads={['Key', 'Scopes', 'Last used (UTC)', 'Expires (UTC)']}>
      {user.api_keys.map((key) => (
        <tr>
          <td>
            {key.name} <code>{key.prefix}…</code> {key.revoked_at && <span class="badge">Revoked</span>}
          </td>
          <td data-label="Scopes">{key.scopes.join(', ')}</td>
          <td data-label="Last used">
            <When at={key.last_used_at} />
          </td>
          <td data-label="Expires">{key.expires_at ? <When at={key.expires_at} /> : 'Never'}</td>
        </tr>
      ))}
    </PartTable>
  </Part>
)
