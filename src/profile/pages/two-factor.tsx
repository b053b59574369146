import { raw } from 'hono/html'
import { CODE_DIGITS } from '#auth/totp.ts'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Alert, Field } from '#ui/field.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import { ProfileFrame } from './parts.tsx'

/** In groups of four, as people type it. */
const spaced = (secret: string) => secret.match(/.{4}/g)!.join(' ')

type Props = { secret: string; uri: string; qr: string; form: FormState }

/** @param props.qr an SVG that we drew ourselves */
export const SetUpPage = ({ secret, uri, qr, form }: Props) => (
  <ProfileFrame here="security">
    <Card
      id="set-up"
      title="Set up two-factor authentication"
      intro="Use any authenticator app, such as Aegis, 1Password, Google Authenticator or the one of your phone."
    >
      <ol class="card-body steps">
        <li>
          <h3>Scan this code with your app</h3>
          <div class="enrol">
            <div class="qr" role="img" aria-label="QR code of the secret below">
              {raw(qr)}
            </div>
            <div class="stack" data-gap="3">
              <p class="muted">No camera at hand? Type this secret into the app, or open it on this device.</p>
              <code class="code secret" id="secret">
                {spaced(secret)}
              </code>
              <p class="row" data-gap="2">
                <button class="button button-small" type="button" data-copy="secret" hidden>
                  Copy secret
                </button>
                <ButtonLink look="small" to={uri} label="Open in an app" />
              </p>
            </div>
          </div>
        </li>
        <li>
          <h3>Type the code that the app shows</h3>
          <PostForm
            action={urls.profileTwoFactor}
            form={form}
            submit="Turn on two-factor"
            look="primary"
            beside={<Submit label="Cancel" name="abandon" value="yes" formnovalidate />}
          >
            <Field
              form={form}
              name="code"
              label={`Code of ${CODE_DIGITS} digits`}
              autocomplete="one-time-code"
              inputmode="numeric"
              autofocus
            />
          </PostForm>
        </li>
      </ol>
    </Card>
  </ProfileFrame>
)

/** Shown once, as the answer to the form that made them. */
export const BackupCodesPage = (props: { codes: string[]; email: string; fresh: boolean }) => (
  <ProfileFrame here="security">
    <Card
      id="codes"
      title={props.fresh ? 'Two-factor is on: keep your backup codes' : 'Your new backup codes'}
      intro="Each of them signs you in once when your phone is not at hand."
    >
      <div class="card-body">
        <Alert type="warning" icon="warning" role="note">
          They are shown this once. Keep them where you find them without your phone, best in a password manager.
        </Alert>
        <pre class="code codes" id="backup-codes">
          {props.codes.join('\n')}
        </pre>
        <div class="form-actions">
          <ButtonLink look="primary" to={textFile(props)} label="Download" download="tabletalk-backup-codes.txt" />
          <button class="button" type="button" data-copy="backup-codes" hidden>
            Copy
          </button>
          <ButtonLink to={urls.profileSecurity} label="I have kept them" />
        </div>
      </div>
    </Card>
  </ProfileFrame>
)

const textFile = ({ codes, email }: { codes: string[]; email: string }) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Backup codes of ${email}. Each works once.\n\n${codes.join('\n')}\n`)}`
