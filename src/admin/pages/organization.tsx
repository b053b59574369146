import { bytesText, limitText } from '#files/rules/transfer.ts'
import { Saved } from '#ui/field.tsx'
import { counted, number } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'
import type { OrganizationView } from '../rules/organization.ts'
import { ActButton } from './act.tsx'
import { Email, When } from './list.tsx'
import { StatusBadge } from './organizations.tsx'
import { planName } from './people.tsx'
import { Part, PartTable } from './person-parts.tsx'

const ACTS = {
  suspend: {
    title: 'Suspend this organization?',
    message:
      'None of its members can open it, and answers that run are stopped. Nothing is lost: it comes back as it was. Its owners are told by mail, without the reason.',
    action: 'Suspend',
    type: 'danger',
  },
  restore: {
    title: 'Restore this organization?',
    message: 'Its members can open it again, as it was. Its owners are told by mail.',
    action: 'Restore',
    type: 'info',
  },
} as const satisfies Record<string, Omit<Act, 'id' | 'address'>>
export type OrganizationActName = keyof typeof ACTS
export const isOrganizationAct = (name: string): name is OrganizationActName => Object.hasOwn(ACTS, name)
export const organizationAct = (name: OrganizationActName, id: string): Act => ({
  id: name,
  ...ACTS[name],
  address: href(urls.adminOrganizationAct, { id, act: name }),
})

const DONE: Record<string, string> = {
  suspend: 'The organization is suspended. Its members were sent away, and its owners told by mail.',
  restore: 'The organization is open again.',
}

type Props = {
  organization: OrganizationView
  /** Whether the viewer may act, and may read the logs of security. */
  acts: boolean
  security: boolean
  done: string | undefined
}

export const OrganizationPage = ({ organization, acts, security, done }: Props) => (
  <div class="page wide">
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href={urls.adminOrganizations}>Organizations</a>
        </li>
        <li aria-current="page">{organization.name}</li>
      </ol>
    </nav>
    <div class="page-head">
      <div>
        <h1 class="wrap">{organization.name}</h1>
        {organization.description && <p class="wrap">{organization.description}</p>}
        <span class="badges">
          <StatusBadge status={organization.status} />
        </span>
      </div>
      {acts && (
        <div class="page-head-actions">
          {organization.status === 'active' && <ActButton act={organizationAct('suspend', organization.id)} />}
          {organization.status === 'suspended' && <ActButton act={organizationAct('restore', organization.id)} />}
        </div>
      )}
    </div>
    <Saved show={done !== undefined && Object.hasOwn(DONE, done)}>{DONE[done ?? '']}</Saved>
    {organization.suspended && (
      <div class="alert alert-warning">
        <Icon name="lock" />
        <p class="wrap">
          Suspended by {organization.suspended.by ?? 'somebody'} on <When at={organization.suspended.at} />:{' '}
          {organization.suspended.reason}
        </p>
      </div>
    )}
    <About organization={organization} />
    <Workspaces organization={organization} />
    <Members organization={organization} />
    {security && (
      <p class="row">
        <a class="button button-small" href={href(urls.adminAuditLogs, {}, { organization: organization.id })}>
          Audit log of this organization
        </a>
      </p>
    )}
  </div>
)

const About = ({ organization: it }: { organization: OrganizationView }) => (
  <Part title="About">
    <dl class="facts card-body">
      <dt>Id</dt>
      <dd class="mono wrap">{it.id}</dd>
      <dt>Created (UTC)</dt>
      <dd>
        <When at={it.created_at} />
      </dd>
      <dt>Plan of its owners</dt>
      <dd>{planName(it.plan)}</dd>
      <dt>Last 30 days</dt>
      <dd>
        {number(it.usage.questions_30d)} paid answers for {number(it.usage.credits_30d)} credits
      </dd>
      <dt>Storage</dt>
      <dd>
        {bytesText(it.usage.bytes)} in {counted(it.usage.files, 'file')}, of{' '}
        {limitText(it.usage.quota_bytes / 1_048_576)}
      </dd>
      {[
        ['Industry', it.industry],
        ['Size', it.size],
        ['Website', it.website],
        ['Location', it.location],
      ]
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <>
            <dt>{name}</dt>
            <dd class="wrap">{text}</dd>
          </>
        ))}
    </dl>
  </Part>
)

const Workspaces = ({ organization }: { organization: OrganizationView }) => (
  <Part title="Workspaces" empty={organization.rooms.length === 0 && 'No workspaces.'}>
    <PartTable label="Workspaces" heads={['Workspace', '#Files', '#Storage', '#Credits in 30 days']}>
      {organization.rooms.map((room) => (
        <tr>
          <td>
            {room.name} {room.restricted && <span class="badge">Restricted</span>}
            <span class="cell-note mono">{room.id}</span>
          </td>
          <td data-label="Files" class="num">
            {room.files}
          </td>
          <td data-label="Storage" class="num">
            {bytesText(room.bytes)}
          </td>
          <td data-label="Credits in 30 days" class="num">
            {room.credits_30d}
          </td>
        </tr>
      ))}
    </PartTable>
  </Part>
)

const Members = ({ organization }: { organization: OrganizationView }) => (
  <Part title={`Members (${organization.members})`} id="members" empty={organization.people.length === 0 && 'Nobody.'}>
    <PartTable label="Members" heads={['Person', 'Role', 'Since (UTC)']}>
      {organization.people.map((person) => (
        <tr>
          <td>
            <a class="main" href={href(urls.adminUser, { id: person.id })}>
              {person.name || 'No name'}
            </a>
            <span class="cell-note">
              <Email of={person.email} />
            </span>
          </td>
          <td data-label="Role">{person.role}</td>
          <td data-label="Since">
            <When at={person.since} />
          </td>
        </tr>
      ))}
    </PartTable>
  </Part>
)
