import { api, get, post, put } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { restoreBody, settingsBody, settingsView } from '../rules/config-request.ts'
import { versionList } from '../rules/config-version.ts'
import * as settings from './settings.ts'

export const settingsApi = api('Admin', [
  get(urls.apiAdminSettings, admin('superadmin'), {
    summary: 'The System Settings',
    answer: settingsView,
    handle: settings.view,
  }),
  put(urls.apiAdminSettings, admin('superadmin'), {
    summary: 'Change System Settings',
    description: 'Saves a new version; every server follows within ten seconds.',
    body: settingsBody,
    answer: settingsView,
    errors: ['conflict'],
    handle: (ctx, { body }) => settings.change(ctx, body.settings, body.reason, body.version ?? null),
  }),
  listCall(
    urls.apiAdminSettingVersions,
    'superadmin',
    versionList('settings-versions'),
    (ctx, _, page) => settings.versions(ctx, page),
    { summary: 'Versions of the System Settings, the latest first and the defaults last' },
  ),
  post(urls.apiAdminSettingVersions, admin('superadmin'), {
    summary: 'Go back to an earlier version',
    description: 'Its values are saved as a new version; those of version 0 are the defaults.',
    body: restoreBody,
    answer: settingsView,
    errors: ['not_found'],
    handle: (ctx, { body }) => settings.restore(ctx, body.version, body.reason),
  }),
])
