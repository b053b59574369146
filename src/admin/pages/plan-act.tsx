import { Field } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'
import { PLAN_LABELS, PLAN_PERIODS } from '../rules/plan-change.ts'

export const planAct: Act = {
  id: 'plan',
  title: 'Change a plan',
  message:
    'The plan begins now and is not paid for. What the person paid for waits and goes on after it. They are told by mail.',
  action: 'Change plan',
  type: 'info',
  address: urls.adminPlanChange,
}

/** @param person stands in the field when nothing was typed */
export const PlanFields = ({ form, person }: { form: FormState; person?: string | undefined }) => {
  const values: Record<string, string> = { ...(person ? { person } : {}), ...form.values }
  return (
    <>
      <Field form={{ ...form, values }} id="plan-person" name="person" label="Email address or id" maxlength={320} />
      <Select name="plan" label="Plan" options={PLAN_LABELS} chosen={values.plan ?? 'premium'} />
      <Select name="period" label="For how long" options={PLAN_PERIODS} chosen={values.period ?? 'monthly'} />
    </>
  )
}

const Select = (props: { name: string; label: string; options: Record<string, string>; chosen: string }) => (
  <div class="field">
    <label for={`plan-${props.name}`}>{props.label}</label>
    <select class="select" id={`plan-${props.name}`} name={props.name}>
      {Object.entries(props.options).map(([value, text]) => (
        <option value={value} selected={value === props.chosen}>
          {text}
        </option>
      ))}
    </select>
  </div>
)
