import { z } from 'zod'
import { signedIn } from '#auth/guard.ts'
import { api, del, get, post, put } from '#web/api.ts'
import { urls } from '../urls.ts'
import { inOrganization, may } from './guard.ts'
import * as members from './members.ts'
import * as organizations from './organizations.ts'
import * as answers from './rules/answers.ts'
import { newOrganization, organizationChange } from './rules/organization.ts'
import { memberNamed, roleChange, searched } from './rules/request.ts'

/** A membership as the API writes it: the person behind it is under `users`, the address of their picture is `avatar_path`. */
export const withUsers = <M extends Pick<members.Member, 'user'>>(it: M) => ({
  ...it,
  users: { ...it.user, avatarPath: it.user.image },
})

const own = {
  query: searched,
  paged: true,
  answer: z.array(answers.organization),
} as const

export const organizationApi = api('Organizations', [
  get(urls.apiOrganizations, signedIn, {
    summary: 'Your organizations with their workspaces',
    ...own,
    handle: (ctx, { page, query }) => organizations.list(ctx, page, query.q),
  }),
  get(urls.apiUserOrganizations, signedIn, {
    summary: 'Your active organizations, newest first',
    ...own,
    handle: (ctx, { page, query }) => organizations.list(ctx, page, query.q),
  }),
  post(urls.apiOrganizations, signedIn, {
    summary: 'Create an organization',
    description: 'Whoever makes it is its owner.',
    body: newOrganization,
    answer: answers.organization,
    status: 201,
    handle: (ctx, { body }) => organizations.create(ctx, body),
  }),
  get(urls.apiOrganization, inOrganization, {
    summary: 'An organization',
    answer: answers.organization,
    handle: organizations.get,
  }),
  put(urls.apiOrganization, may('UPDATE_ORGANIZATION'), {
    summary: 'Change an organization',
    body: organizationChange,
    answer: answers.organization,
    handle: (ctx, { body }) => organizations.update(ctx, body),
  }),
  del(urls.apiOrganization, may('DELETE_ORGANIZATION'), {
    summary: 'Delete an organization',
    handle: organizations.remove,
  }),
  get(urls.apiOrganizationMembers, may('VIEW_MEMBERS'), {
    summary: 'Its members',
    query: searched,
    paged: true,
    answer: z.array(answers.member),
    handle: async (ctx, { page, query }, c) => {
      const [found, total] = await Promise.all([members.list(ctx, page, query.q), members.number(ctx)])
      // However many of them are searched for or shown: a page of the list says how many there are.
      c.header('X-Total-Count', String(total))
      return { items: found.items.map(withUsers), next: found.next }
    },
  }),
  put(urls.apiOrganizationMembers, may('UPDATE_MEMBER_ROLES'), {
    summary: 'Give a member another role',
    description:
      'Nobody changes their own role (`own_row`), and an organization always has an owner (409 `last_owner`).',
    body: roleChange,
    answer: answers.member,
    errors: ['conflict'],
    handle: async (ctx, { body }) => withUsers(await members.changeRole(ctx, body.memberId, body.role)),
  }),
  del(urls.apiOrganizationMembers, may('REMOVE_MEMBERS'), {
    summary: 'Remove a member',
    description:
      'Their access ends at once, in every workspace of the organization. Nobody removes themselves (`own_row`): see leave.',
    query: memberNamed,
    errors: ['conflict'],
    handle: (ctx, { query }) => members.remove(ctx, query.memberId),
  }),
  post(urls.apiOrganizationLeave, inOrganization, {
    summary: 'Leave an organization',
    description: 'The last owner cannot (409 `last_owner`).',
    errors: ['conflict'],
    handle: members.leave,
  }),
  post(urls.apiOrganizationTransfer, may('UPDATE_MEMBER_ROLES'), {
    summary: 'Hand an organization over',
    description: 'The member becomes an owner, you a member.',
    body: memberNamed,
    answer: answers.member,
    errors: ['conflict'],
    handle: async (ctx, { body }) => withUsers(await members.transfer(ctx, body.memberId)),
  }),
])
