import { bytesText, limitText } from '#files/rules/transfer.ts'
import { Breadcrumb } from '#organizations/pages/parts.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Alert, Done } from '#ui/field.tsx'
import { counted, number } from '#ui/format.tsx'
import { href, urls } from '../../urls.ts'
import type { Action } from '../rules/action.ts'
import type { OrganizationView } from '../rules/organization.ts'
import { ActionButton } from './action.tsx'
import { PersonLink, When } from './list.tsx'
import { StatusBadge } from './organizations.tsx'
import { Part, TablePart } from './parts.tsx'
import { planName } from './people.tsx'

const ACTIONS = {
  suspend: {
    title: 'Suspend this organization?',
    message:
      'None of its members can open it, and answers that run are stopped. Nothing is lost: it comes back as it was. Its owners are told by mail, without the reason.',
    button: 'Suspend',
    type: 'danger',
  },
  restore: {
    title: 'Restore this organization?',
    message: 'Its members can open it again, as it was. Its owners are told by mail.',
    button: 'Restore',
    type: 'info',
  },
} as const satisfies Record<string, Omit<Action, 'id' | 'address'>>
export type OrganizationActionName = keyof typeof ACTIONS
export const isOrganizationAction = (name: string): name is OrganizationActionName => Object.hasOwn(ACTIONS, name)
export const organizationAction = (name: OrganizationActionName, id: string): Action => ({
  id: name,
  ...ACTIONS[name],
  address: href(urls.adminOrganizationAction, { id, action: name }),
})

const DONE: Record<string, string> = {
  suspend: 'The organization is suspended. Its members were sent away, and its owners told by mail.',
  restore: 'The organization is open again.',
}

type Props = {
  organization: OrganizationView
  /** Whether the viewer may act, and may read the logs of security. */
  actions: boolean
  security: boolean
  done: string | undefined
}

export const OrganizationPage = ({ organization, actions, security, done }: Props) => (
  <div class="page wide">
    <Breadcrumb up={[['Organizations', urls.adminOrganizations]]} here={organization.name} />
    <div class="page-head">
      <div>
        <h1 class="wrap">{organization.name}</h1>
        {organization.description && <p class="wrap">{organization.description}</p>}
        <span class="badges">
          <StatusBadge status={organization.status} />
        </span>
      </div>
      {actions && (
        <div class="page-head-actions">
          {organization.status === 'active' && <ActionButton action={organizationAction('suspend', organization.id)} />}
          {organization.status === 'suspended' && (
            <ActionButton action={organizationAction('restore', organization.id)} />
          )}
        </div>
      )}
    </div>
    <Done texts={DONE} done={done} />
    {organization.suspended && (
      <Alert type="warning" icon="lock" class="wrap">
        Suspended by {organization.suspended.by ?? 'somebody'} on <When at={organization.suspended.at} />:{' '}
        {organization.suspended.reason}
      </Alert>
    )}
    <About organization={organization} />
    <TablePart
      title="Workspaces"
      empty="No workspaces."
      items={organization.rooms}
      cells={{
        Workspace: (room) => (
          <>
            {room.name} {room.restricted && <span class="badge">Restricted</span>}
            <span class="cell-note mono">{room.id}</span>
          </>
        ),
        '#Files': (room) => room.files,
        '#Storage': (room) => bytesText(room.bytes),
        '#Credits in 30 days': (room) => room.credits_30d,
      }}
    />
    <TablePart
      id="members"
      title={`Members (${organization.members})`}
      empty="Nobody."
      items={organization.people}
      cells={{
        Person: (person) => <PersonLink user={person} to={href(urls.adminUser, { id: person.id })} main />,
        Role: (person) => person.role,
        'Since (UTC)': (person) => <When at={person.since} />,
      }}
    />
    {security && (
      <p class="row">
        <ButtonLink
          look="small"
          to={href(urls.adminAuditLogs, {}, { organization: organization.id })}
          label="Audit log of this organization"
        />
      </p>
    )}
  </div>
)

const About = ({ organization: it }: { organization: OrganizationView }) => (
  <Part title="About">
    <Facts
      class="card-body"
      of={{
        Id: <span class="mono">{it.id}</span>,
        'Created (UTC)': <When at={it.created_at} />,
        'Plan of its owners': planName(it.plan),
        'Last 30 days': `${number(it.usage.questions_30d)} paid answers for ${number(it.usage.credits_30d)} credits`,
        Storage: `${bytesText(it.usage.bytes)} in ${counted(it.usage.files, 'file')}, of ${limitText(it.usage.quota_bytes / 1_048_576)}`,
        Industry: it.industry,
        Size: it.size,
        Website: it.website,
        Location: it.location,
      }}
    />
  </Part>
)
