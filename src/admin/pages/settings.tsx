import type { Banner } from '#records/rules/setting.ts'
import type { Version } from '#records/settings.ts'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { MaintenanceBanner } from '#ui/maintenance-banner.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { REASON_LENGTH } from '../rules/act.ts'
import { settingsGroups } from '../rules/settings-form.ts'
import type { SettingsView } from '../settings/settings.ts'
import { ConfigGroups, ConfigIndex } from './config-form.tsx'
import { restoreAct, Versions } from './versions.tsx'

type Props = {
  view: SettingsView
  versions: Version[]
  form: FormState
  /** The banner as it would be; null when it was not asked for, or there is none. */
  preview: Banner | null
  saved: boolean
}

export const SettingsPage = ({ view, versions, form, preview, saved }: Props) => {
  const groups = settingsGroups(view.by_environment)
  const wrong = Object.keys(form.errors).length
  return (
    <div class="page wide config">
      <div class="page-head">
        <div>
          <h1>System Settings</h1>
          <p>They hold on every server within ten seconds. {view.version > 0 && `Version ${view.version}.`}</p>
        </div>
      </div>
      <Saved show={saved}>Saved. Every server follows within ten seconds.</Saved>
      <Problem
        text={
          form.problem ??
          (wrong > 0 ? `Nothing was saved: ${wrong === 1 ? 'a field needs' : `${wrong} fields need`} a look.` : null)
        }
      />
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
        <section class="card config-save" aria-label="Save">
          <div class="card-body">
            <Field
              form={form}
              id="field-reason"
              name="reason"
              label="Reason"
              maxlength={REASON_LENGTH}
              hint="Why you change this. It stands with the version and in the audit log."
            />
            <div class="form-actions">
              <button class="button button-primary" type="submit">
                Save settings
              </button>
              <button class="button" type="submit" name="preview" value="yes" formnovalidate>
                Preview banner
              </button>
            </div>
          </div>
        </section>
      </form>
      <Versions
        versions={versions}
        first="Nothing was changed so far: the values above are those the product comes with."
        act={(version) => restoreAct(version, href(urls.adminSettingRestore, { version: String(version) }))}
      />
    </div>
  )
}
