import { Field } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import type { Action } from '../rules/action.ts'
import { PLAN_LABELS, PLAN_PERIODS } from '../rules/plan-change.ts'

export const planAction: Action = {
  id: 'plan',
  title: 'Change a plan',
  message:
    'The plan begins now and is not paid for. What the person paid for waits and goes on after it. They are told by mail.',
  button: 'Change plan',
  type: 'info',
  address: urls.adminPlanChange,
}

/** @param person stands in the field when nothing was typed */
export const PlanFields = ({ form, person }: { form: FormState; person?: string | undefined }) => {
  const usual = { ...(person ? { person } : {}), plan: 'premium', period: 'monthly' }
  const filled = { ...form, values: { ...usual, ...form.values } }
  return (
    <>
      <Field form={filled} id="plan-person" name="person" label="Email address or id" maxlength={320} />
      <Field form={filled} id="plan-plan" name="plan" label="Plan" options={PLAN_LABELS} />
      <Field form={filled} id="plan-period" name="period" label="For how long" options={PLAN_PERIODS} />
    </>
  )
}
