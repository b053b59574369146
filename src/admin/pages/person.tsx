import type { AdminRole } from '#auth/rules/admin-role.ts'
import { Breadcrumb } from '#organizations/pages/parts.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Checks, Done } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { Action } from '../rules/action.ts'
import type { AskedQuestion, ReadQuestion, UserView } from '../rules/user.ts'
import { ActionButton } from './action.tsx'
import { When } from './list.tsx'
import { Part, TablePart } from './parts.tsx'
import { planName, UserBadges } from './people.tsx'

const DONE: Record<string, string> = {
  'password-reset': 'The link is on its way to the address of the person.',
  'verify-email': 'The address is verified. The person was told by mail.',
  disable: 'The account is disabled, and its sessions have ended.',
  enable: 'The account is open again.',
  sessions: 'All sessions of this person have ended.',
  'two-factor': 'Two-factor authentication is off. The person was told by mail.',
  roles: 'The admin roles are changed.',
  delete: 'The account is deleted.',
}

type Props = {
  user: UserView
  /** Whether the viewer may act, may open the pages of security and of money, and is the person. */
  actions: boolean
  security: boolean
  finance: boolean
  self: boolean
  done: string | undefined
  /** Questions with their texts, once a superadmin has said why. */
  read: ReadQuestion[] | null
}

export const PersonPage = ({ user, actions, security, finance, self, done, read }: Props) => (
  <div class="page wide">
    <Breadcrumb up={[['User Management', urls.adminUsers]]} here={user.name || user.email} />
    <div class="page-head">
      <div>
        <h1 class="wrap">{user.name || 'No name'}</h1>
        <p class="wrap">{user.email}</p>
        <UserBadges user={user} />
      </div>
      {!user.email.endsWith('@deleted.invalid') && <PersonActions user={user} actions={actions} self={self} />}
    </div>
    <Done texts={DONE} done={done} />
    <Identity user={user} />
    <TablePart
      title="Organizations"
      empty="In no organization."
      items={user.organizations}
      cells={{
        Organization: (it) => (
          <>
            <a class="main" href={href(urls.adminOrganization, { id: it.id })}>
              {it.name}
            </a>{' '}
            {it.status === 'suspended' && <span class="badge badge-red">Suspended</span>}
          </>
        ),
        Role: (it) => it.role,
        'Since (UTC)': (it) => <When at={it.since} />,
      }}
    />
    <TablePart
      title="Credits"
      intro={`${number(user.credits)} free, ${number(user.held)} held for running questions.`}
      empty="No credits left."
      items={user.lots}
      cells={{
        Kind: (lot) => lot.kind,
        '#Granted': (lot) => number(lot.granted),
        '#Left': (lot) => number(lot.remaining),
        '#Held': (lot) => number(lot.held),
        'Expire (UTC)': (lot) => <When at={lot.expires_at} />,
      }}
    />
    <TablePart
      title="Sessions"
      empty="Signed in nowhere."
      items={user.sessions}
      cells={{
        Device: (it) => it.device,
        Address: ['mono', (it) => it.address ?? '–'],
        'Begun (UTC)': (it) => <When at={it.begun_at} />,
        'Last used (UTC)': (it) => <When at={it.seen_at} />,
      }}
    />
    <TablePart
      title="API keys"
      empty="No API keys."
      items={user.api_keys}
      cells={{
        Key: (key) => (
          <>
            {key.name} <code>{key.prefix}…</code> {key.revoked_at && <span class="badge">Revoked</span>}
          </>
        ),
        Scopes: (key) => key.scopes.join(', '),
        'Last used (UTC)': (key) => <When at={key.last_used_at} />,
        'Expires (UTC)': (key) => (key.expires_at ? <When at={key.expires_at} /> : 'Never'),
      }}
    />
    <Questions user={user} actions={actions} read={read} />
    {finance && (
      <p class="row">
        <ButtonLink look="small" to={href(urls.adminBilling, {}, { q: user.id })} label="Orders and payments" />
        <ButtonLink
          look="small"
          to={href(urls.adminCreditAllocation, {}, { q: user.id, person: user.email })}
          label="Credits and plan"
        />
      </p>
    )}
    {security && (
      <p class="row">
        <ButtonLink look="small" to={href(urls.adminAuditLogs, {}, { actor: user.id })} label="What this person did" />
        <ButtonLink
          look="small"
          to={href(urls.adminAuditLogs, {}, { subject: user.id })}
          label="What was done to this account"
        />
        <ButtonLink look="small" to={href(urls.adminSecurity, {}, { q: user.email })} label="Security events" />
      </p>
    )}
  </div>
)

const PersonActions = ({ user, actions, self }: { user: UserView; actions: boolean; self: boolean }) => (
  <div class="page-head-actions">
    {!user.disabled_at && <ActionButton action={personAction('password-reset', user)} />}
    {!user.disabled_at && !user.email_verified && !self && <ActionButton action={personAction('verify-email', user)} />}
    {actions && <SuperadminActions user={user} self={self} />}
  </div>
)

const SuperadminActions = ({ user, self }: { user: UserView; self: boolean }) => (
  <>
    <ActionButton
      action={personAction('roles', user)}
      fields={(form) => <Roles form={form} held={user.admin_roles} />}
    />
    {user.two_factor && <ActionButton action={personAction('two-factor', user)} />}
    {user.sessions.length > 0 && <ActionButton action={personAction('sessions', user)} />}
    <ActionButton action={personAction('export', user)} />
    {user.disabled_at ? (
      <ActionButton action={personAction('enable', user)} />
    ) : (
      !self && <ActionButton action={personAction('disable', user)} />
    )}
    {!self && <ActionButton action={personAction('delete', user)} />}
  </>
)

