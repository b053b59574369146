import { Hono } from 'hono'
import { z } from 'zod'
import { holds } from '#auth/rules/admin-role.ts'
import { count, moment } from '#base/answer.ts'
import * as auditChain from '#records/audit-chain.ts'
import { BREAKS, type Verdict } from '#records/rules/audit-verdict.ts'
import { api, get } from '#web/api.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, readList } from '../list-response.ts'
import { AuditPage } from '../pages/audit.tsx'
import { adminPage } from '../pages/page.tsx'
import { auditList } from '../rules/audit.ts'
import * as log from './list.ts'

const auditApi = api('Admin', [
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

async function draw(ctx: AdminCtx, c: HttpContext, verdict: Verdict | null) {
  const state = await readList(ctx, c, auditList, log.list)
  const body = <AuditPage {...state} support={holds(ctx.adminRoles, 'support')} verdict={verdict} />
  return adminPage(c, ctx, 'Audit Logs', body)
}

const showAuditLogs: Handler<AdminCtx> = (ctx, c) => draw(ctx, c, null)
/** A form, since it takes seconds; it changes nothing. */
const verifyAuditLogs: Handler<AdminCtx> = async (ctx, c) => draw(ctx, c, await auditChain.verify(ctx))

export const auditRoutes = new Hono<Env>()
  .route('/', auditApi)
  .get(urls.adminAuditLogs, admin('security')(showAuditLogs))
  .post(urls.adminAuditVerify, admin('security')(verifyAuditLogs))
