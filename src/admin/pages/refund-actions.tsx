import { type Currency, priceText } from '#billing/rules/price.ts'
import type { RefundVerb } from '#billing/rules/refund.ts'
import { Field } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { Action } from '../rules/action.ts'
import { NOTE_LENGTH, type RefundRequestView } from '../rules/refund-request.ts'

const ACTIONS = {
  approve: { title: 'Approve this request?', button: 'Approve', type: 'info' },
  reject: { title: 'Reject this request?', button: 'Reject', type: 'danger' },
  refund: { title: 'Pay the money back?', button: 'Pay back', type: 'warning' },
} as const satisfies Record<RefundVerb, Omit<Action, 'id' | 'address' | 'message'>>

export const isRefundVerb = (name: string): name is RefundVerb => Object.hasOwn(ACTIONS, name)

export const moneyText = (amount: number, currency: string): string => priceText(amount, currency as Currency)

function messageOf(verb: RefundVerb, { now, currency, second }: RefundRequestView): string {
  const back = now ? moneyText(now.refundable, currency) : 'Nothing'
  if (verb === 'approve')
    return `Nothing moves yet: the person is told by mail that it was approved, and the money goes back with "Pay back". Now that would be ${back}.`
  if (verb === 'reject') return 'The person is told by mail, with what you write to them. They may ask again.'
  if (second.needed)
    return `A second finance admin is asked to confirm that ${back} goes back. Nothing moves before that, and what is used until then is not refunded.`
  return `${back} goes back to the way it was paid, and what the person still has of it, bonus included, is taken back at once. This cannot be undone.`
}

export const refundAction = (verb: RefundVerb, request: RefundRequestView): Action => ({
  id: verb,
  ...ACTIONS[verb],
  message: messageOf(verb, request),
  address: href(urls.adminRefundRequestAction, { id: request.id, action: verb }),
})

export const Told = ({ form, verb }: { form: FormState; verb: RefundVerb }) => (
  <Field
    form={form}
    id={`action-${verb}-note`}
    name="note"
    label="Told to the person"
    type="textarea"
    maxlength={NOTE_LENGTH}
    optional={verb !== 'reject'}
    hint="Goes into the mail, and stands beside the request on their page."
  />
)
