import { Field, Problem, Saved } from '#ui/field.tsx'
import { emptyForm, type FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { SIZES } from '../rules/organization.ts'
import { Breadcrumb, DeleteForm, FirstSteps } from './parts.tsx'

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
    <header class="page-head">
      <div>
        <h1>{props.first ? 'Name your organization' : 'New organization'}</h1>
        <p>A company, a team or just you: it holds your workspaces and the people in them.</p>
      </div>
    </header>
    <form class="form" method="post" action={urls.newOrganization}>
      <Problem text={props.form.problem} />
      <Field form={props.form} name="name" label="Name" maxlength={100} autocomplete="organization" autofocus />
      <details class="stack" open={Object.keys(props.form.values).length > 0}>
        <summary>More about it</summary>
        <div class="form">
          <Details form={props.form} />
        </div>
      </details>
      <div class="form-actions">
        <button class="button button-primary" type="submit">
          Create organization
        </button>
        {!props.first && (
          <a class="button" href={urls.organizations}>
            Cancel
          </a>
        )}
      </div>
    </form>
  </div>
)

type SettingsProps = { id: string; name: string; form: FormState; deletion?: FormState | undefined; saved: boolean }

export const OrganizationSettingsPage = (props: SettingsProps) => (
  <div class="page narrow">
    <Breadcrumb
      up={[
        ['Organizations', urls.organizations],
        [props.name, href(urls.organization, { id: props.id })],
      ]}
      here="Settings"
    />
    <h1>Organization settings</h1>
    <Saved show={props.saved}>The settings are saved.</Saved>
    <form class="form" method="post" action={href(urls.organizationSettings, { id: props.id })}>
      <Problem text={props.form.problem} />
      <Field form={props.form} name="name" label="Name" maxlength={100} autocomplete="organization" />
      <Details form={props.form} />
      <div class="form-actions">
        <button class="button button-primary" type="submit">
          Save
        </button>
      </div>
    </form>
    <DeleteForm
      kind="organization"
      name={props.name}
      action={href(urls.organizationDelete, { id: props.id })}
      form={props.deletion ?? emptyForm()}
    >
      Its workspaces, data and conversations vanish for everybody at once and are erased after 30 days.
    </DeleteForm>
  </div>
)
