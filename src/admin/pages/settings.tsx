import type { Banner } from '#records/rules/setting.ts'
import { MaintenanceBanner } from '#ui/banners.tsx'
import { href, urls } from '../../urls.ts'
import type { SettingsView } from '../rules/config-request.ts'
import { csvAddress } from '../rules/list.ts'
import { settingsGroups } from '../rules/settings-form.ts'
import { ConfigPage, type ConfigState } from './config-form.tsx'

type Props = ConfigState & { view: SettingsView }

export const SettingsPage = ({ view, ...state }: Props) => (
  <ConfigPage
    {...state}
    title="System Settings"
    intro={`They hold on every server within ten seconds. ${view.version > 0 ? `Version ${view.version}.` : ''}`}
    saved={state.saved ? 'Saved. Every server follows within ten seconds.' : null}
    version={view.version}
    groups={settingsGroups(view.by_environment)}
    save="Save settings"
    other={{ name: 'preview', label: 'Preview banner' }}
    address={urls.adminSettings}
    csv={csvAddress(urls.apiAdminSettingVersions, {})}
    restore={(version) => href(urls.adminSettingRestore, { version: String(version) })}
  />
)

export const BannerPreview = ({ banner }: { banner: Banner }) => (
  <figure class="config-preview">
    <figcaption>So it will stand above every page. Nothing is saved yet.</figcaption>
    <MaintenanceBanner banner={banner} />
  </figure>
)
