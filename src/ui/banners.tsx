import type { Banner } from '#records/rules/setting.ts'
import { urls } from '../urls.ts'
import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'
import { PostButton } from './post-button.tsx'

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
    {props.outbox && <ButtonLink look="small" to={urls.outbox} label="Outbox" />}
    <PostButton to={urls.sendVerification} look="small" label="Resend" />
  </div>
)

/** What everybody is told while there is maintenance, above the page. */
export const MaintenanceBanner = ({ banner }: { banner: Banner }) => (
  <aside class="maintenance" aria-label="Maintenance">
    <Icon name={banner.read_only ? 'lock' : 'info'} />
    <p>
      {banner.text}
      {banner.read_only && <span> You can look at everything; changes wait until it is over.</span>}
    </p>
  </aside>
)
