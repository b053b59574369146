import { capital } from '#base/text.ts'
import { tokensOf } from '#base/tokens.ts'
import type { StoredTable } from '#catalog/rules/catalog.ts'
import { Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import type { FormState } from '#web/form.ts'
import { COLOURS, MOST_QUERIES, MOST_STARTERS, MOST_TOKENS } from '../rules/agent.ts'
import type { AgentDraft } from '../rules/form.ts'

/** Tables that the form lists; further ones are named by the API and stay chosen. */
const MOST_LISTED = 300
/** Empty places for further queries. */
const MORE_QUERIES = 1

const ASKED_BY = { everybody: 'Everybody in the workspace', writers: 'Owners and members', owners: 'Owners alone' }

export type AgentFormProps = {
  draft: AgentDraft
  form: FormState
  address: string
  tables: StoredTable[]
  /** What answers besides the usual model, by the names that people know. */
  models: Record<string, string>
  published: boolean
}

/** Everything that an agent is; works without a script. */
export function AgentForm({ draft, form: { errors, problem }, address, tables, models, published }: AgentFormProps) {
  const queries = [...draft.queries, ...Array.from({ length: MORE_QUERIES }, () => ({ question: '', sql: '' }))]
  const values: Record<string, string> = {
    ...{ name: draft.name, description: draft.description, instructions: draft.instructions, colour: draft.colour },
    ...{ starters: draft.starters.join('\n'), asked_by: draft.asked_by, model: draft.model, effort: draft.effort },
    ...Object.fromEntries(
      queries.flatMap(({ question, sql }, at) => [
        [`queries.${at}.question`, question],
        [`queries.${at}.sql`, sql],
      ]),
    ),
  }
  const form = { values, errors }
  return (
    <form class="form" method="post" action={address}>
      <Problem text={problem ?? errors.queries ?? errors.roles ?? null} />
      <div class="form-columns">
        <Field form={form} name="name" label="Name" maxlength={60} placeholder="Sales analyst" />
        <Field form={form} name="colour" label="Colour" options={COLOURS.map((one) => [one, capital(one)] as const)} />
      </div>
      <Field
        form={form}
        name="description"
        label="What it is for"
        maxlength={300}
        placeholder="Orders and returns of the web shop"
        optional
      />
      <Field
        form={form}
        name="instructions"
        label="Instructions"
        type="textarea"
        hint={
          <>
            What it should know and heed. The built-in analyst reads none.{' '}
            <span data-tokens="field-instructions">
              About <output>{number(tokensOf(draft.instructions))}</output> of {number(MOST_TOKENS)} tokens.
            </span>
          </>
        }
        optional
      />
      <MayUse draft={draft} errors={errors} tables={tables} />
      <Field
        form={form}
        name="starters"
        label="Starter questions"
        type="textarea"
        hint={`One a line, up to ${MOST_STARTERS}. They are offered before the first question, and tried before publishing.`}
        optional
      />
      <details
        class="form-more"
        open={draft.queries.length > 0 || Object.keys(errors).some((name) => name.startsWith('queries'))}
      >
        <summary>Verified queries of its own</summary>
        <p class="hint">
          Questions with the SQL that answers them, run as they are for the same question. Only this agent knows them;
          they are run when you save. Leave a question empty to remove it; up to {MOST_QUERIES}.
        </p>
        {queries.map((_, at) => (
          <>
            <Field form={form} name={`queries.${at}.question`} label={`Question ${at + 1}`} maxlength={500} optional />
            <Field
              form={form}
              name={`queries.${at}.sql`}
              label={`SQL ${at + 1}`}
              type="textarea"
              maxlength={20_000}
              optional
            />
          </>
        ))}
      </details>
      <div class="form-columns">
        <Field form={form} name="asked_by" label="Who may ask it" options={ASKED_BY} />
        <Field form={form} name="model" label="Answered by" options={models} />
        <Field
          form={form}
          name="effort"
          label="Thinking"
          options={{ '': 'As usual', minimal: 'Least', low: 'Little', medium: 'Medium', high: 'Much' }}
        />
      </div>
      <div class="form-actions">
        <Submit look="primary" name="act" value="draft" label="Save as draft" />
        <Submit name="act" value="publish" label={published ? 'Save and publish' : 'Publish'} />
      </div>
    </form>
  )
}

type MayUseProps = Pick<AgentFormProps, 'draft' | 'tables'> & { errors: Record<string, string> }

/** Sources with their tables, to tick; none ticked are all. */
function MayUse({ draft, errors, tables }: MayUseProps) {
  const listed = tables.filter(({ name }, at) => at < MOST_LISTED || draft.tables.includes(name))
  const bySource = Map.groupBy(listed, ({ source }) => source.name)
  const listedNames = { sources: new Set(bySource.keys()), tables: new Set(listed.map(({ name }) => name)) }
  const gone = {
    sources: draft.sources.filter((name) => !listedNames.sources.has(name)),
    tables: draft.tables.filter((name) => !listedNames.tables.has(name)),
  }
  const box = (name: 'sources' | 'tables', value: string, text: string) => (
    <label class="check">
      <input type="checkbox" name={`${name}[]`} value={value} checked={draft[name].includes(value)} />
      <span>{text}</span>
    </label>
  )
  return (
    <fieldset class="fieldset agent-tables" id="may-use">
      <legend>What it may use</legend>
      <p class="hint">
        Tick sources or single tables; with none it may use all. Everything else is not there for it, whatever it is
        told.
      </p>
      {[...bySource].map(([source, of]) =>
        of.length === 1 && of[0]!.source.kind === 'file' ? (
          box('tables', of[0]!.name, `${of[0]!.name} (${source})`)
        ) : (
          <>
            {box('sources', source, `All of ${source}`)}
            <div class="agent-tables-of">{of.map(({ name }) => box('tables', name, name))}</div>
          </>
        ),
      )}
      {gone.sources.map((name) => box('sources', name, `${name} (not there any more)`))}
      {gone.tables.map((name) => box('tables', name, `${name} (not there any more)`))}
      {tables.length > MOST_LISTED && (
        <p class="hint">
          The first {number(MOST_LISTED)} of {number(tables.length)} tables. Tick whole sources, or name others by the
          API.
        </p>
      )}
      {(errors.tables ?? errors.sources) && (
        <p class="error" role="alert">
          {errors.tables ?? errors.sources}
        </p>
      )}
    </fieldset>
  )
}
