import { ButtonLink, Empty } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice, Saved } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href, urls } from '../../urls.ts'
import type { ListedOrganization, ListedWorkspace } from '../organizations.ts'
import { can } from '../rules/permission.ts'
import { Breadcrumb, Denied, OrganizationTabs, RoleBadge } from './parts.tsx'
import { ShareButton, ShareDialog } from './share.tsx'

type Props = { organization: ListedOrganization; userId: string; members: number; done?: string | undefined }

export const OrganizationPage = (props: Props) => {
  const { id, name, description, role, workspaces } = props.organization
  const newWorkspace = can(role, 'CREATE_WORKSPACE') && href(urls.newWorkspace, { id })
  return (
    <div class="page">
      <Breadcrumb up={[['Organizations', urls.organizations]]} here={name} />
      <PageHead title={name} text={description || 'No description'}>
        <ShareButton organization={props.organization} />
        {newWorkspace ? (
          workspaces.length > 0 && (
            <ButtonLink look="primary" to={newWorkspace}>
              <Icon name="plus" />
              New workspace
            </ButtonLink>
          )
        ) : (
          <Denied permission="CREATE_WORKSPACE">
            <Icon name="plus" />
            New workspace
          </Denied>
        )}
      </PageHead>
      <OrganizationTabs organization={props.organization} members={props.members} here="workspaces" />
      <Saved show={props.done === 'joined'}>You joined {name}.</Saved>
      <Notice show={props.done === 'deleted'} title="Workspace deleted">
        The workspace is deleted. Its data is erased after 30 days.
      </Notice>
      <About organization={props.organization} />
      <section class="stack" aria-labelledby="workspaces">
        <h2 id="workspaces" class="quiet">
          Workspaces
        </h2>
        {workspaces.length > 0 ? (
          <ul class="grid-cards">
            {workspaces.map((it) => (
              <WorkspaceCard it={it} />
            ))}
          </ul>
        ) : (
          <Empty
            icon="table"
            level="h3"
            title="No workspaces yet"
            text={
              newWorkspace
                ? 'A workspace holds data and the conversations about it.'
                : 'An owner of this organization can create one, or let you into one.'
            }
          >
            {newWorkspace && <ButtonLink look="primary" to={newWorkspace} label="Create your first workspace" />}
          </Empty>
        )}
      </section>
      <ShareDialog userId={props.userId} />
    </div>
  )
}

const About = ({ organization: { industry, size, website, location } }: { organization: ListedOrganization }) =>
  (industry || size || website || location) && (
    <Facts
      of={{
        Industry: industry,
        Size: size,
        Location: location,
        Website: website && (
          <a href={website} rel="noopener noreferrer nofollow">
            {website.replace(/^https?:\/\//, '')}
          </a>
        ),
      }}
    />
  )

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
        <ButtonLink look="quiet small" to={href(urls.workspaceFiles, { id })} label="Data" />
        <ButtonLink look="quiet small" to={href(urls.workspaceMembers, { id })} label="Members" />
        {can(role, 'UPDATE_WORKSPACE') && (
          <ButtonLink look="quiet small" to={href(urls.workspaceSettings, { id })} label="Settings" />
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
