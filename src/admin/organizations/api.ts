import { api, get, post } from '#web/api.ts'
import { urls } from '../../urls.ts'
import { admin } from '../guard.ts'
import { listCall } from '../list-response.ts'
import { reasonBody } from '../rules/act.ts'
import { organizationList, organizationView } from '../rules/organization.ts'
import * as acts from './acts.ts'
import * as organizations from './list.ts'
import * as view from './view.ts'

const act = (url: string, work: typeof acts.suspend, summary: string, description: string) =>
  post(url, admin('superadmin'), {
    summary,
    description,
    body: reasonBody,
    answer: organizationView,
    errors: ['conflict'],
    handle: async (ctx, { body }, c) => {
      const id = c.req.param('id')!
      await work(ctx, id, body.reason)
      return view.get(ctx, id)
    },
  })

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
  act(
    urls.apiAdminOrganizationSuspend,
    acts.suspend,
    'Suspend an organization',
    'Its members get 403 `organization_suspended`, running answers are stopped. Its owners are told by mail, without the reason.',
  ),
  act(urls.apiAdminOrganizationRestore, acts.restore, 'Restore an organization', 'Everything in it is as it was.'),
])
