import { nextLink } from '#base/link-header.ts'
import type { Invitation, Member } from '#organizations/rules/answers.ts'
import type { Role } from '#organizations/rules/request.ts'
import { href, urls } from '../../src/urls.ts'
import { ApiError, call, sentenceOf } from '../kit/api.ts'

/** The beginning of a list; `total` counts all of it, however much is shown or searched for. */
export type Listed<T> = { items: T[]; total: number; more: boolean }
export type Loaded = { role: Role | null; members: Listed<Member>; invitations: Listed<Invitation> }

/** Milliseconds until a call is given up. */
const TIMEOUT = 30_000
/** Entries of one page of the API at most. */
const LARGEST_PAGE = 200

const send = (path: string, method: string, body?: object) =>
  call(path, { method, signal: AbortSignal.timeout(TIMEOUT), ...(body ? { body } : {}) })

/** The first `wanted` entries of a list, over as many pages as it takes. */
async function listed<T>(path: string, wanted: number, q = ''): Promise<Listed<T>> {
  const items: T[] = []
  let total = 0
  let next: string | null = `${path}?${new URLSearchParams({
    limit: String(Math.min(wanted, LARGEST_PAGE)),
    ...(q ? { q } : {}),
  })}`
  while (next && items.length < wanted) {
    const answer = await send(next, 'GET')
    items.push(...((await answer.json()) as T[]))
    total = Number(answer.headers.get('x-total-count') ?? items.length)
    next = nextLink(answer.headers.get('link'))
  }
  return { items, total, more: next !== null }
}

/** The person's role now, and who is in the organization or invited to it. @param q part of a member's name or address */
export async function load(id: string, wanted: { members: number; invitations: number; q: string }): Promise<Loaded> {
  const [organization, members, invitations] = await Promise.all([
    send(href(urls.apiOrganization, { id }), 'GET').then((answer) => answer.json() as Promise<{ role?: string }>),
    listed<Member>(href(urls.apiOrganizationMembers, { id }), wanted.members, wanted.q),
    listed<Invitation>(href(urls.apiOrganizationInvite, { id }), wanted.invitations),
  ])
  return { role: (organization.role as Role | undefined) ?? null, members, invitations }
}

export const invite = (id: string, email: string, role: Role) =>
  send(href(urls.apiOrganizationInvite, { id }), 'POST', { email, role })

export const resend = (id: string, invitationId: string) =>
  send(href(urls.apiInvitationResend, { id, invitationId }), 'POST')

export const cancel = (id: string, invitationId: string) =>
  send(href(urls.apiOrganizationInvite, { id }), 'DELETE', { invitationId })

export const changeRole = (id: string, memberId: string, role: Role) =>
  send(href(urls.apiOrganizationMembers, { id }), 'PUT', { memberId, role })

export const remove = (id: string, memberId: string) =>
  send(href(urls.apiOrganizationMembers, { id }, { memberId }), 'DELETE')

/** What the server says went wrong, in the words for the field where it names one; `fallback` where it says nothing. */
export function reason(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.message === 'Invalid response from server')
    return fallback
  const fields = Object.values((error.details.fields ?? {}) as Record<string, string>)
  return fields[0] ?? sentenceOf(error)
}