/** Boxes of the admin roles; what was ticked stays so when the form comes back. */
export const Roles = ({ form, held }: { form: FormState; held: readonly string[] }) => (
  <Checks form={form} name="roles" legend="Roles" options={ROLE_TEXTS} chosen={held} />
)

const ROLE_TEXTS: Record<AdminRole, string> = {
  superadmin: 'Everything, and giving roles to others',
  support: 'Users, organizations, logs: reads; sends password resets, verifies addresses',
  finance: 'Refunds, credits, billing',
  security: 'Security events, audit logs',
  analyst: 'Analytics',
}

const Identity = ({ user }: { user: UserView }) => (
  <Part title="Identity">
    <Facts
      class="card-body"
      of={{
        Id: <span class="mono">{user.id}</span>,
        'Registered (UTC)': <When at={user.created_at} />,
        'Last seen (UTC)': <When at={user.last_seen_at} />,
        'Disabled (UTC)': user.disabled_at && <When at={user.disabled_at} />,
        'Signs in with': user.signs_in_with.join(', ') || 'nothing',
        Plan: (
          <>
            {planName(user.plan)}
            {user.plan_until && (
              <>
                {' until '}
                <When at={user.plan_until} />
              </>
            )}
          </>
        ),
        'Currency, region': `${user.currency}, ${user.locale || 'as the browser'}`,
      }}
    />
  </Part>
)

type QuestionsProps = { user: UserView; actions: boolean; read: ReadQuestion[] | null }
const Questions = ({ user, actions, read }: QuestionsProps) => {
  const questions: (AskedQuestion & Partial<ReadQuestion>)[] = read ?? user.questions
  return (
    <TablePart
      id="questions"
      title="Recent questions"
      intro={
        read
          ? 'Shown for this view only, and written into the audit log.'
          : 'When, where and how they ended. What was asked belongs to the person.'
      }
      empty="Nothing asked yet."
      items={questions}
      cells={{
        'When (UTC)': (it) => <When at={it.created_at} />,
        Workspace: ['wrap', (it) => <span title={it.workspace_id}>{it.workspace_name}</span>],
        Outcome: (it) => it.status,
        '#Credits': (it) => it.credits,
        ...(read ? { 'Question and answer': ['wrap', texts] } : {}),
      }}
    >
      {actions && !read && (
        <p class="card-foot">
          <ActionButton action={personAction('questions', user)} small />
        </p>
      )}
    </TablePart>
  )
}

const texts = (it: Partial<ReadQuestion>) => (
  <>
    <strong>{it.question}</strong>
    <span class="cell-note">{it.answer}</span>
  </>
)

/** What can be done about an account, each at `/admin/users/{id}/{name}`. */
const ACTIONS = {
  'password-reset': {
    title: 'Send a password reset?',
    message: 'A link to choose a new password goes to the address of this account. It works once and for one hour.',
    button: 'Send password reset',
    type: 'info',
  },
  'verify-email': {
    title: 'Verify this address?',
    message:
      'Invitations to it can be accepted then. Make sure that the person reads mail at this address: they are told by mail.',
    button: 'Verify address',
    type: 'warning',
  },
  disable: {
    title: 'Disable this account?',
    message:
      'Nobody can sign in to it, its sessions end at once and its API keys are refused. It can be enabled again.',
    button: 'Disable',
    type: 'danger',
  },
  enable: { title: 'Enable this account?', message: 'Its person can sign in again.', button: 'Enable', type: 'info' },
  sessions: {
    title: 'End all sessions?',
    message: 'The person is signed out on every device and has to sign in again.',
    button: 'End sessions',
    type: 'warning',
  },
  'two-factor': {
    title: 'Reset two-factor authentication?',
    message:
      'Signing in asks for the password only, until the person sets it up anew. Make sure that it is they who ask.',
    button: 'Reset two-factor',
    type: 'warning',
  },
  roles: {
    title: 'Change admin roles',
    message: 'Roles of the admin panel. They count from the next page that the person opens.',
    button: 'Change roles',
    type: 'warning',
  },
  export: {
    title: 'Export the data of this person?',
    message:
      'A ZIP file of everything that is known of them, with their conversations. Only for them, or whom the law names.',
    button: 'Export data',
    type: 'warning',
    download: true,
  },
  questions: {
    title: 'Read what was asked?',
    message:
      'Shows the texts of the latest questions and answers once. They belong to the person: read them only when it is needed.',
    button: 'Read questions',
    type: 'warning',
  },
  delete: {
    title: 'Delete this account?',
    message:
      'This cannot be undone. Conversations, keys and sessions are erased; the books are kept without the name. Export the data first.',
    button: 'Delete account',
    type: 'danger',
  },
} as const satisfies Record<string, Omit<Action, 'id' | 'address'>>

export type PersonActionName = keyof typeof ACTIONS
export const isPersonAction = (name: string): name is PersonActionName => Object.hasOwn(ACTIONS, name)

export const personAction = (name: PersonActionName, user: { id: string; email: string }): Action => ({
  id: name,
  ...ACTIONS[name],
  address: href(urls.adminUserAction, { id: user.id, action: name }),
  ...(name === 'delete' ? { confirm: user.email } : {}),
})
