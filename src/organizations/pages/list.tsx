import { SITE } from '#base/site.ts'
import { ButtonLink, Empty } from '#ui/button.tsx'
import { Alert, Notice, Saved } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href, urls } from '../../urls.ts'
import type { ListedOrganization } from '../organizations.ts'
import { RoleBadge } from './parts.tsx'
import { Search } from './people.tsx'
import { ShareButton, ShareDialog } from './share.tsx'

type Props = {
  items: ListedOrganization[] | null
  next: string | null
  q: string
  userId: string
  done?: string | undefined
  /** Names of those that are suspended, which are in no list. */
  suspended: string[]
}

/** @param items null when they could not be loaded */
export const OrganizationsPage = (props: Props) => (
  <div class="page">
    <PageHead title="Organizations" text="Manage your organizations and the workspaces in them.">
      {(props.q !== '' || (props.items && props.items.length > 0)) && (
        <ButtonLink look="primary" to={urls.newOrganization}>
          <Icon name="plus" />
          New organization
        </ButtonLink>
      )}
    </PageHead>
    {(props.q !== '' || props.next || (props.items?.length ?? 0) > FEW) && (
      <Search address={urls.organizations} list="organizations" q={props.q} label="Search organizations" />
    )}
    <div id="organizations" class="stack">
      <Saved show={props.done === 'left'}>You left the organization.</Saved>
      <Notice show={props.done === 'deleted'} title="Organization deleted">
        The organization and its workspaces are deleted. Their data is erased after 30 days.
      </Notice>
      {props.done === 'no_workspace' && <NoWorkspace any={props.items?.length !== 0} />}
      {props.suspended.length > 0 && <Suspended names={props.suspended} />}
      <Items items={props.items} q={props.q} />
      {props.next && (
        <p class="pagination">
          <ButtonLink
            to={href(urls.organizations, {}, { q: props.q || undefined, cursor: props.next })}
            label="Older organizations"
          />
        </p>
      )}
    </div>
    <ShareDialog userId={props.userId} />
  </div>
)

/** Why the chat led here. */
const NoWorkspace = ({ any }: { any: boolean }) => (
  <Alert type="info" icon="info" role="status">
    You chat in a workspace, and there is none yet that you can open.{' '}
    {any ? 'Open an organization and create one in it.' : 'Create an organization, then a workspace in it.'}
  </Alert>
)

const Suspended = ({ names }: { names: string[] }) => (
  <Alert type="warning" icon="lock" role="status">
    <strong class="wrap">{names.join(', ')}</strong> {names.length === 1 ? 'is' : 'are'} suspended. Nothing in{' '}
    {names.length === 1 ? 'it' : 'them'} is lost. Write to <a href={`mailto:${SITE.email}`}>{SITE.email}</a> to have{' '}
    {names.length === 1 ? 'it' : 'them'} opened again.
  </Alert>
)

/** So many need no search. */
const FEW = 6

function Items(props: Pick<Props, 'items' | 'q'>) {
  if (props.items === null) return <Failed />
  if (props.items.length === 0 && props.q) return <NoMatch q={props.q} />
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
    <ButtonLink to={urls.organizations} label="Retry" />
  </div>
)

const NoMatch = ({ q }: { q: string }) => (
  <Empty icon="search" title={`No organization matches “${q}”`}>
    <ButtonLink to={urls.organizations} label="Show all organizations" />
  </Empty>
)

const None = () => (
  <Empty
    icon="building"
    title="No organizations found"
    text="An organization holds your workspaces, your data and the people who may ask about it."
  >
    <ButtonLink look="primary" to={urls.newOrganization} label="Create your first organization" />
  </Empty>
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
      <div class="card-foot">
        <span class="grow">{workspaces.length === 1 ? '1 workspace' : `${workspaces.length} workspaces`}</span>
        <ShareButton organization={props.it} small />
      </div>
    </li>
  )
}
