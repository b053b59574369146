import { Submit } from '#ui/button.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import { COUNTRIES } from '../rules/country.ts'
import { INDIAN_STATES } from '../rules/invoice.ts'
import { Select } from './parts.tsx'

export type DetailsProps = { form: FormState; saved: boolean }

const STATES = Object.entries(INDIAN_STATES)
  .map(([code, name]) => [code, `${name} (${code})`] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'))

/** Whom invoices are addressed to. Style hides what only India has from other countries. */
export const Details = ({ form, saved }: DetailsProps) => (
  <section class="card" id="details" aria-labelledby="details-head">
    <div class="card-head">
      <h2 id="details-head">Billing details</h2>
      <p>Printed on your next invoices. Those you have stay as they are.</p>
    </div>
    <form class="card-body form billing-details" method="post" action={urls.billingDetails}>
      <Saved show={saved}>Your billing details are saved. The next invoice has them.</Saved>
      <Problem text={form.problem} />
      <Field form={form} name="name" label="Name or company" autocomplete="billing organization" maxlength={200} />
      <Field
        form={form}
        name="address"
        label="Address"
        type="textarea"
        autocomplete="billing street-address"
        maxlength={400}
      />
      <div class="form-columns">
        <Field
          form={form}
          name="postal_code"
          label="Postal code"
          autocomplete="billing postal-code"
          maxlength={20}
          optional
        />
        <Field form={form} name="city" label="City" autocomplete="billing address-level2" maxlength={100} />
      </div>
      <Select form={form} name="country" label="Country" options={COUNTRIES} autocomplete="billing country" />
      <div class="form-columns india-only">
        <Select form={form} name="state_code" label="State" empty="Choose a state" options={STATES} />
        <Field
          form={form}
          name="gstin"
          label="GSTIN"
          maxlength={20}
          optional
          hint="15 characters; its first two digits are those of the state."
        />
      </div>
      <div class="form-actions">
        <Submit label="Save billing details" />
      </div>
    </form>
  </section>
)
