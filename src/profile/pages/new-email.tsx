import { urls } from '../../urls.ts'

/** Behind the link that was mailed to a new address; posts to its own address. */
export const NewEmailPage = ({ email }: { email: string }) => (
  <div class="page centred">
    <header class="stack" data-gap="2">
      <h1>Use this address?</h1>
      <p class="muted">
        From now on you sign in as <strong class="wrap">{email}</strong>.
      </p>
    </header>
    <form class="form" method="post">
      <button class="button button-primary button-large" type="submit">
        Use this address
      </button>
    </form>
  </div>
)

export const EmailChangedPage = ({ email, signedIn }: { email: string; signedIn: boolean }) => (
  <div class="page centred">
    <header class="stack" data-gap="2">
      <h1>Your email address is changed</h1>
      <p class="muted">
        You sign in as <strong class="wrap">{email}</strong> from now on.
      </p>
    </header>
    <p>
      <a class="button button-primary" href={signedIn ? urls.profileSecurity : urls.login}>
        {signedIn ? 'Back to your settings' : 'Login'}
      </a>
    </p>
  </div>
)
