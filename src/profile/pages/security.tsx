import type { Child } from 'hono/jsx'
import { NewPassword } from '#auth/pages/fields.tsx'
import type { ListedSession } from '#auth/session-list.ts'
import type { TwoFactor } from '#auth/two-factor.ts'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Saved } from '#ui/field.tsx'
import { Day } from '#ui/format.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { emptyForm, type FormState } from '#web/form.ts'
import type { User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { ago, CentredPage, PasswordAgain, ProfileFrame } from './parts.tsx'

const SAVED: Record<string, string> = {
  password: 'Your password is changed. All other sessions have ended.',
  email: 'A link is on its way to the new address. Nothing changes before you open it.',
  'two-factor-off': 'Two-factor authentication is off.',
  session: 'The session has ended.',
  sessions: 'All other sessions have ended.',
}

export type Refused = { at: 'password' | 'email' | 'two-factor' | 'two-factor-off' | 'backup-codes'; form: FormState }

type Props = {
  user: User
  hasPassword: boolean
  twoFactor: TwoFactor
  sessions: ListedSession[]
  now: Date
  saved: string | undefined
  refused: Refused | null
}

export const SecurityPage = (props: Props) => {
  const formOf = (at: Refused['at']) => (props.refused?.at === at ? props.refused.form : emptyForm())
  const [password, email] = [formOf('password'), formOf('email')]
  return (
    <ProfileFrame here="security">
      <Saved show={props.saved !== undefined}>{SAVED[props.saved ?? ''] ?? 'Saved.'}</Saved>
      <TwoFactorCard {...props} formOf={formOf} />
      <Card id="password" title="Password" intro="Changing it ends all other sessions.">
        {props.hasPassword ? (
          <PostForm class="card-body form" action={urls.profilePassword} form={password} submit="Change password">
            <input type="text" name="username" value={props.user.email} autocomplete="username" hidden />
            <Field
              form={password}
              name="password"
              label="Old password"
              type="password"
              autocomplete="current-password"
            />
            <NewPassword form={password} name="new_password" label="New password" />
          </PostForm>
        ) : (
          <div class="card-body">
            <p>
              You sign in with Google and have no password. You can <a href={urls.forgotPassword}>set one by mail</a>.
            </p>
          </div>
        )}
      </Card>
      <Card
        id="email"
        title="Email address"
        intro={
          <>
            You sign in as <strong class="wrap">{props.user.email}</strong>. A new address counts once you open the link
            that we mail to it.
          </>
        }
      >
        <PostForm class="card-body form" action={urls.profileEmail} form={email} submit="Change email address">
          <Field form={email} name="email" label="New email address" type="email" autocomplete="email" />
          <PasswordAgain id="email-password" form={email} has={props.hasPassword} />
        </PostForm>
      </Card>
      <Sessions sessions={props.sessions} now={props.now} />
    </ProfileFrame>
  )
}

type TwoFactorProps = Pick<Props, 'twoFactor' | 'hasPassword'> & { formOf: (at: Refused['at']) => FormState }

const TwoFactorCard = ({ twoFactor, hasPassword, formOf }: TwoFactorProps) => (
  <Card
    id="two-factor"
    title="Two-factor authentication"
    beside={<span class={twoFactor.enabled ? 'badge badge-green' : 'badge'}>{twoFactor.enabled ? 'On' : 'Off'}</span>}
    intro="Signing in asks for a code of an app on your phone, besides your password. Whoever learns your password alone stays outside."
  >
    {twoFactor.enabled ? (
      <div class="card-body">
        <p>
          On since {twoFactor.since && <Day at={twoFactor.since} />}. {twoFactor.backupCodesLeft} backup{' '}
          {twoFactor.backupCodesLeft === 1 ? 'code is' : 'codes are'} left.
        </p>
        <FoldedForm
          {...{ action: urls.profileBackupCodes, form: formOf('backup-codes'), hasPassword }}
          id="codes-password"
          title="Make new backup codes"
          submit="Make new codes"
        >
          <p class="hint">The old codes stop working.</p>
        </FoldedForm>
        <FoldedForm
          {...{ action: urls.profileTwoFactorOff, form: formOf('two-factor-off'), hasPassword }}
          id="off-password"
          title="Turn off"
          submit="Turn off two-factor"
          look="danger"
        />
      </div>
    ) : (
      <PostForm
        class="card-body form"
        action={urls.profileTwoFactor}
        form={formOf('two-factor')}
        submit="Set up two-factor"
      >
        <PasswordAgain id="two-factor-password" form={formOf('two-factor')} has={hasPassword} />
      </PostForm>
    )}
  </Card>
)

type FoldedProps = {
  id: string
  title: string
  action: string
  form: FormState
  submit: string
  look?: 'danger'
  hasPassword: boolean
  children?: Child
}

/** A form that asks for the password and is folded away until it is wanted, or was refused. @param props.id of its password */
const FoldedForm = ({ id, title, form, hasPassword, children, ...props }: FoldedProps) => (
  <details class="act" open={form.problem !== null || 'password' in form.errors}>
    <summary>{title}</summary>
    <PostForm form={form} {...props}>
      {children}
      <PasswordAgain id={id} form={form} has={hasPassword} />
    </PostForm>
  </details>
)

const Sessions = ({ sessions, now }: { sessions: ListedSession[]; now: Date }) => (
  <Card id="sessions" title="Sessions" intro="Where you are signed in. Ending a session ends its access at once.">
    <ul class="rows">
      {sessions.map((session) => (
        <li>
          <div class="grow">
            <p class="row" data-gap="2">
              <strong>{session.device}</strong>
              {session.here && <span class="badge badge-green">This session</span>}
            </p>
            <p class="muted small">
              {session.address && `${session.address} · `}
              {session.here ? 'Active now' : `Last seen ${ago(session.seenAt, now)}`} · Began{' '}
              <Day at={session.begunAt} />
            </p>
          </div>
          {!session.here && (
            <PostButton to={urls.profileSessionEnd} fields={{ id: session.id }} look="small">
              End<span class="quiet"> session: {session.device}</span>
            </PostButton>
          )}
        </li>
      ))}
    </ul>
    {sessions.length > 1 && (
      <div class="card-foot">
        <PostButton
          to={urls.profileSessionEnd}
          ask={{
            title: 'End all other sessions',
            message: 'You stay signed in here. Everywhere else you have to sign in again.',
            action: 'End sessions',
            type: 'warning',
          }}
          label="End all other sessions"
        />
      </div>
    )}
  </Card>
)

/** Behind the link that was mailed to a new address; posts to its own address. */
export const NewEmailPage = ({ email }: { email: string }) => (
  <CentredPage
    title="Use this address?"
    text={
      <>
        From now on you sign in as <strong class="wrap">{email}</strong>.
      </>
    }
  >
    <form class="form" method="post">
      <Submit look="primary large" label="Use this address" />
    </form>
  </CentredPage>
)

export const EmailChangedPage = ({ email, signedIn }: { email: string; signedIn: boolean }) => (
  <CentredPage
    title="Your email address is changed"
    text={
      <>
        You sign in as <strong class="wrap">{email}</strong> from now on.
      </>
    }
  >
    <p>
      <ButtonLink look="primary" to={signedIn ? urls.profileSecurity : urls.login}>
        {signedIn ? 'Back to your settings' : 'Login'}
      </ButtonLink>
    </p>
  </CentredPage>
)
