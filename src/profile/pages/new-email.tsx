import { ButtonLink, Submit } from '#ui/button.tsx'
import { urls } from '../../urls.ts'
import { CentredPage } from './parts.tsx'

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
