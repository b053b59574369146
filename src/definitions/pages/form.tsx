import { tokensOf } from '#base/tokens.ts'
import { can } from '#organizations/rules/permission.ts'
import { Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { number } from '#ui/format.tsx'
import type { FormState } from '#web/form.ts'
import type { Workspace } from '../../ctx.ts'
import type { Definition } from '../rules/answers.ts'
import { type DefinitionKind, MOST_TOKENS } from '../rules/definition.ts'

export const KIND_NAMES: Record<DefinitionKind, { one: string; many: string }> = {
  metric: { one: 'Metric', many: 'Metrics' },
  term: { one: 'Term', many: 'Glossary' },
  query: { one: 'Verified query', many: 'Verified queries' },
  instructions: { one: 'Instructions', many: 'Instructions' },
}

export const valuesOf = ({
  kind,
  name,
  content,
}: Pick<Definition, 'kind' | 'name' | 'content'>): Record<string, string> => ({
  ...{ kind, name },
  ...Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, Array.isArray(value) ? value.join(', ') : String(value)]),
  ),
})

const MONTHS = Object.fromEntries(
  Array.from({ length: 12 }, (_, month) => [
    String(month + 1),
    new Date(Date.UTC(2025, month, 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
  ]),
)

const Synonyms = ({ form }: { form: FormState }) => (
  <Field form={form} name="synonyms" label="Synonyms" hint="Other words for it, with commas between." optional />
)

function Fields({ kind, form }: { kind: DefinitionKind; form: FormState }) {
  if (kind === 'metric')
    return (
      <>
        <Field form={form} name="name" label="Name" maxlength={100} placeholder="net_revenue" />
        <Synonyms form={form} />
        <Field form={form} name="table" label="Table" maxlength={100} placeholder="orders" />
        <Field
          form={form}
          name="expression"
          label="Expression"
          type="textarea"
          maxlength={2000}
          placeholder="sum(amount) - sum(refund)"
          hint="One aggregate in SQL over the columns of the table."
        />
        <Field
          form={form}
          name="filters"
          label="Default filters"
          type="textarea"
          maxlength={2000}
          placeholder="status <> 'cancelled'"
          hint="A condition in SQL that rows meet unless a question says otherwise."
          optional
        />
        <Field
          form={form}
          name="grain"
          label="Grain"
          maxlength={200}
          placeholder="one order"
          hint="What one row of the table stands for."
          optional
        />
        <Field form={form} name="description" label="Description" type="textarea" maxlength={2000} optional />
        <Field
          form={form}
          name="owner"
          label="Owner"
          maxlength={100}
          hint="The person or team that answers for it."
          optional
        />
      </>
    )
  if (kind === 'term')
    return (
      <>
        <Field form={form} name="name" label="Word or words" maxlength={100} placeholder="active customer" />
        <Synonyms form={form} />
        <Field form={form} name="meaning" label="What it means" type="textarea" maxlength={2000} />
      </>
    )
  if (kind === 'query')
    return (
      <>
        <Field form={form} name="name" label="The question that it answers" maxlength={500} />
        <Field form={form} name="sql" label="SQL" type="textarea" maxlength={20_000} />
        <Field
          form={{ ...form, values: { ...form.values, source: form.values.source || 'workspace' } }}
          name="source"
          label="Source"
          maxlength={200}
          hint="“workspace” for all tables, or the name of a connected database, in whose language the statement is."
        />
        <Field form={form} name="description" label="Description" type="textarea" maxlength={2000} optional />
      </>
    )
  return (
    <>
      <input type="hidden" name="name" value="Instructions" />
      <Field
        form={form}
        name="text"
        label="Instructions"
        type="textarea"
        hint={
          <>
            What the analyst should know and follow in each answer.{' '}
            <Tokens text={form.values.text ?? ''} most={MOST_TOKENS.workspace} of="field-text" />
          </>
        }
        optional
      />
      <div class="form-columns">
        <Field
          form={form}
          name="time_zone"
          label="Time zone"
          placeholder="Asia/Kolkata"
          hint="UTC where it is empty."
          optional
        />
        <Field form={form} name="fiscal_year_start" label="The fiscal year begins in" options={MONTHS} />
        <Field
          form={form}
          name="currency"
          label="Currency"
          maxlength={3}
          placeholder="INR"
          hint="Of amounts that say no other."
          optional
        />
      </div>
    </>
  )
}

/** How many tokens a text has, told anew while somebody types. @param props of: id of the field */
export const Tokens = ({ text, most, of }: { text: string; most: number; of: string }) => (
  <span data-tokens={of}>
    About <output>{number(tokensOf(text))}</output> of {number(most)} tokens.
  </span>
)

type Props = {
  workspace: Pick<Workspace, 'id' | 'role'>
  kind: DefinitionKind
  form: FormState
  address: string
}

/** Writes a definition: owners save it, or propose it as members do. */
export const DefinitionForm = ({ workspace, kind, form, address }: Props) => {
  const decides = can(workspace.role, 'UPDATE_FILES')
  return (
    <form class="form" method="post" action={address}>
      <Problem text={form.problem} />
      <input type="hidden" name="kind" value={kind} />
      <Fields kind={kind} form={form} />
      {!decides && (
        <Field form={form} name="note" label="Why" maxlength={1000} hint="For the owners, who decide." optional />
      )}
      {(kind === 'metric' || kind === 'query') && <p class="hint">It is run first: what does not run is not kept.</p>}
      <div class="form-actions">
        {decides && <Submit look="primary" name="act" value="approve" label="Save" />}
        <Submit look={decides ? undefined : 'primary'} name="act" value="propose" label="Propose" />
      </div>
    </form>
  )
}
