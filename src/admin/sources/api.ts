import { z } from 'zod'
import { api, get, put } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { healthList, kindHealth, kindsBody, quotas } from '../rules/source-health.ts'
import * as health from './health.ts'
import * as room from './quotas.ts'

export const sourceHealthApi = api('Admin', [
  listCall(urls.apiAdminDataSources, 'support', healthList, health.list, {
    summary: 'How the connections of all organizations fare, the newest first',
  }),
  get(urls.apiAdminDataSourceKinds, admin('support'), {
    summary: 'Kinds of sources, and which are offered',
    answer: z.array(kindHealth),
    handle: health.kinds,
  }),
  get(urls.apiAdminStorageQuotas, admin('support'), {
    summary: 'What organizations may keep, and those that have filled nine tenths of it',
    description: 'In bytes. The limits are changed in the System Settings.',
    answer: quotas,
    handle: room.quotas,
  }),
  put(urls.apiAdminDataSourceKinds, admin('superadmin'), {
    summary: 'Choose which kinds of sources are offered',
    description: 'A new version of the System Settings. Connections that exist go on, those of kinds in preview rest.',
    body: kindsBody,
    answer: z.array(kindHealth),
    handle: (ctx, { body }) => health.offer(ctx, body.engines, body.reason),
  }),
])
