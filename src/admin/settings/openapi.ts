import { z } from 'zod'
import { systemSettings } from '#records/rules/setting.ts'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { restoreBody, settingsBody } from '../rules/config-request.ts'
import { configVersion } from '../rules/config-version.ts'

const view = z.object({
  version: z.number().int().describe('0 before the first.'),
  settings: systemSettings.describe('As saved.'),
  effective: systemSettings.describe('What holds: the saved ones, and what the environment decides.'),
  by_environment: z.record(z.string(), z.string()).describe('Fields that the environment decides, with the variable.'),
})

export const settingsApi: Described[] = [
  describe('get', urls.apiAdminSettings, { tag: 'Admin', summary: 'The System Settings', answer: view }),
  describe('put', urls.apiAdminSettings, {
    tag: 'Admin',
    summary: 'Change System Settings',
    description: 'Saves a new version; every server follows within ten seconds.',
    body: settingsBody,
    answer: view,
    errors: ['conflict'],
  }),
  describe('get', urls.apiAdminSettingVersions, {
    tag: 'Admin',
    summary: 'Versions of the System Settings, the latest first and the defaults last',
    paged: true,
    forms: ['text/csv'],
    answer: z.array(configVersion),
  }),
  describe('post', urls.apiAdminSettingVersions, {
    tag: 'Admin',
    summary: 'Go back to an earlier version',
    description: 'Its values are saved as a new version; those of version 0 are the defaults.',
    body: restoreBody,
    answer: view,
    errors: ['not_found'],
  }),
]
