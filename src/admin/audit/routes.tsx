import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import * as auditChain from '#records/audit-chain.ts'
import type { Verdict } from '#records/rules/audit-verdict.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { readList } from '../list-response.ts'
import { AuditPage } from '../pages/audit.tsx'
import { adminPage } from '../pages/page.tsx'
import { auditList } from '../rules/audit.ts'
import { auditApi } from './api.ts'
import * as log from './list.ts'

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
