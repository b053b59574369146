import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { Env } from '#web/handler.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'
import { inWorkspace, mayInWorkspace } from './guard.ts'

export const workspaceRoutes = new Hono<Env>()
  .post(urls.apiWorkspaces, signedIn(api.createWorkspace))
  .get(urls.apiWorkspace, inWorkspace(api.sendWorkspace))
  .put(urls.apiWorkspace, mayInWorkspace('UPDATE_WORKSPACE', api.updateWorkspace))
  .delete(urls.apiWorkspace, mayInWorkspace('DELETE_WORKSPACE', api.deleteWorkspace))
