import { numberText } from '#base/format.ts'
import { Check, Field } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import type { Action } from '../rules/action.ts'
import { ALLOCATION_LIMITS, type AllocationKind, MOST_YEARS } from '../rules/credit-allocation.ts'
import { PLAN_LABELS, PLAN_PERIODS } from '../rules/plan-change.ts'

const most = numberText(ALLOCATION_LIMITS.credits)
const ACTIONS = {
  grant: {
    title: 'Give credits',
    message: `They are free to spend at once, and burn before what was bought if they expire earlier. At most ${most} in one action.`,
    button: 'Give credits',
    type: 'info',
  },
  deduct: {
    title: 'Take credits away',
    message: `Free credits only, the ones that expire first; what running questions stand on stays. At most ${most} in one action.`,
    button: 'Take credits',
    type: 'danger',
  },
} as const satisfies Record<AllocationKind, Omit<Action, 'id' | 'address'>>

/** @param key names the action: the same form does it once */
export const allocationAction = (kind: AllocationKind, key: string): Action => ({
  id: kind,
  ...ACTIONS[kind],
  address: urls.adminCreditAllocation,
  fields: { kind, key },
})

/** `person` stands in the field when nothing was typed. */
type PersonProps = { form: FormState; person?: string | undefined }

/** What is asked for beside the reason. */
export const AllocationFields = ({ form, kind, person }: PersonProps & { kind: AllocationKind }) => (
  <>
    <PersonField form={form} id={`${kind}-person`} person={person} />
    <Field form={form} id={`${kind}-credits`} name="credits" label="Credits" inputmode="numeric" maxlength={7} />
    {kind === 'grant' && (
      <Field
        form={form}
        type="date"
        id={`${kind}-expires`}
        name="expires_at"
        label="Expire at the end of"
        hint={`A day (UTC) within ${MOST_YEARS} years.`}
      />
    )}
    <MailFields form={form} id={`${kind}-note`} note="Note to the person" mail="Tell the person by mail" />
  </>
)

type MailProps = { form: FormState; id?: string; note: string; mail: string }

/** What those are told who are given or lose credits. @param note label of the words to them @param mail label of whether they are told */
export const MailFields = ({ form, id, note, mail }: MailProps) => (
  <>
    <Field
      {...{ form, id }}
      name="note"
      label={note}
      type="textarea"
      maxlength={1000}
      optional
      hint="Goes into the mail."
    />
    <Check form={form} name="mail" label={mail} />
  </>
)

const PersonField = ({ form, id, person }: PersonProps & { id: string }) => (
  <Field
    form={form}
    id={id}
    name="person"
    label="Email address or id"
    maxlength={320}
    {...(person && { usual: person })}
  />
)

export const planAction: Action = {
  id: 'plan',
  title: 'Change a plan',
  message:
    'The plan begins now and is not paid for. What the person paid for waits and goes on after it. They are told by mail.',
  button: 'Change plan',
  type: 'info',
  address: urls.adminPlanChange,
}

export const PlanFields = ({ form, person }: PersonProps) => (
  <>
    <PersonField form={form} id="plan-person" person={person} />
    <Field form={form} id="plan-plan" name="plan" label="Plan" options={PLAN_LABELS} usual="premium" />
    <Field form={form} id="plan-period" name="period" label="For how long" options={PLAN_PERIODS} usual="monthly" />
  </>
)
