import { SITE } from '#base/site.ts'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Offices } from '#ui/offices.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import { MESSAGE_MOST, TOPICS } from '../rules/contact.ts'

export const ContactPage = (props: { form: FormState; sent: boolean }) => (
  <div class="page contact">
    <PageHead
      title="Contact"
      text="Questions, trouble, ideas: write to us. People answer, usually within one working day."
    />
    <div class="contact-columns">
      {props.sent ? <Sent /> : <ContactForm form={props.form} />}
      <aside class="stack" data-gap="6">
        <div>
          <h2>By email</h2>
          <p>
            <a href={`mailto:${SITE.email}`}>{SITE.email}</a>
          </p>
        </div>
        <Offices />
      </aside>
    </div>
  </div>
)

const Sent = () => (
  <div class="empty" role="status">
    <Icon name="success" />
    <h2>Your message is on its way.</h2>
    <p class="muted">We answer to the email address that you gave.</p>
    <ButtonLink to={urls.contactUs} label="Write another message" />
  </div>
)

const ContactForm = ({ form }: { form: FormState }) => (
  <form class="form" method="post" action={urls.contactUs}>
    <Problem text={form.problem} />
    <Field form={form} name="name" label="Name" autocomplete="name" maxlength={100} />
    <Field form={form} name="email" label="Email address" type="email" autocomplete="email" maxlength={254} />
    <Field form={form} name="topic" label="What is it about?" options={TOPICS} />
    <Field form={form} name="message" label="Message" type="textarea" minlength={10} maxlength={MESSAGE_MOST} />
    {/* People do not see it, machines fill it in. */}
    <div class="hidden" aria-hidden="true">
      <label for="field-fax">Leave this empty</label>
      <input id="field-fax" name="fax" tabindex={-1} autocomplete="off" />
    </div>
    <div class="form-actions">
      <Submit look="primary" label="Send message" />
    </div>
    <p class="hint">
      We use what you write to answer you, as the <a href={urls.privacy}>privacy policy</a> says.
    </p>
  </form>
)
