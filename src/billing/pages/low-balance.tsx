import { Card } from '#ui/card.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'

/** `usual`: where the notice stands until somebody changes it. */
export type LowBalanceProps = { form: FormState; saved: boolean; usual: number }

/** At how many credits the person is told. */
export const LowBalance = ({ form, saved, usual }: LowBalanceProps) => (
  <Card
    id="low-balance"
    title="Low balance notice"
    intro="One mail when your credits fall to this number, and again only after you have had more."
  >
    <PostForm class="card-body form" action={urls.billingLowBalance} submit="Save notice">
      <Saved show={saved}>
        {form.values.threshold ? 'Your notice is saved.' : 'You get no notice when your credits run low.'}
      </Saved>
      <Problem text={form.problem} />
      <Field
        form={form}
        name="threshold"
        label="Tell me at"
        inputmode="numeric"
        maxlength={7}
        optional
        placeholder="Never"
        hint={`Credits, ${usual} at first. Leave it empty to get no notice.`}
      />
    </PostForm>
  </Card>
)
