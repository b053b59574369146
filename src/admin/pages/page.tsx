import type { Child } from 'hono/jsx'
import type { HttpContext } from '#web/handler.ts'
import { pageAnswer } from '#web/page.tsx'
import type { AdminCtx } from '../../ctx.ts'
import { sidebar } from '../entries.ts'
import { AdminFrame } from './frame.tsx'

/** Answers a page of the panel: its body beside the sidebar of what this admin may open. */
export const adminPage = (c: HttpContext, ctx: AdminCtx, title: string, body: Child, status?: number): Response =>
  pageAnswer(
    c,
    ctx,
    { layout: 'admin', title: `${title} · Admin Panel`, status },
    <AdminFrame groups={sidebar(ctx.adminRoles)} path={c.req.path}>
      {body}
    </AdminFrame>,
  )
