import type { Page } from '#base/paging.ts'
import type { Banner, Version } from '#records/rules/setting.ts'
import { Saved } from '#ui/field.tsx'
import { MaintenanceBanner } from '#ui/maintenance-banner.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import type { SettingsView } from '../rules/config-request.ts'
import { csvAddress } from '../rules/list.ts'
import { settingsGroups } from '../rules/settings-form.ts'
import { ConfigGroups, ConfigIndex, ConfigProblem, ConfigSave } from './config-form.tsx'
import { restoreAct, Versions } from './versions.tsx'

type Props = {
  view: SettingsView
  /** Null when they could not be read. */
  versions: Page<Version> | null
  /** Where the versions do not begin with the current one. */
  cursor: string | null
  form: FormState
  /** The banner as it would be; null when it was not asked for, or there is none. */
  preview: Banner | null
  saved: boolean
}

export const SettingsPage = ({ view, versions, cursor, form, preview, saved }: Props) => {
  const groups = settingsGroups(view.by_environment)
  return (
    <div class="page wide config">
      <div class="page-head">
        <div>
          <h1>System Settings</h1>
          <p>They hold on every server within ten seconds. {view.version > 0 && `Version ${view.version}.`}</p>
        </div>
      </div>
      <Saved show={saved}>Saved. Every server follows within ten seconds.</Saved>
      <ConfigProblem form={form} groups={groups} />
      {preview && (
        <figure class="config-preview">
          <figcaption>So it will stand above every page. Nothing is saved yet.</figcaption>
          <MaintenanceBanner banner={preview} />
        </figure>
      )}
      <ConfigIndex label="Settings" groups={[...groups, { id: 'versions', title: 'Versions' }]} />
      <form class="stack" data-gap="6" method="post" action={urls.adminSettings}>
        <input type="hidden" name="version" value={form.values.version ?? String(view.version)} />
        <ConfigGroups groups={groups} form={form} />
        <ConfigSave form={form} save="Save settings" other={{ name: 'preview', label: 'Preview banner' }} />
      </form>
      <Versions
        versions={versions}
        cursor={cursor}
        address={urls.adminSettings}
        csv={csvAddress(urls.apiAdminSettingVersions, {})}
        act={(version) => restoreAct(version, href(urls.adminSettingRestore, { version: String(version) }))}
      />
    </div>
  )
}
