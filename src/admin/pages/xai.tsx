import type { Page } from '#base/paging.ts'
import type { Version } from '#records/rules/setting.ts'
import { Saved } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { TestOutcome, XaiView } from '../rules/config-request.ts'
import { csvAddress } from '../rules/list.ts'
import { xaiGroups } from '../rules/xai-form.ts'
import { ConfigGroups, ConfigIndex, ConfigProblem, ConfigSave } from './config-form.tsx'
import { restoreAct, Versions } from './versions.tsx'

type Props = {
  view: XaiView
  /** Null when they could not be read. */
  versions: Page<Version> | null
  /** Where the versions do not begin with the current one. */
  cursor: string | null
  form: FormState
  outcome: TestOutcome | null
  saved: boolean
}

const KEY_HINTS: Record<XaiView['key'], string> = {
  none: 'None is kept. It is sealed when saved and never shown again.',
  saved: 'One is kept. Leave this empty to go on with it, or type another.',
  environment: 'OPENAI_API_KEY of the environment is used. A key typed here goes before it.',
  lost: 'The key that sealed the kept one is gone from this server. Type it again.',
}

export const XaiPage = ({ view, versions, cursor, form, outcome, saved }: Props) => {
  const groups = xaiGroups(KEY_HINTS[view.key])
  return (
    <div class="page wide config">
      <div class="page-head">
        <div>
          <h1>XAI Configuration</h1>
          <p>
            {view.version === 0
              ? 'As the environment of this server says. What is saved here goes before it.'
              : `Version ${view.version}, on every server within ten seconds.`}
          </p>
        </div>
      </div>
      <Saved show={saved}>
        Saved. Every server follows within ten seconds; running answers keep what they began with.
      </Saved>
      <ConfigProblem form={form} groups={groups} />
      {outcome && <Outcome outcome={outcome} />}
      <ConfigIndex label="XAI Configuration" groups={[...groups, { id: 'versions', title: 'Versions' }]} />
      <form class="stack" data-gap="6" method="post" action={urls.adminXaiConfig}>
        <input type="hidden" name="version" value={form.values.version ?? String(view.version)} />
        <ConfigGroups groups={groups} form={form} />
        <ConfigSave form={form} save="Save configuration" other={{ name: 'test', label: 'Test without saving' }}>
          {view.key === 'saved' && (
            <label class="check">
              <input type="checkbox" name="forget" value="yes" checked={form.values.forget === 'yes'} />
              <span>Forget the key that is kept</span>
            </label>
          )}
        </ConfigSave>
      </form>
      <Versions
        versions={versions}
        cursor={cursor}
        address={urls.adminXaiConfig}
        csv={csvAddress(urls.apiAdminXaiVersions, {})}
        act={(version) => restoreAct(version, href(urls.adminXaiRestore, { version: String(version) }))}
      />
    </div>
  )
}

const MARKS: Record<TestOutcome['steps'][number]['state'], 'success' | 'error' | 'info'> = {
  pass: 'success',
  fail: 'error',
  skipped: 'info',
}

/** What the test found, step by step. */
const Outcome = ({ outcome }: { outcome: TestOutcome }) => (
  <section class="card" id="test" aria-labelledby="test-head" role="status">
    <div class="card-head">
      <h2 id="test-head">{outcome.ok ? 'The model answers' : 'The model does not answer'}</h2>
      {outcome.latency_ms !== null && (
        <p class="num">
          First word after {outcome.first_ms ?? outcome.latency_ms} ms, all of it after {outcome.latency_ms} ms ·{' '}
          {outcome.input_tokens} tokens in, {outcome.output_tokens} out
        </p>
      )}
    </div>
    <ol class="card-body step-list">
      {outcome.steps.map((step) => (
        <li data-state={step.state}>
          <Icon name={MARKS[step.state]} />
          <strong>{step.name}</strong>
          <span>{step.state === 'skipped' ? 'Not tried' : step.note}</span>
        </li>
      ))}
    </ol>
  </section>
)
