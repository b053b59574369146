import { api, get, post, put } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { restoreBody, testOutcome, xaiBody, xaiTestBody, xaiView } from '../rules/config-request.ts'
import { versionList } from '../rules/config-version.ts'
import * as xai from './xai.ts'

export const xaiApi = api('Admin', [
  get(urls.apiAdminXaiConfig, admin('superadmin'), {
    summary: 'The XAI Configuration',
    answer: xaiView,
    handle: xai.view,
  }),
  put(urls.apiAdminXaiConfig, admin('superadmin'), {
    summary: 'Change the XAI Configuration',
    description:
      'Saves a new version; every server follows within ten seconds, and running answers keep what they began with.',
    body: xaiBody,
    answer: xaiView,
    errors: ['conflict'],
    handle: (ctx, { body: { config, reason, version, ...rest } }) =>
      xai.change(ctx, { change: config, keys: xai.keysIn(rest) }, reason, version ?? null),
  }),
  post(urls.apiAdminXaiTest, admin('superadmin'), {
    summary: 'Ask a model to call a tool and to say a few words',
    description: 'Tries what is saved, or what `config` and the keys would make of it. Nothing is kept.',
    body: xaiTestBody,
    answer: testOutcome,
    handle: (ctx, { body: { config, model, ...rest } }) =>
      xai.test(ctx, { change: config ?? {}, keys: xai.keysIn(rest) }, model),
  }),
  listCall(
    urls.apiAdminXaiVersions,
    'superadmin',
    versionList('xai-versions'),
    (ctx, _, page) => xai.versions(ctx, page),
    { summary: 'Versions of the XAI Configuration, the latest first and the defaults last' },
  ),
  post(urls.apiAdminXaiVersions, admin('superadmin'), {
    summary: 'Go back to an earlier version',
    description: 'Its values and its key are saved as a new version; those of version 0 are what the environment says.',
    body: restoreBody,
    answer: xaiView,
    errors: ['not_found', 'unprocessable'],
    handle: (ctx, { body }) => xai.restore(ctx, body.version, body.reason),
  }),
])
