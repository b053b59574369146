import { Hono } from 'hono'
import { signedIn } from '#auth/guard.ts'
import type { Env } from '#web/handler.ts'
import { urls } from '../urls.ts'
import * as api from './api.ts'
import { inOrganization, may } from './guard.ts'

export const organizationRoutes = new Hono<Env>()
  .get(urls.apiOrganizations, signedIn(api.listOrganizations))
  .post(urls.apiOrganizations, signedIn(api.createOrganization))
  .get(urls.apiUserOrganizations, signedIn(api.listOrganizations))
  .get(urls.apiOrganization, inOrganization(api.sendOrganization))
  .put(urls.apiOrganization, may('UPDATE_ORGANIZATION', api.updateOrganization))
  .delete(urls.apiOrganization, may('DELETE_ORGANIZATION', api.deleteOrganization))
  .get(urls.apiOrganizationMembers, may('VIEW_MEMBERS', api.listMembers))
