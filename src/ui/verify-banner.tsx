import { urls } from '../urls.ts'
import { Icon } from './icon.tsx'

/**
 * Above the pages of people who have not proven their address yet. It comes with the page, so that nothing moves.
 * @param props outbox: whether this installation keeps its mails in the outbox, where the link is then found
 */
export const VerifyBanner = (props: { email: string; outbox: boolean }) => (
  <div class="verify-banner" role="status">
    <Icon name="mail" />
    <p>
      <strong>Verify your email address</strong>
      <span> We sent a link to {props.email}.</span>
    </p>
    {props.outbox && (
      <a class="button button-small" href={urls.outbox}>
        Outbox
      </a>
    )}
    <form method="post" action={urls.sendVerification}>
      <button class="button button-small" type="submit">
        Resend
      </button>
    </form>
  </div>
)
