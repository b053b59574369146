import { Hono } from 'hono'
import { holds } from '#auth/rules/admin-role.ts'
import { pageRequest } from '#base/paging.ts'
import * as auditChain from '#records/audit-chain.ts'
import type { Verdict } from '#records/rules/audit-verdict.ts'
import type { Handler } from '#web/handler.ts'
import type { Env, HttpContext } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import type { AdminCtx } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listOrCsv, readOrNull } from '../list-response.ts'
import { AuditPage } from '../pages/audit.tsx'
import { adminPage } from '../pages/page.tsx'
import { AUDIT_COLUMNS, auditLine, auditQuery } from '../rules/audit.ts'
import { leniently, shownOf } from '../rules/list.ts'
import * as log from './list.ts'

async function draw(ctx: AdminCtx, c: HttpContext, verdict: Verdict | null) {
  const filter = readQuery(c, leniently(auditQuery))
  const request = pageRequest(c.req.query())
  const page = await readOrNull(ctx, () => log.list(ctx, filter, request))
  const support = holds(ctx.adminRoles, 'support')
  const body = (
    <AuditPage
      page={page}
      shown={shownOf(filter)}
      cursor={request.cursor ?? undefined}
      support={support}
      verdict={verdict}
    />
  )
  return adminPage(c, ctx, 'Audit Logs', body)
}

const showAuditLogs: Handler<AdminCtx> = (ctx, c) => draw(ctx, c, null)
/** A form, since it takes seconds; it changes nothing. */
const verifyAuditLogs: Handler<AdminCtx> = async (ctx, c) => draw(ctx, c, await auditChain.verify(ctx))

const listAuditLogs: Handler<AdminCtx> = (ctx, c) => {
  const filter = readQuery(c, auditQuery)
  return listOrCsv(c, {
    name: 'audit-logs',
    columns: AUDIT_COLUMNS,
    line: auditLine,
    read: (page) => log.list(ctx, filter, page),
  })
}
const sendAuditVerdict: Handler<AdminCtx> = async (ctx, c) => c.json(await auditChain.verify(ctx))

export const auditRoutes = new Hono<Env>()
  .get(urls.adminAuditLogs, admin('security', showAuditLogs))
  .post(urls.adminAuditVerify, admin('security', verifyAuditLogs))
  .get(urls.apiAdminAuditLogs, admin('security', listAuditLogs))
  .get(urls.apiAdminAuditVerify, admin('security', sendAuditVerdict))
