import { Alert } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { ConnectionSource } from '../rules/data-source.ts'
import type { TestOutcome } from '../rules/test-steps.ts'
import { SourceForm } from './source-form.tsx'
import { PreviewBadge, SourceMark } from './source-parts.tsx'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace'>
  source: ConnectionSource
  form: FormState
  outcome: TestOutcome
}

/** Connects a source of one engine. Test posts the same form; without script the page comes back with how it went. */
export function NewSourcePage({ place: { workspace }, source, form, outcome }: Props) {
  const address = href(urls.workspaceNewSource, { id: workspace.id, engine: source.engine })
  return (
    <div class="page">
      <WorkspaceBreadcrumb
        place={{ workspace }}
        up={[['Sources', href(urls.workspaceSources, { id: workspace.id })]]}
        here={source.label}
      />
      <header class="page-head">
        <div class="source-title">
          <SourceMark engine={source.engine} />
          <div>
            <h1>Connect {source.label}</h1>
            <p>
              {source.about}. {source.preview && <PreviewBadge />}
            </p>
          </div>
        </div>
      </header>
      {source.preview && (
        <Alert icon="info">
          {source.label} is a preview: it was written after the documentation and never run against the real product
          here. Compare what it answers with what you know, and report what differs.
        </Alert>
      )}
      <SourceForm
        source={source}
        form={form}
        action={address}
        save={{ value: 'connect', label: 'Connect' }}
        cancel={href(urls.workspaceSources, { id: workspace.id })}
        outcome={outcome}
      >
        <p class="hint">
          Passwords, keys and tokens are kept encrypted and are never shown again.
          {source.kind === 'database' && ' Whatever the user may do there, through us it only reads.'}
        </p>
      </SourceForm>
    </div>
  )
}
