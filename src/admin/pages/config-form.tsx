import type { Child } from 'hono/jsx'
import { Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FormState } from '#web/form.ts'
import { REASON_LENGTH } from '../rules/action.ts'
import { type ConfigField, type ConfigGroup, momentField } from '../rules/config-field.ts'
import { ListHead } from './list.tsx'
import { restoreAction, Versions, type VersionsProps } from './versions.tsx'

/** What a page of settings shows beside its settings. */
export type ConfigState = Pick<VersionsProps, 'versions' | 'cursor'> & {
  form: FormState
  saved: boolean
  /** What the other button found, or null. */
  found: Child
}

type PageProps = Omit<ConfigState, 'saved'> & {
  title: string
  intro: Child
  /** What was saved, in words; null while nothing was. */
  saved: string | null
  /** That the form was made from. */
  version: number
  groups: ConfigGroup[]
  save: string
  /** The button beside, which sends the form without saving it. */
  other: { name: string; label: string }
  /** Stands before the reason. */
  children?: Child
} & Omit<VersionsProps, 'action'> & { restore: (version: number) => string }

export const ConfigPage = (props: PageProps) => {
  const { title, intro, saved, version, groups, form, found, address, restore } = props
  return (
    <div class="page wide config">
      <ListHead title={title} intro={intro} />
      <Saved show={saved !== null}>{saved}</Saved>
      <ConfigProblem form={form} groups={groups} />
      {found}
      <nav class="config-index" aria-label={title}>
        {[...groups, { id: 'versions', title: 'Versions' }].map((group) => (
          <a href={`#${group.id}`}>{group.title}</a>
        ))}
      </nav>
      <form class="stack" data-gap="6" method="post" action={address}>
        <input type="hidden" name="version" value={form.values.version ?? String(version)} />
        <ConfigGroups groups={groups} form={form} />
        <ConfigSave {...props} />
      </form>
      <Versions {...props} action={(version) => restoreAction(version, restore(version))} />
    </div>
  )
}

/** Groups of fields as cards, each with its title and what it is for. */
const ConfigGroups = ({ groups, form }: { groups: ConfigGroup[]; form: FormState }) => (
  <>
    {groups.map((group) => (
      <Card {...{ id: group.id, title: group.title, intro: group.intro }}>
        <div class="card-body">
          <div class="config-fields">
            {group.fields.map((field) => (
              <ConfigInput field={field} form={form} />
            ))}
          </div>
        </div>
      </Card>
    ))}
  </>
)

/** What is wrong with the form as a whole: its own problem, or which fields need a look, each a link to it. */
const ConfigProblem = ({ form, groups }: { form: FormState; groups: ConfigGroup[] }) => {
  const wrong = Object.entries(form.errors)
  if (form.problem || wrong.length === 0) return <Problem text={form.problem} />
  const labels = new Map(groups.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])))
  return (
    <div class="alert alert-error" role="alert">
      <Icon name="error" />
      <div>
        <p>Nothing was saved: {wrong.length === 1 ? 'a field needs' : `${wrong.length} fields need`} a look.</p>
        <ul class="bullets">
          {wrong.map(([name, text]) => (
            <li>
              <a href={`#${idOf(name)}`}>{labels.get(name) ?? 'Reason'}</a>: {text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The end of such a form: why it is changed, and its buttons. */
const ConfigSave = (props: Pick<PageProps, 'form' | 'save' | 'other' | 'children'>) => (
  <section class="card config-save" aria-label="Save">
    <div class="card-body">
      {props.children}
      <Field
        form={props.form}
        id="field-reason"
        name="reason"
        label="Reason"
        maxlength={REASON_LENGTH}
        hint="Why you change this. It stands with the version and in the audit log."
      />
      <div class="form-actions">
        <Submit look="primary">{props.save}</Submit>
        <Submit name={props.other.name} value="yes" formnovalidate label={props.other.label} />
      </div>
    </div>
  </section>
)

const idOf = (name: string) => `field-${name.replaceAll('.', '-')}`

/** What a phone shows to type numbers with. */
const KEYPADS = { number: 'numeric', price: 'decimal' } as const
const INPUT_TYPES = {
  email: 'email',
  url: 'url',
  password: 'password',
  lines: 'textarea',
  moment: 'datetime-local',
} as const

const ConfigInput = ({ field, form }: { field: ConfigField; form: FormState }) => {
  const { name, type = 'text', hint, fixedBy, suggestions } = field
  const value = form.values[name] ?? ''
  if (type === 'switch' && !fixedBy) return <Switch field={field} value={value} />
  const list = suggestions ? `${idOf(name)}-list` : undefined
  const isNumber = type === 'number' || type === 'price'
  return (
    <div class={field.wide || type === 'lines' ? 'config-wide' : undefined}>
      <Field
        form={type === 'moment' ? { ...form, values: { [name]: momentField(value) } } : form}
        id={idOf(name)}
        name={name}
        label={field.label}
        optional={field.optional ?? type === 'moment'}
        type={INPUT_TYPES[type as keyof typeof INPUT_TYPES] ?? 'text'}
        options={field.options}
        disabled={fixedBy !== undefined}
        hint={fixedBy ? <FixedBy variable={fixedBy} /> : hint}
        {...(isNumber ? { inputmode: KEYPADS[type] } : {})}
        {...(type === 'password' ? { autocomplete: 'new-password' } : {})}
        {...(list ? { list } : {})}
      />
      {list && (
        <datalist id={list}>
          {suggestions?.map((it) => (
            <option value={it} />
          ))}
        </datalist>
      )}
    </div>
  )
}

const FixedBy = ({ variable }: { variable: string }) => (
  <>
    Set by the environment variable <code>{variable}</code>.
  </>
)

/** A hidden `no` goes first, so that a switch which is off is sent too. */
const Switch = ({ field, value }: { field: ConfigField; value: string }) => (
  <div class={field.hint ? 'config-wide' : undefined}>
    <input type="hidden" name={field.name} value="no" />
    <label class="check">
      <input type="checkbox" name={field.name} value="yes" checked={value === 'yes'} />
      <span>
        {field.label}
        {field.hint && <small>{field.hint}</small>}
      </span>
    </label>
  </div>
)
