import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { Handler } from '#web/handler.ts'
import type { Env } from '#web/http-context.ts'
import { readQuery } from '#web/input.ts'
import { pageAnswer } from '#web/page.tsx'
import { inWorkspace } from '#workspaces/guard.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as api from './api.ts'
import { ChatPage } from './pages/chat.tsx'
import { screenQuery } from './rules/request.ts'
import { chatPlace, screenOf } from './screen.ts'

const showChat: Handler<UserCtx> = async (ctx, c) => {
  const { workspace, ...asked } = readQuery(c, screenQuery)
  const inside = await chatPlace(ctx, { workspace, conversation: asked.conversation })
  if (!inside) return c.redirect(href(urls.organizations, {}, { done: 'no_workspace' }))
  return pageAnswer(c, inside, { layout: 'app', title: 'Chat' }, <ChatPage {...(await screenOf(inside, asked))} />)
}

const showWorkspace: Handler<WorkspaceCtx> = async (ctx, c) => {
  const screen = await screenOf(ctx, readQuery(c, screenQuery))
  return pageAnswer(c, ctx, { layout: 'app', title: ctx.workspace.name }, <ChatPage {...screen} />)
}

export const chatRoutes = new Hono<Env>()
  .route('/', api.chatApi)
  .get(urls.chat, signedIn(showChat))
  .get(urls.workspace, inWorkspace(showWorkspace))
