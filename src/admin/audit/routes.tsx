import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import * as auditChain from '#records/audit-chain.ts'
import { type Verdict, verdict } from '#records/rules/audit-verdict.ts'
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
    answer: verdict,
    handle: auditChain.verify,
  }),
])

async function draw(ctx: AdminCtx, c: HttpContext, found: Verdict | null) {
  const state = await readList(ctx, c, auditList, log.list)
  const body = <AuditPage {...state} support={holds(ctx.adminRoles, 'support')} verdict={found} />
  return adminPage(c, ctx, 'Audit Logs', body)
}

const showAuditLogs: Handler<AdminCtx> = (ctx, c) => draw(ctx, c, null)
/** A form, since it takes seconds; it changes nothing. */
const verifyAuditLogs: Handler<AdminCtx> = async (ctx, c) => draw(ctx, c, await auditChain.verify(ctx))

export const auditRoutes = new Hono<Env>()
  .route('/', auditApi)
  .get(urls.adminAuditLogs, admin('security')(showAuditLogs))
  .post(urls.adminAuditVerify, admin('security')(verifyAuditLogs))
