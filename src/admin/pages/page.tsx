import type { Child } from 'hono/jsx'
import { holds } from '#auth/rules/admin-role.ts'
import type { HttpContext } from '#web/http-context.ts'
import { pageAnswer } from '#web/page.tsx'
import type { AdminCtx } from '../../ctx.ts'
import { sidebar } from '../entries.ts'
import { countsOf, waiting } from '../waiting.ts'
import { AdminFrame } from './frame.tsx'

/** Answers a page of the panel: its body beside the sidebar of what this admin may open. */
export async function adminPage(
  c: HttpContext,
  ctx: AdminCtx,
  title: string,
  body: Child,
  status?: number,
): Promise<Response> {
  const counts = holds(ctx.adminRoles, 'finance') ? countsOf(await waiting(ctx)) : {}
  return pageAnswer(
    c,
    ctx,
    { layout: 'admin', title: `${title} · Admin Panel`, status },
    <AdminFrame groups={sidebar(ctx.adminRoles)} counts={counts} path={c.req.path}>
      {body}
    </AdminFrame>,
  )
}
