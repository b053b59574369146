import type { Child } from 'hono/jsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { FormState } from '#web/form.ts'
import type { Organization, OrganizationRole } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Invitation } from '../invitation-rows.ts'
import { can, denyText, type Permission } from '../rules/permission.ts'

const ROLE_BADGES: Record<OrganizationRole, string> = {
  owner: 'badge badge-accent',
  member: 'badge badge-blue',
  viewer: 'badge',
}

export const RoleBadge = (props: { role: OrganizationRole }) => (
  <span class={ROLE_BADGES[props.role]}>{props.role}</span>
)

/** The way back up: pairs of text and address, then the name of the page itself. */
export const Breadcrumb = (props: { up: [text: string, address: string][]; here: string }) => (
  <nav class="breadcrumb" aria-label="Breadcrumb">
    <ol>
      {props.up.map(([text, address]) => (
        <li>
          <a href={address}>{text}</a>
        </li>
      ))}
      <li aria-current="page">{props.here}</li>
    </ol>
  </nav>
)

export const OrganizationBreadcrumb = ({ organization: { id, name }, here }: { organization: Shown; here: string }) => (
  <Breadcrumb
    up={[
      ['Organizations', urls.organizations],
      [name, href(urls.organization, { id })],
    ]}
    here={here}
  />
)
type Shown = { id: string; name: string }

/** An action that the person's role does not allow: it can be seen and reached, and says why it does nothing. */
export const Denied = (props: { permission: Permission; children: Child }) => (
  <button class="button" type="button" aria-disabled="true" title={denyText(props.permission)}>
    {props.children}
    <span class="quiet">. {denyText(props.permission)}</span>
  </button>
)

type TabsProps = { organization: Organization; members: number; here: 'workspaces' | 'members' | 'usage' | 'settings' }

export const OrganizationTabs = ({ organization: { id, role }, members, here }: TabsProps) => {
  const at = {
    workspaces: href(urls.organization, { id }),
    members: href(urls.organizationMembers, { id }),
    usage: href(urls.organizationUsage, { id }),
    settings: href(urls.organizationSettings, { id }),
  }
  const of: [string, string][] = [
    [at.workspaces, 'Workspaces'],
    [at.members, `Members (${members})`],
  ]
  if (can(role, 'MANAGE_BILLING')) of.push([at.usage, 'Usage'])
  if (can(role, 'MANAGE_SETTINGS')) of.push([at.settings, 'Settings'])
  return <Tabs label="Organization" here={at[here]} of={of} />
}

/** Where somebody new is on the way to their first answer. */
export const FirstSteps = (props: { step: 1 | 2 | 3 }) => (
  <ol class="row" data-gap="2" aria-label="First steps">
    {['Organization', 'Workspace', 'Data'].map((name, index) => (
      <li
        class={index + 1 === props.step ? 'badge badge-accent' : 'badge'}
        aria-current={index + 1 === props.step ? 'step' : undefined}
      >
        {index + 1}. {name}
      </li>
    ))}
  </ol>
)

/** Deletes a thing after its name was typed: `kind` in the words of the sentence, `children` say what goes with it. */
export const DeleteForm = (props: { kind: string; name: string; action: string; form: FormState; children: Child }) => (
  <Card id="delete" class="card-danger" title={`Delete this ${props.kind}`} intro={props.children}>
    <PostForm
      class="card-body form"
      action={props.action}
      form={props.form}
      submit={`Delete ${props.kind}`}
      look="danger"
    >
      <Field form={props.form} name="confirmation" label={`Type "${props.name}" to confirm`} />
    </PostForm>
  </Card>
)

export const inviterOf = ({ invitedBy }: Invitation): string => invitedBy?.name || invitedBy?.email || 'somebody'
