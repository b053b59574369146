import { z } from 'zod'
import { type Described, describe, moment } from '#web/openapi.ts'
import { urls } from '../../urls.ts'
import { CONNECTION_STATES, healthQuery, kindsBody } from '../rules/source-health.ts'

const place = z.object({ id: z.string(), name: z.string() })
const number = z.number().int()
const kinds = z.array(
  z.object({
    kind: z.enum(['database', 'external']),
    engine: z.string(),
    label: z.string(),
    preview: z.boolean().describe('Offered only where it was switched on; its connections rest while it is not.'),
    offered: z.boolean(),
    possible: z.boolean().describe('False where this server could not connect it even if it were offered.'),
    connections: z.object({ ready: number, syncing: number, failed: number }),
  }),
)

const plans = ['free', 'flexible', 'premium'] as const

export const sourceHealthApi: Described[] = [
  describe('get', urls.apiAdminDataSources, {
    tag: 'Admin',
    summary: 'How the connections of all organizations fare, the newest first',
    query: healthQuery,
    paged: true,
    forms: ['text/csv'],
    answer: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['database', 'external']),
        engine: z.string(),
        status: z.enum(CONNECTION_STATES),
        error: z.string().nullable().describe('Why the last look at the source failed, without secrets.'),
        organization: place,
        workspace: place,
        last_synced_at: moment.nullable(),
        refresh_every_minutes: number.nullable(),
        created_at: moment,
      }),
    ),
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
    answer: z.object({
      limits: z.object({ free: number, flexible: number, premium: number }),
      nearly_full: z.array(z.object({ organization: place, plan: z.enum(plans), used: number, limit: number })),
    }),
  }),
  describe('put', urls.apiAdminDataSourceKinds, {
    tag: 'Admin',
    summary: 'Choose which kinds of sources are offered',
    description: 'A new version of the System Settings. Connections that exist go on, those of kinds in preview rest.',
    body: kindsBody,
    answer: kinds,
  }),
]
