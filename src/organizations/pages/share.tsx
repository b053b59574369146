import { Icon } from '#ui/icon.tsx'
import { Island } from '#ui/island.tsx'
import type { OrganizationRole } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'

type Shared = { id: string; name: string; role: OrganizationRole }

/** Opens the sharing dialog of an organization where scripts run, elsewhere the page that does the same. */
export const ShareButton = ({ organization: { id, name, role }, small }: { organization: Shared; small?: boolean }) => (
  <a
    class={small ? 'button button-quiet button-small' : 'button'}
    href={href(urls.organizationInvite, { id })}
    aria-haspopup="dialog"
    aria-label={small ? `Share ${name}` : undefined}
    data-share={id}
    data-share-name={name}
    data-share-role={role}
  >
    <Icon name="share" />
    Share
  </a>
)

/** The sharing dialog for all Share buttons of a page; stands once on it. */
export const ShareDialog = (props: { userId: string }) => <Island name="share-organization" props={props} />
