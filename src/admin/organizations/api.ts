import { api, get, post } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall, reasonCall } from '../list-response.ts'
import { organizationList, organizationView } from '../rules/organization.ts'
import * as actions from './actions.ts'
import * as organizations from './list.ts'
import * as view from './view.ts'

const changed = { answer: organizationView, errors: ['conflict'], view: view.get } as const

export const organizationApi = api('Admin', [
  listCall(urls.apiAdminOrganizations, 'support', organizationList, organizations.list, {
    summary: 'Organizations',
    description:
      '`q` finds by the beginnings of words of the name, or by a whole id. As CSV all of them at once, at most 100,000 lines.',
  }),
  get(urls.apiAdminOrganization, admin('support'), {
    summary: 'An organization',
    answer: organizationView,
    handle: (ctx, { id }) => view.get(ctx, id),
  }),
  reasonCall(post, urls.apiAdminOrganizationSuspend, 'superadmin', {
    ...changed,
    summary: 'Suspend an organization',
    description:
      'Its members get 403 `organization_suspended`, running answers are stopped. Its owners are told by mail, without the reason.',
    work: actions.suspend,
  }),
  reasonCall(post, urls.apiAdminOrganizationRestore, 'superadmin', {
    ...changed,
    summary: 'Restore an organization',
    description: 'Everything in it is as it was.',
    work: actions.restore,
  }),
])
