import { Submit } from '#ui/button.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'

/** `usual`: where the notice stands until somebody changes it. */
export type LowBalanceProps = { form: FormState; saved: boolean; usual: number }

/** At how many credits the person is told. */
export const LowBalance = ({ form, saved, usual }: LowBalanceProps) => (
  <section class="card" id="low-balance" aria-labelledby="low-balance-head">
    <div class="card-head">
      <h2 id="low-balance-head">Low balance notice</h2>
      <p>One mail when your credits fall to this number, and again only after you have had more.</p>
    </div>
    <form class="card-body form" method="post" action={urls.billingLowBalance}>
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
      <div class="form-actions">
        <Submit label="Save notice" />
      </div>
    </form>
  </section>
)
