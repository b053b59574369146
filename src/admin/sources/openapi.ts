import { z } from 'zod'
import { type Described, describe } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { connectionHealth, healthList, kindHealth, kindsBody, quotas } from '../rules/source-health.ts'

const kinds = z.array(kindHealth)

export const sourceHealthApi: Described[] = [
  describe('get', urls.apiAdminDataSources, {
    tag: 'Admin',
    summary: 'How the connections of all organizations fare, the newest first',
    query: healthList.query,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(connectionHealth),
  }),
  describe('get', urls.apiAdminDataSourceKinds, {
    tag: 'Admin',
    summary: 'Kinds of sources, and which are offered',
    answer: kinds,
  }),
  describe('get', urls.apiAdminStorageQuotas, {
    tag: 'Admin',
    summary: 'What organizations may keep, and those that have filled nine tenths of it',
    description: 'In bytes. The limits are changed in the System Settings.',
    answer: quotas,
  }),
  describe('put', urls.apiAdminDataSourceKinds, {
    tag: 'Admin',
    summary: 'Choose which kinds of sources are offered',
    description: 'A new version of the System Settings. Connections that exist go on, those of kinds in preview rest.',
    body: kindsBody,
    answer: kinds,
  }),
]
