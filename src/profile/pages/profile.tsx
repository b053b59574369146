import { LOCALES } from '#base/locales.ts'
import { CURRENCIES, SYMBOLS } from '#billing/rules/price.ts'
import { Tokens } from '#definitions/pages/form.tsx'
import { MOST_TOKENS } from '#definitions/rules/definition.ts'
import { Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Check, Field, Problem, Saved } from '#ui/field.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { emptyForm, type FormState } from '#web/form.ts'
import type { User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { MOST_PICTURE_BYTES } from '../rules/profile.ts'
import { ProfileFrame } from './parts.tsx'

const THEME_NAMES = [
  ['', 'As this browser chose'],
  ['system', 'Like the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
const CURRENCY_NAMES = { INR: 'Indian rupee', USD: 'US dollar', EUR: 'Euro', GBP: 'Pound sterling' }
const SAVED: Record<string, string> = {
  profile: 'Your profile is saved.',
  picture: 'Your picture is saved.',
  removed: 'Your picture is removed.',
}

/** A number and a date as a region writes them, so that one sees what one chooses. */
const example = (locale: string) =>
  `${(1234567.8).toLocaleString(locale)}, ${new Date(Date.UTC(2025, 11, 31)).toLocaleDateString(locale, { timeZone: 'UTC', dateStyle: 'medium' })}`
const LOCALE_NAMES = Object.entries(LOCALES).map(([tag, name]) => [tag, `${name}: ${example(tag)}`] as const)

export const formOf = (user: User): FormState =>
  emptyForm({
    name: user.name,
    theme: user.theme,
    locale: user.locale,
    currency: user.currency,
    keep_signed_in: user.keepSignedIn ? 'on' : '',
    instructions: user.instructions,
  })

type Props = { user: User; form: FormState; picture: FormState; saved: string | undefined }

export const ProfilePage = ({ user, form, picture, saved }: Props) => (
  <ProfileFrame here="profile">
    <Saved show={saved !== undefined}>{SAVED[saved ?? ''] ?? SAVED.profile}</Saved>
    <Picture user={user} form={picture} />
    <PostForm class="stack" data-gap="6" action={urls.profile} form={form} submit="Save" look="primary">
      <Card id="about-you" title="About you" intro="How others in your organizations see you.">
        <div class="card-body form">
          <Field form={form} name="name" label="Name" autocomplete="name" maxlength={100} />
          <div class="field">
            <span class="label">Email address</span>
            <p class="row" data-gap="2">
              <span class="wrap">{user.email}</span>
              <span class={user.emailVerified ? 'badge badge-green' : 'badge badge-amber'}>
                {user.emailVerified ? 'Verified' : 'Not verified'}
              </span>
              <a href={`${urls.profileSecurity}#email`}>Change</a>
            </p>
          </div>
        </div>
      </Card>
      <Card id="choices" title="Preferences" intro="They go with your account to every browser that you sign in with.">
        <div class="card-body form">
          <div class="form-columns">
            <Field form={form} name="theme" label="Theme" options={THEME_NAMES} />
            <Field
              form={form}
              name="currency"
              label="Currency"
              options={CURRENCIES.map((code) => [code, `${SYMBOLS[code]} ${CURRENCY_NAMES[code]}`])}
              hint="In which prices are shown."
            />
          </div>
          <Field
            form={form}
            name="locale"
            label="Numbers and dates"
            options={[['', 'Like this browser'], ...LOCALE_NAMES]}
            hint="How pages, results, charts and answers write them."
          />
          <Field
            form={form}
            name="instructions"
            label="How you like answers"
            type="textarea"
            placeholder="Short, amounts in lakh, and always the change against last year."
            hint={
              <>
                The analyst follows it in your answers, after what the workspace says.{' '}
                <Tokens text={form.values.instructions ?? ''} most={MOST_TOKENS.person} of="field-instructions" />
              </>
            }
            optional
          />
          <Check form={form} name="keep_signed_in" label="Keep me signed in">
            What the box on the login page says when you sign in next.
          </Check>
        </div>
      </Card>
    </PostForm>
  </ProfileFrame>
)

const Picture = ({ user, form }: { user: User; form: FormState }) => (
  <Card id="picture" title="Picture">
    <div class="card-body">
      <Problem text={form.problem ?? form.errors.avatar ?? null} />
      <div class="picture">
        <span class="avatar avatar-large" aria-hidden="true" data-viewer-avatar>
          {[...(user.name || user.email)][0]}
          {user.image && <img src={user.image} alt="" width={72} height={72} />}
        </span>
        <div class="stack grow" data-gap="3">
          <form class="row" data-gap="2" method="post" action={urls.profilePictureForm} enctype="multipart/form-data">
            <label class="quiet" for="avatar">
              Picture file
            </label>
            <input
              class="input file-input"
              type="file"
              id="avatar"
              name="avatar"
              accept="image/png,image/jpeg,image/webp,image/gif"
              required
              aria-describedby="avatar-note"
            />
            <Submit label="Upload" />
          </form>
          <p class="hint" id="avatar-note">
            PNG, JPEG, WebP or GIF of up to {MOST_PICTURE_BYTES / 1_000_000} MB. Its middle is cut to a square.
          </p>
        </div>
        {user.image && <PostButton to={urls.profilePictureForm} fields={{ remove: 'yes' }} label="Remove" />}
      </div>
    </div>
  </Card>
)
