import { counted } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { type TestOutcome, testSteps } from '../rules/test-steps.ts'

const WORDS = { waiting: 'not reached', done: 'done', failed: 'failed' } as const

/** The stations of a test, ticked as far as it came, and what to do where it ended. */
export const TestPanel = ({ kind, outcome }: { kind: 'database' | 'external'; outcome: TestOutcome }) => (
  <section class="card source-test" id="source-test" aria-live="polite" aria-labelledby="source-test-head">
    <div class="card-head">
      <h2 id="source-test-head">{HEADS[outcome.state]}</h2>
      {outcome.state === 'none' && <p>Test tries each step of connecting. Nothing is saved until you connect.</p>}
    </div>
    <ol class="test-steps">
      {testSteps(kind, outcome).map(({ label, state }) => (
        <li class={`test-step test-${state}`}>
          {state === 'done' ? (
            <Icon name="check" />
          ) : state === 'failed' ? (
            <Icon name="cross" />
          ) : (
            <i aria-hidden="true" />
          )}
          <span>
            {label}
            {outcome.state !== 'none' && <span class="quiet">: {WORDS[state]}</span>}
          </span>
        </li>
      ))}
    </ol>
    {outcome.state === 'ok' && (
      <div class="card-foot">
        <span>
          {kind === 'database'
            ? `${counted(outcome.tables, 'table')}, answered in ${outcome.latencyMs} ms`
            : `Answered in ${outcome.latencyMs} ms`}
        </span>
        {outcome.serverVersion && <span>{outcome.serverVersion}</span>}
        {outcome.warnings.map((warning) => (
          <span class="test-warning">{warning}</span>
        ))}
      </div>
    )}
    {outcome.state === 'failed' && (
      <div class="test-failure" role="alert">
        <strong>{outcome.message}</strong>
        {outcome.hint && <p>{outcome.hint}</p>}
      </div>
    )}
  </section>
)

const HEADS: Record<TestOutcome['state'], string> = {
  none: 'Test',
  ok: 'It works',
  failed: 'It does not work yet',
}
