import { type Currency, priceText } from '#billing/rules/price.ts'
import type { RefundVerb } from '#billing/rules/refund.ts'
import { Field } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'
import { NOTE_LENGTH, type RefundRequestView } from '../rules/refund-request.ts'

const ACTS = {
  approve: { title: 'Approve this request?', action: 'Approve', type: 'info' },
  reject: { title: 'Reject this request?', action: 'Reject', type: 'danger' },
  refund: { title: 'Pay the money back?', action: 'Pay back', type: 'warning' },
} as const satisfies Record<RefundVerb, Omit<Act, 'id' | 'address' | 'message'>>

export const isRefundVerb = (name: string): name is RefundVerb => Object.hasOwn(ACTS, name)

export const moneyText = (amount: number, currency: string): string => priceText(amount, currency as Currency)

/** What a decision does to this request, in figures of this moment. */
function messageOf(verb: RefundVerb, { now, currency, second }: RefundRequestView): string {
  const back = now ? moneyText(now.refundable, currency) : 'Nothing'
  if (verb === 'approve')
    return `Nothing moves yet: the person is told by mail that it was approved, and the money goes back with "Pay back". Now that would be ${back}.`
  if (verb === 'reject') return 'The person is told by mail, with what you write to them. They may ask again.'
  if (second.needed)
    return `A second finance admin is asked to confirm that ${back} goes back. Nothing moves before that, and what is used until then is not refunded.`
  return `${back} goes back to the way it was paid, and what the person still has of it, bonus included, is taken back at once. This cannot be undone.`
}

export const refundAct = (verb: RefundVerb, request: RefundRequestView): Act => ({
  id: verb,
  ...ACTS[verb],
  message: messageOf(verb, request),
  address: href(urls.adminRefundRequestAct, { id: request.id, act: verb }),
})

/** What the person is told with a decision. */
export const Told = ({ form, verb }: { form: FormState; verb: RefundVerb }) => (
  <Field
    form={form}
    id={`act-${verb}-note`}
    name="note"
    label="Told to the person"
    type="textarea"
    maxlength={NOTE_LENGTH}
    optional={verb !== 'reject'}
    hint="Goes into the mail, and stands beside the request on their page."
  />
)
