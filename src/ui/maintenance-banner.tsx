import type { Banner } from '#records/rules/setting.ts'
import { Icon } from './icon.tsx'

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
