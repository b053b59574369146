import { z } from 'zod'
import { count, moment } from '#base/answer.ts'
import * as auditChain from '#records/audit-chain.ts'
import { BREAKS } from '#records/rules/audit-verdict.ts'
import { api, get } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { auditList } from '../rules/audit.ts'
import * as log from './list.ts'

export const auditApi = api('Admin', [
  listCall(urls.apiAdminAuditLogs, 'security', auditList, log.list, {
    summary: 'Who did what, the latest first',
    description:
      '`q` is a whole id (of the entry, its subject, person, organization or request), a network address, an action, or words of a name or address; `actor` is an id or an email address; `action` a name (`user.disable`) or the beginning of one (`user.`); `subject` and `organization` are ids; `from` and `to` days or moments in UTC, a day `to` its end. As CSV all of them at once, at most 100,000 lines.',
  }),
  get(urls.apiAdminAuditVerify, admin('security'), {
    summary: 'Verify the chain of the audit log',
    description: 'Reads every entry. `broken` names the first place that does not hold.',
    answer: z.object({
      ok: z.boolean(),
      checked: count.describe('Entries whose seals hold, from the first on.'),
      waiting: count.describe('Entries that will be sealed within seconds.'),
      head: z
        .object({ sequence: count, hash: z.string(), sealed_at: moment })
        .nullable()
        .describe('The last seal that holds. Kept elsewhere, it shows later that nothing was cut off.'),
      broken: z
        .object({
          sequence: count,
          why: z.enum(Object.keys(BREAKS) as [keyof typeof BREAKS]),
          event_id: z.string().nullable(),
        })
        .nullable(),
    }),
    handle: auditChain.verify,
  }),
])
