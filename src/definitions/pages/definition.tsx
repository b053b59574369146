import { capital } from '#base/text.ts'
import { can } from '#organizations/rules/permission.ts'
import { Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { Minute, number } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostButton } from '#ui/post-button.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Definition } from '../rules/answers.ts'
import { KINDS } from '../rules/definition.ts'
import { DefinitionForm, KIND_NAMES, valuesOf } from './form.tsx'

type Place = Pick<WorkspaceCtx, 'workspace' | 'organization'>

const up = (id: string): [string, string][] => [['Definitions', href(urls.workspaceDefinitions, { id })]]

/** @param props form: its value `kind` says what is written */
export const NewDefinitionPage = ({ place, form }: { place: Place; form: FormState }) => {
  const { workspace } = place
  const kind = KINDS.find((one) => one === form.values.kind) ?? 'metric'
  return (
    <div class="page narrow">
      <WorkspaceBreadcrumb place={place} up={up(workspace.id)} here="New" />
      <h1>{kind === 'instructions' ? 'Instructions' : `New ${KIND_NAMES[kind].one.toLowerCase()}`}</h1>
      <DefinitionForm
        {...{ workspace, kind, form }}
        address={href(urls.workspaceNewDefinition, { id: workspace.id })}
      />
    </div>
  )
}

type Props = {
  place: Place
  /** The version that counts, or the newest where none does. */
  current: Definition
  versions: Definition[]
  form: FormState
  message: string | null
}

/** One definition: what came out when it was run, proposals to decide, its form, and its history. */
export const DefinitionPage = ({ place, current, versions, form, message }: Props) => {
  const { workspace } = place
  const at = { id: workspace.id, definitionId: current.id }
  const decides = can(workspace.role, 'UPDATE_FILES')
  const waiting = versions.filter(({ state }) => state === 'proposed')
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={place} up={up(workspace.id)} here={current.name} />
      <PageHead
        title={current.name}
        text={
          <>
            {KIND_NAMES[current.kind].one}, version {number(current.version)} <State state={current.state} />
          </>
        }
      >
        {decides && current.state === 'approved' && (
          <PostButton
            to={href(urls.workspaceDefinitionDecide, at)}
            fields={{ act: 'remove', version: current.version_id }}
            ask={{
              title: 'Remove it?',
              message: 'Answers do without it from now on. Its versions stay.',
              action: 'Remove',
            }}
            label="Remove"
          />
        )}
      </PageHead>
      <WorkspaceTabs workspace={workspace} here="definitions" />
      <div class="page-column stack">
        <Saved show={message !== null}>{message}</Saved>
        {current.stale && <Problem text={`${current.stale} Change this definition, or remove it.`} />}
        {current.state !== 'proposed' && <Ran one={current} />}
        {waiting.map((one) => (
          <Waiting one={one} current={current} decides={decides} address={href(urls.workspaceDefinitionDecide, at)} />
        ))}
        {can(workspace.role, 'UPDATE_AGENTS') ? (
          <DefinitionForm {...{ workspace, kind: current.kind, form }} address={href(urls.workspaceDefinition, at)} />
        ) : (
          <Contents one={current} />
        )}
        <History versions={versions} decides={decides} address={href(urls.workspaceDefinitionDecide, at)} />
      </div>
    </div>
  )
}

const STATES: Record<Definition['state'], [string, string]> = {
  proposed: ['Proposed', 'badge badge-amber'],
  approved: ['Approved', 'badge badge-green'],
  rejected: ['Rejected', 'badge badge-red'],
  replaced: ['Replaced', 'badge'],
  removed: ['Removed', 'badge'],
}
const State = ({ state }: Pick<Definition, 'state'>) => <span class={STATES[state][1]}>{STATES[state][0]}</span>

const Ran = ({ one: { checked, kind } }: { one: Definition }) =>
  checked && (
    <p class="muted small">
      {kind === 'metric' ? (
        <>
          Gave <strong>{String(checked.value ?? 'no value')}</strong> over all rows
        </>
      ) : (
        'Ran without an error'
      )}{' '}
      on <Minute at={checked.at} />, in {number(checked.elapsed_ms)} ms.
    </p>
  )

const LABELS: Record<string, string> = {
  fiscal_year_start: 'Fiscal year begins in month',
  time_zone: 'Time zone',
  sql: 'SQL',
}

/** What a version says, field by field; of a proposal only what it changes. */
function Contents({ one, before }: { one: Definition; before?: Definition }) {
  const old: Record<string, string> = before ? valuesOf(before) : {}
  const fields = Object.entries(valuesOf(one)).filter(([name, value]) => name !== 'kind' && value !== (old[name] ?? ''))
  const facts = fields.map(([name, value]) => [LABELS[name] ?? capital(name), value || 'Nothing'])
  return <Facts grouped of={Object.fromEntries(facts)} />
}

type WaitingProps = { one: Definition; current: Definition; decides: boolean; address: string }

const Waiting = ({ one, current, decides, address }: WaitingProps) => (
  <Card
    id={`proposal-${one.version_id}`}
    title={`Proposal of ${one.proposed_by.name || 'somebody'}`}
    beside={<Minute at={one.created_at} />}
  >
    <div class="card-body stack">
      {one.note && <p class="wrap">{one.note}</p>}
      {current.state === 'approved' ? <Contents one={one} before={current} /> : <Contents one={one} />}
      <Ran one={one} />
      {decides && (
        <form class="stack" method="post" action={address}>
          <input type="hidden" name="version" value={one.version_id} />
          <label for={`reason-${one.version_id}`}>Why, if you reject it</label>
          <input class="input" id={`reason-${one.version_id}`} name="reason" maxlength={1000} />
          <div class="form-actions">
            <Submit look="primary" name="act" value="approve" label="Approve" />
            <Submit name="act" value="reject" label="Reject" />
          </div>
        </form>
      )}
    </div>
  </Card>
)

const History = ({ versions, decides, address }: { versions: Definition[]; decides: boolean; address: string }) => (
  <Card id="versions" title="Versions">
    <ul class="card-body stack">
      {versions.map((one) => (
        <li>
          <details>
            <summary>
              Version {number(one.version)} <State state={one.state} />{' '}
              <span class="muted small">
                {one.proposed_by.name || 'Somebody'}, <Minute at={one.created_at} />
              </span>
            </summary>
            {one.reason && <p class="wrap">{`Rejected: ${one.reason}`}</p>}
            <Contents one={one} />
            {decides && (one.state === 'replaced' || one.state === 'removed') && (
              <PostButton to={address} fields={{ version: one.version_id }} look="small" name="act" value="restore">
                Restore version {number(one.version)}
              </PostButton>
            )}
          </details>
        </li>
      ))}
    </ul>
  </Card>
)
