import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Saved } from '#ui/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { asking, type Question } from '#ui/post-button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { emptyForm, type FormState } from '#web/form.ts'
import type { Organization } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { SIZES } from '../rules/organization.ts'
import { Breadcrumb, DeleteForm, FirstSteps, OrganizationBreadcrumb, OrganizationTabs } from './parts.tsx'

const Details = (props: { form: FormState }) => (
  <>
    <Field form={props.form} name="description" label="Description" type="textarea" maxlength={2000} optional />
    <div class="form-columns">
      <Field form={props.form} name="industry" label="Industry" maxlength={100} optional />
      <Field form={props.form} name="size" label="Size" maxlength={50} list="sizes" optional />
      <Field
        form={props.form}
        name="website"
        label="Website"
        type="url"
        maxlength={300}
        placeholder="https://example.com"
        optional
      />
      <Field form={props.form} name="location" label="Location" maxlength={200} optional />
    </div>
    <datalist id="sizes">
      {SIZES.map((size) => (
        <option value={size} />
      ))}
    </datalist>
  </>
)

/** @param first whether it is the person's first organization, one step after registering */
export const NewOrganizationPage = (props: { form: FormState; first: boolean }) => (
  <div class="page narrow">
    {props.first ? (
      <FirstSteps step={1} />
    ) : (
      <Breadcrumb up={[['Organizations', urls.organizations]]} here="New organization" />
    )}
    <PageHead
      title={props.first ? 'Name your organization' : 'New organization'}
      text="A company, a team or just you: it holds your workspaces and the people in them."
    />
    <PostForm
      action={urls.newOrganization}
      form={props.form}
      submit="Create organization"
      look="primary"
      beside={!props.first && <ButtonLink to={urls.organizations} label="Cancel" />}
    >
      <Field form={props.form} name="name" label="Name" maxlength={100} autocomplete="organization" autofocus />
      <details class="stack" open={Object.keys(props.form.values).length > 0}>
        <summary>More about it</summary>
        <div class="form">
          <Details form={props.form} />
        </div>
      </details>
    </PostForm>
  </div>
)

type SettingsProps = {
  organization: Organization
  members: number
  form: FormState
  transfer?: FormState | undefined
  deletion?: FormState | undefined
  saved: boolean
}

export const OrganizationSettingsPage = ({ organization, members, ...props }: SettingsProps) => (
  <div class="page">
    <OrganizationBreadcrumb organization={organization} here="Settings" />
    <h1>Organization settings</h1>
    <OrganizationTabs organization={organization} members={members} here="settings" />
    <div class="page-column">
      <Saved show={props.saved}>The settings are saved.</Saved>
      <PostForm
        action={href(urls.organizationSettings, { id: organization.id })}
        form={props.form}
        submit="Save"
        look="primary"
      >
        <Field form={props.form} name="name" label="Name" maxlength={100} autocomplete="organization" />
        <Details form={props.form} />
      </PostForm>
      <Transfer organization={organization} form={props.transfer ?? emptyForm()} />
      <DeleteForm
        kind="organization"
        name={organization.name}
        action={href(urls.organizationDelete, { id: organization.id })}
        form={props.deletion ?? emptyForm()}
      >
        Its workspaces, data and conversations vanish for everybody at once and are erased after 30 days.
      </DeleteForm>
    </div>
  </div>
)

export const transferQuestion = (name: string): Question => ({
  title: 'Transfer ownership',
  message: `Do you want to hand ${name} over? The new owner may do everything in it; you stay as a member.`,
  action: 'Transfer',
})

const Transfer = ({ organization: { id, name }, form }: { organization: Organization; form: FormState }) => (
  <Card id="transfer" title="Transfer ownership" intro="The member you name becomes an owner, and you become a member.">
    <PostForm
      class="card-body form"
      action={href(urls.organizationTransfer, { id })}
      form={form}
      submit="Transfer ownership"
      {...asking(transferQuestion(name))}
    >
      <Field form={form} name="email" label="Email address of the member" type="email" maxlength={320} />
    </PostForm>
  </Card>
)
