import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import type { ListedOrganization, ListedWorkspace } from '../organizations.ts'
import { can } from '../rules/permission.ts'
import { Breadcrumb, RoleBadge } from './parts.tsx'

export const OrganizationPage = (props: { organization: ListedOrganization }) => {
  const { id, name, description, role, workspaces } = props.organization
  const newWorkspace = can(role, 'CREATE_WORKSPACE') && href(urls.newWorkspace, { id })
  return (
    <div class="page">
      <Breadcrumb up={[['Organizations', urls.organizations]]} here={name} />
      <header class="page-head">
        <div>
          <h1>{name}</h1>
          <p>{description || 'No description'}</p>
        </div>
        <div class="page-head-actions">
          {can(role, 'UPDATE_ORGANIZATION') && (
            <a class="button" href={href(urls.organizationSettings, { id })}>
              <Icon name="gear" />
              Settings
            </a>
          )}
          {newWorkspace && workspaces.length > 0 && (
            <a class="button button-primary" href={newWorkspace}>
              <Icon name="plus" />
              New workspace
            </a>
          )}
        </div>
      </header>
      <Facts organization={props.organization} />
      <section class="stack" aria-labelledby="workspaces">
        <h2 id="workspaces">Workspaces</h2>
        {workspaces.length > 0 ? (
          <ul class="grid-cards">
            {workspaces.map((it) => (
              <WorkspaceCard it={it} />
            ))}
          </ul>
        ) : (
          <div class="empty">
            <Icon name="table" />
            <h3>No workspaces yet</h3>
            <p>
              {newWorkspace
                ? 'A workspace holds data and the conversations about it.'
                : 'An owner of this organization can create one, or let you into one.'}
            </p>
            {newWorkspace && (
              <a class="button button-primary" href={newWorkspace}>
                Create your first workspace
              </a>
            )}
          </div>
        )}
      </section>
    </div>
  )
}

const Facts = (props: { organization: ListedOrganization }) => {
  const { industry, size, website, location } = props.organization
  const facts: [string, string][] = [
    ['Industry', industry],
    ['Size', size],
    ['Location', location],
  ]
  const known = facts.filter(([, text]) => text !== '')
  if (known.length === 0 && website === '') return null
  return (
    <dl class="facts">
      {known.map(([label, text]) => (
        <>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </>
      ))}
      {website && (
        <>
          <dt>Website</dt>
          <dd>
            <a href={website} rel="noopener noreferrer nofollow">
              {website.replace(/^https?:\/\//, '')}
            </a>
          </dd>
        </>
      )}
    </dl>
  )
}

const WorkspaceCard = (props: { it: ListedWorkspace }) => {
  const { id, name, description, role, restricted } = props.it
  return (
    <li class="card card-link">
      <div class="card-body">
        <div class="row spread nowrap">
          <h3 class="truncate">
            <a href={href(urls.workspace, { id })}>{name}</a>
          </h3>
          <RoleBadge role={role} />
        </div>
        <p class="muted clamp">{description || 'No description'}</p>
      </div>
      <div class="card-foot">
        <a class="button button-quiet button-small" href={href(urls.workspaceFiles, { id })}>
          Data
        </a>
        {can(role, 'UPDATE_WORKSPACE') && (
          <a class="button button-quiet button-small" href={href(urls.workspaceSettings, { id })}>
            Settings
          </a>
        )}
        {restricted && (
          <span class="badge">
            <Icon name="lock" />
            Restricted
          </span>
        )}
      </div>
    </li>
  )
}
