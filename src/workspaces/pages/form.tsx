import { Breadcrumb, DeleteForm, FirstSteps } from '#organizations/pages/parts.tsx'
import { MODEL_ROWS, type RowsSeen } from '#records/rules/xai.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Check, Field, Problem, Saved } from '#ui/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { emptyForm, type FormState } from '#web/form.ts'
import type { OrganizationRole } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from './parts.tsx'

const SEES: Record<RowsSeen, string> = {
  none: 'Schema: names, types and counts, no values',
  samples: 'Samples: frequent values and the first rows',
  all: 'Results: the rows that it needs',
}

const Fields = (props: { form: FormState; autofocus?: boolean }) => (
  <>
    <Field
      form={props.form}
      name="name"
      label="Name"
      maxlength={100}
      placeholder="Sales"
      autofocus={props.autofocus ?? false}
    />
    <Field form={props.form} name="description" label="Description" type="textarea" maxlength={2000} optional />
    <Check form={props.form} name="restricted" label="Restricted">
      Only owners and the people listed in the workspace see it.
    </Check>
  </>
)

type NewProps = { organization: { id: string; name: string }; form: FormState; first: boolean }

/** @param first whether it is the organization's first workspace */
export const NewWorkspacePage = ({ organization: { id, name }, form, first }: NewProps) => (
  <div class="page narrow">
    {first ? (
      <FirstSteps step={2} />
    ) : (
      <Breadcrumb
        up={[
          ['Organizations', urls.organizations],
          [name, href(urls.organization, { id })],
        ]}
        here="New workspace"
      />
    )}
    <PageHead
      title={first ? 'Create your first workspace' : 'New workspace'}
      text={`A workspace in ${name} holds data and the conversations about it.`}
    />
    <PostForm
      action={href(urls.newWorkspace, { id })}
      form={form}
      submit="Create workspace"
      look="primary"
      beside={<ButtonLink to={href(urls.organization, { id })} label="Cancel" />}
    >
      <Fields form={form} autofocus />
    </PostForm>
  </div>
)

type SettingsProps = {
  workspace: { id: string; name: string; role: OrganizationRole }
  organization: { id: string; name: string }
  form: FormState
  privacy: FormState
  /** What the server lets models see; the built-in analyst is none outside. */
  server: { sees: RowsSeen; builtIn: boolean }
  deletion?: FormState | undefined
  saved: boolean
}

export const WorkspaceSettingsPage = ({ workspace, organization, form, server, ...props }: SettingsProps) => (
  <div class="page">
    <WorkspaceBreadcrumb place={{ organization, workspace }} here="Settings" />
    <h1>Workspace settings</h1>
    <WorkspaceTabs workspace={workspace} here="settings" />
    <div class="page-column">
      <Saved show={props.saved}>The settings are saved.</Saved>
      <PostForm action={href(urls.workspaceSettings, { id: workspace.id })} form={form} submit="Save" look="primary">
        <Fields form={form} />
      </PostForm>
      <PostForm
        action={href(urls.workspacePrivacy, { id: workspace.id })}
        submit="Save"
        look="primary"
        aria-labelledby="privacy-title"
        id="privacy"
      >
        <h2 id="privacy-title">What a model may see</h2>
        <Problem text={props.privacy.problem} />
        <p class="hint">
          {server.builtIn
            ? 'The built-in analyst answers now: it is part of this server, and nothing leaves it. This holds as soon as a model outside is asked.'
            : `This server allows “${SEES[server.sees]}”. The stricter of the two holds.`}
        </p>
        <Field form={props.privacy} name="model_sees" label="Of the data, a model sees" options={SEES} />
        <Field
          form={props.privacy}
          name="model_rows"
          label="Rows of a result at most"
          inputmode="numeric"
          optional
          hint={`1 to ${MODEL_ROWS}. Left empty: 5 with samples, ${MODEL_ROWS} with results. Each answer tells what was sent.`}
        />
      </PostForm>
      <p>
        <a href={href(urls.workspaceEmbedding, { id: workspace.id })}>Embed canvases in another site</a>
      </p>
      <DeleteForm
        kind="workspace"
        name={workspace.name}
        action={href(urls.workspaceDelete, { id: workspace.id })}
        form={props.deletion ?? emptyForm()}
      >
        Its data and conversations vanish for everybody at once and are erased after 30 days.
      </DeleteForm>
    </div>
  </div>
)
