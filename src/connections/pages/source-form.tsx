import type { Child } from 'hono/jsx'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { counted } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FormState } from '#web/form.ts'
import { type ConnectionSource, SCHEDULES, type SourceField } from '../rules/data-source.ts'
import { type TestOutcome, testSteps } from '../rules/test-steps.ts'

const WORDS = { waiting: 'not reached', done: 'done', failed: 'failed' } as const

/** The stations of a test, ticked as far as it came, and what to do where it ended. */
const TestPanel = ({ kind, outcome }: { kind: 'database' | 'external'; outcome: TestOutcome }) => (
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

type Props = {
  source: ConnectionSource
  form: FormState
  /** Whether a connection is changed: its secrets are kept where nothing is typed. */
  stored?: boolean
  action: string
  save: { value: string; label: string }
  cancel?: string
  outcome: TestOutcome
  children?: Child
}

/** The form of a source beside how its test went. Test posts the same form, and swaps that panel alone, so that what was typed stays. */
export const SourceForm = ({ source, form, stored = false, action, save, cancel, outcome, children }: Props) => (
  <div class="source-columns">
    <form class="form" method="post" action={action}>
      <SourceFields source={source} form={form} stored={stored} />
      <div class="form-actions">
        <Submit look="primary" name="do" value={save.value} label={save.label} />
        <Submit
          label="Test"
          name="do"
          value="test"
          formnovalidate
          hx-post={action}
          hx-select="#source-test"
          hx-target="#source-test"
          hx-swap="outerHTML"
        />
        {cancel && <ButtonLink look="quiet" to={cancel} label="Cancel" />}
      </div>
      {children}
    </form>
    <TestPanel kind={source.kind} outcome={outcome} />
  </div>
)

/** Whether anything in a group was typed, or is wrong: then it stands open. */
const isUsed = (fields: SourceField[], { values, errors }: FormState) =>
  fields.some(({ name, default: usual = '' }) => errors[name] || (values[name] ?? usual) !== usual)

/** The fields of a source as its configuration lists them: those without a group first, groups folded below. */
function SourceFields({ source, form, stored }: Pick<Props, 'source' | 'form'> & { stored: boolean }) {
  const { '': plain = [], ...groups } = Object.groupBy(source.fields, ({ group }) => group ?? '')
  const Inputs = ({ fields }: { fields: SourceField[] }) => (
    <div class="source-fields">
      {fields.map((field) => (
        <Input field={field} form={form} stored={stored} />
      ))}
    </div>
  )
  return (
    <>
      <Problem text={form.problem} />
      <Inputs fields={plain} />
      {Object.entries(groups).map(([name, fields = []]) => (
        <details class="source-more" open={isUsed(fields, form)}>
          <summary>{name}</summary>
          <Inputs fields={fields} />
        </details>
      ))}
      <Choice
        name="refresh_every_minutes"
        label="Look at it again"
        value={form.values.refresh_every_minutes ?? (source.kind === 'database' ? '1440' : '0')}
        error={form.errors.refresh_every_minutes}
        options={SCHEDULES.map(({ minutes, label }) => ({ value: String(minutes), label }))}
        hint={
          source.kind === 'database'
            ? 'For new tables and columns: rows are asked for with every question.'
            : 'Rows are those of the last look.'
        }
      />
    </>
  )
}

type InputProps = { field: SourceField; form: FormState; stored: boolean }

const idOf = (name: string) => `field-${name.replace('.', '-')}`

function Input({ field, form, stored }: InputProps) {
  const { name, type, label, required, hint, secret, options } = field
  const value = form.values[name] ?? field.default ?? ''
  if (type === 'select')
    return <Choice name={name} label={label} value={value} options={options ?? []} error={form.errors[name]} />
  return (
    <div class={type === 'textarea' || LONG.has(name) ? 'source-wide' : ''}>
      <Field
        // What was secret is never sent back.
        form={{ values: secret ? {} : { [name]: value }, errors: form.errors }}
        name={name}
        id={idOf(name)}
        label={label}
        type={type === 'textarea' || type === 'password' ? type : 'text'}
        inputmode={type === 'number' ? 'numeric' : undefined}
        optional={!required || (stored && secret === true)}
        hint={stored && secret ? 'Leave it empty to keep the one that is there.' : hint}
        placeholder={field.placeholder}
        autocomplete={secret && 'new-password'}
      />
    </div>
  )
}

/** Fields whose values are long: a line of their own. */
const LONG = new Set(['name', 'database', 'url', 'sheet', 'path', 'endpoint', 'schemas', 'prefix'])

type ChoiceProps = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
  error?: string | undefined
  hint?: string
}

function Choice({ name, label, value, options, error, hint }: ChoiceProps) {
  const id = idOf(name)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select class="select" id={id} name={name} aria-describedby={error || hint ? `${id}-note` : undefined}>
        {options.map((option) => (
          <option value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      {(error || hint) && (
        <p class={error ? 'error' : 'hint'} id={`${id}-note`} role={error && 'alert'}>
          {error || hint}
        </p>
      )}
    </div>
  )
}
