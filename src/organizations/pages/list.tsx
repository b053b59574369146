import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import type { ListedOrganization } from '../organizations.ts'
import { RoleBadge } from './parts.tsx'

/** @param items null when they could not be loaded */
export const OrganizationsPage = (props: { items: ListedOrganization[] | null; next: string | null }) => (
  <div class="page">
    <header class="page-head">
      <div>
        <h1>Organizations</h1>
        <p>Manage your organizations and the workspaces in them.</p>
      </div>
      {props.items && props.items.length > 0 && (
        <div class="page-head-actions">
          <a class="button button-primary" href={urls.newOrganization}>
            <Icon name="plus" />
            New organization
          </a>
        </div>
      )}
    </header>
    <div id="organizations" class="stack">
      <Items items={props.items} />
      {props.next && (
        <p class="pagination">
          <a class="button" href={href(urls.organizations, {}, { cursor: props.next })}>
            Older organizations
          </a>
        </p>
      )}
    </div>
  </div>
)

function Items(props: { items: ListedOrganization[] | null }) {
  if (props.items === null) return <Failed />
  if (props.items.length === 0) return <None />
  return (
    <ul class="grid-cards">
      {props.items.map((it) => (
        <OrganizationCard it={it} />
      ))}
    </ul>
  )
}

/** Tries again by itself after three seconds, as the specification asks. */
const Failed = () => (
  <div
    class="empty"
    role="alert"
    hx-get={urls.organizations}
    hx-trigger="load delay:3s"
    hx-select="#organizations"
    hx-target="#organizations"
    hx-swap="outerHTML"
  >
    <Icon name="warning" />
    <h2>Failed to load organizations</h2>
    <p>The list could not be read just now. It is tried again in a moment.</p>
    <a class="button" href={urls.organizations}>
      Retry
    </a>
  </div>
)

const None = () => (
  <div class="empty">
    <Icon name="building" />
    <h2>No organizations found</h2>
    <p>An organization holds your workspaces, your data and the people who may ask about it.</p>
    <a class="button button-primary" href={urls.newOrganization}>
      Create your first organization
    </a>
  </div>
)

const OrganizationCard = (props: { it: ListedOrganization }) => {
  const { id, name, description, role, workspaces } = props.it
  return (
    <li class="card card-link">
      <div class="card-body">
        <div class="row spread nowrap">
          <h2 class="truncate">
            <a href={href(urls.organization, { id })}>{name}</a>
          </h2>
          <RoleBadge role={role} />
        </div>
        <p class="muted clamp">{description || 'No description'}</p>
      </div>
      <div class="card-foot">{workspaces.length === 1 ? '1 workspace' : `${workspaces.length} workspaces`}</div>
    </li>
  )
}
