import { Card } from '#ui/card.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import { COUNTRIES } from '../rules/country.ts'
import { INDIAN_STATES } from '../rules/invoice.ts'

export type DetailsProps = { form: FormState; saved: boolean }

const STATES = Object.entries(INDIAN_STATES)
  .map(([code, name]) => [code, `${name} (${code})`] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'))

/** Whom invoices are addressed to. Style hides what only India has from other countries. */
export const Details = ({ form, saved }: DetailsProps) => (
  <Card id="details" title="Billing details" intro="Printed on your next invoices. Those you have stay as they are.">
    <PostForm class="card-body form billing-details" action={urls.billingDetails} submit="Save billing details">
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
      <Field form={form} name="country" label="Country" options={[...COUNTRIES]} autocomplete="billing country" />
      <div class="form-columns india-only">
        <Field form={form} name="state_code" label="State" options={[['', 'Choose a state'], ...STATES]} />
        <Field
          form={form}
          name="gstin"
          label="GSTIN"
          maxlength={20}
          optional
          hint="15 characters; its first two digits are those of the state."
        />
      </div>
    </PostForm>
  </Card>
)
