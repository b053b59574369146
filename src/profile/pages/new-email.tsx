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
      <button class="button button-primary button-large" type="submit">
        Use this address
      </button>
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
      <a class="button button-primary" href={signedIn ? urls.profileSecurity : urls.login}>
        {signedIn ? 'Back to your settings' : 'Login'}
      </a>
    </p>
  </CentredPage>
)
