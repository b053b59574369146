import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import type { TestOutcome, XaiView } from '../rules/config-request.ts'
import { csvAddress } from '../rules/list.ts'
import { xaiGroups } from '../rules/xai-form.ts'
import { ConfigPage, type ConfigState } from './config-form.tsx'

type Props = ConfigState & { view: XaiView }

const KEY_HINTS: Record<XaiView['key'], string> = {
  none: 'None is kept. It is sealed when saved and never shown again.',
  saved: 'One is kept. Leave this empty to go on with it, or type another.',
  environment: 'OPENAI_API_KEY of the environment is used. A key typed here goes before it.',
  lost: 'The key that sealed the kept one is gone from this server. Type it again.',
}

export const XaiPage = ({ view, ...state }: Props) => (
  <ConfigPage
    {...state}
    title="XAI Configuration"
    intro={
      view.version === 0
        ? 'As the environment of this server says. What is saved here goes before it.'
        : `Version ${view.version}, on every server within ten seconds.`
    }
    saved={
      state.saved ? 'Saved. Every server follows within ten seconds; running answers keep what they began with.' : null
    }
    version={view.version}
    groups={xaiGroups(KEY_HINTS[view.key])}
    save="Save configuration"
    other={{ name: 'test', label: 'Test without saving' }}
    address={urls.adminXaiConfig}
    csv={csvAddress(urls.apiAdminXaiVersions, {})}
    restore={(version) => href(urls.adminXaiRestore, { version: String(version) })}
  >
    {view.key === 'saved' && (
      <label class="check">
        <input type="checkbox" name="forget" value="yes" checked={state.form.values.forget === 'yes'} />
        <span>Forget the key that is kept</span>
      </label>
    )}
  </ConfigPage>
)

const MARKS: Record<TestOutcome['steps'][number]['state'], 'success' | 'error' | 'info'> = {
  pass: 'success',
  fail: 'error',
  skipped: 'info',
}

/** What the test found, step by step. */
export const Outcome = ({ outcome }: { outcome: TestOutcome }) => (
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
