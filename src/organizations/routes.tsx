import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { Env } from '#web/handler.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'
import { inOrganization, may } from './guard.ts'

export const organizationRoutes = new Hono<Env>()
  .get(urls.apiOrganizations, signedIn(api.list))
  .post(urls.apiOrganizations, signedIn(api.create))
  .get(urls.apiUserOrganizations, signedIn(api.list))
  .get(urls.apiOrganization, inOrganization(api.show))
  .put(urls.apiOrganization, may('UPDATE_ORGANIZATION', api.update))
  .delete(urls.apiOrganization, may('DELETE_ORGANIZATION', api.remove))
  .get(urls.apiOrganizationMembers, may('VIEW_MEMBERS', api.listMembers))
