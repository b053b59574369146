import { MODEL_ROLES, type ModelRole } from '#records/rules/xai.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { href, urls } from '../../urls.ts'
import type { TestOutcome, XaiView } from '../rules/config-request.ts'
import { csvAddress } from '../rules/list.ts'
import { forgetField, xaiGroups } from '../rules/xai-form.ts'
import { ConfigPage, type ConfigState } from './config-form.tsx'

type Props = ConfigState & { view: XaiView }

const KEY_HINTS: Record<XaiView['key'], string> = {
  none: 'None is kept. It is sealed when saved and never shown again.',
  saved: 'One is kept. Leave this empty to go on with it, or type another.',
  environment: 'OPENAI_API_KEY of the environment is used. A key typed here goes before it.',
  lost: 'The key that sealed the kept one is gone from this server. Type it again.',
  model: 'That of the model above is used, which is at the same address. A key typed here goes before it.',
}

export const XaiPage = ({ view, ...state }: Props) => (
  <ConfigPage
    {...state}
    title="XAI Configuration"
    intro={
      view.version === 0
        ? 'As the environment of this server says. What is saved here goes before it.'
        : `Version ${view.version}, on every server within ten seconds.${healthText(view)}`
    }
    saved={
      state.saved ? 'Saved. Every server follows within ten seconds; running answers keep what they began with.' : null
    }
    version={view.version}
    groups={xaiGroups({
      model: KEY_HINTS[view.key],
      titles: KEY_HINTS[view.titles.key],
      fallback: KEY_HINTS[view.fallback.key],
    })}
    save="Save configuration"
    other={{ name: 'test', label: 'Test without saving' }}
    address={urls.adminXaiConfig}
    csv={csvAddress(urls.apiAdminXaiVersions, {})}
    restore={(version) => href(urls.adminXaiRestore, { version: String(version) })}
  >
    {MODEL_ROLES.filter((role) => keyOf(view, role) === 'saved').map((role) => (
      <label class="check">
        <input
          type="checkbox"
          name={forgetField(role)}
          value="yes"
          checked={state.form.values[forgetField(role)] === 'yes'}
        />
        <span>Forget the key that is kept{role === 'model' ? '' : ` for ${ROLES[role]}`}</span>
      </label>
    ))}
  </ConfigPage>
)

/** How the model does that has another to fall back on, as this server knows it. */
function healthText({ health }: XaiView): string {
  if (!health || health.failures === 0) return ''
  const often = health.failures === 1 ? 'once' : `${health.failures} times in a row`
  const rests = health.rests_until ? ` The fall-back answers alone until ${health.rests_until.slice(11, 19)} UTC.` : ''
  return ` On this server the model failed ${often}.${rests}`
}

const keyOf = (view: XaiView, role: ModelRole) => (role === 'model' ? view.key : view[role].key)
const ROLES: Record<ModelRole, string> = { model: 'the model', titles: 'titles', fallback: 'the fall-back' }

const MARKS: Record<TestOutcome['steps'][number]['state'], 'success' | 'error' | 'info'> = {
  pass: 'success',
  note: 'info',
  fail: 'error',
  skipped: 'info',
}

export const Outcomes = ({ outcomes }: { outcomes: TestOutcome[] }) => (
  <div class="stack" id="test" role="status">
    {outcomes.map((outcome) => (
      <Outcome outcome={outcome} />
    ))}
  </div>
)

const HEADS: Record<ModelRole, string> = {
  model: 'The model',
  titles: 'The model for titles',
  fallback: 'The fall-back',
}

const Outcome = ({ outcome }: { outcome: TestOutcome }) => (
  <Card
    id={`test-${outcome.model}`}
    title={`${HEADS[outcome.model]} ${outcome.ok ? 'answers' : 'does not answer'}`}
    beside={
      outcome.latency_ms !== null && (
        <p class="num">
          First word after {outcome.first_ms ?? outcome.latency_ms} ms, all of it after {outcome.latency_ms} ms ·{' '}
          {outcome.input_tokens} tokens in, {outcome.output_tokens} out
        </p>
      )
    }
  >
    <ol class="card-body step-list">
      {outcome.steps.map((step) => (
        <li data-state={step.state}>
          <Icon name={MARKS[step.state]} />
          <strong>{step.name}</strong>
          <span>{step.state === 'skipped' ? 'Not tried' : step.note}</span>
        </li>
      ))}
    </ol>
  </Card>
)
