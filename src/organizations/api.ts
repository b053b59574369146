import { pageRequest } from '#base/paging.ts'
import type { Handler } from '#web/handler.ts'
import { readBody, readQuery } from '#web/input.ts'
import { listAnswer } from '#web/response.ts'
import type { OrganizationCtx, UserCtx } from '../ctx.ts'
import * as members from './members.ts'
import * as organizations from './organizations.ts'
import { memberNamed, roleChange, searched } from './rules/member.ts'
import { newOrganization, organizationChange } from './rules/organization.ts'

/** A workspace as the API writes it. */
export const workspaceJson = (it: organizations.ListedWorkspace) => ({
  id: it.id,
  name: it.name,
  description: it.description,
  organization_id: it.organizationId,
  restricted: it.restricted,
  created_at: it.createdAt.toISOString(),
  updated_at: it.updatedAt.toISOString(),
  status: it.status,
  role: it.role,
})

/** An organization as the API writes it. */
const organizationJson = (it: organizations.ListedOrganization) => ({
  id: it.id,
  name: it.name,
  description: it.description,
  industry: it.industry,
  size: it.size,
  website: it.website,
  location: it.location,
  created_at: it.createdAt.toISOString(),
  updated_at: it.updatedAt.toISOString(),
  status: it.status,
  role: it.role,
  workspaces: it.workspaces.map(workspaceJson),
})

/** The person behind a membership as the API writes them; `avatar_path` is the address of their picture. */
export const memberUserJson = (it: { id: string; name: string; email: string; image: string | null }) => ({
  id: it.id,
  name: it.name,
  email: it.email,
  avatar_path: it.image,
})

const memberJson = (it: members.Member) => ({
  id: it.id,
  organization_id: it.organizationId,
  user_id: it.userId,
  status: it.status,
  role: it.role,
  users: memberUserJson(it.user),
})

export const listOrganizations: Handler<UserCtx> = async (ctx, c) => {
  const page = await organizations.list(ctx, pageRequest(c.req.query()), readQuery(c, searched).q)
  return listAnswer(c, { items: page.items.map(organizationJson), next: page.next })
}

export const createOrganization: Handler<UserCtx> = async (ctx, c) => {
  const input = await readBody(c, newOrganization)
  return c.json(organizationJson(await organizations.create(ctx, input)), 201)
}

export const sendOrganization: Handler<OrganizationCtx> = async (ctx, c) =>
  c.json(organizationJson(await organizations.get(ctx)))

export const updateOrganization: Handler<OrganizationCtx> = async (ctx, c) => {
  const change = await readBody(c, organizationChange)
  return c.json(organizationJson(await organizations.update(ctx, change)))
}

export const deleteOrganization: Handler<OrganizationCtx> = async (ctx, c) => {
  await organizations.remove(ctx)
  return c.body(null, 204)
}

export const listMembers: Handler<OrganizationCtx> = async (ctx, c) => {
  const { q } = readQuery(c, searched)
  const [page, total] = await Promise.all([members.list(ctx, pageRequest(c.req.query()), q), members.number(ctx)])
  // However many of them are searched for or shown: a page of the list says how many there are.
  c.header('X-Total-Count', String(total))
  return listAnswer(c, { items: page.items.map(memberJson), next: page.next })
}

export const changeMemberRole: Handler<OrganizationCtx> = async (ctx, c) => {
  const { memberId, role } = await readBody(c, roleChange)
  return c.json(memberJson(await members.changeRole(ctx, memberId, role)))
}

export const removeMember: Handler<OrganizationCtx> = async (ctx, c) => {
  await members.remove(ctx, readQuery(c, memberNamed).memberId)
  return c.body(null, 204)
}

export const leaveOrganization: Handler<OrganizationCtx> = async (ctx, c) => {
  await members.leave(ctx)
  return c.body(null, 204)
}

export const transferOrganization: Handler<OrganizationCtx> = async (ctx, c) => {
  const { memberId } = await readBody(c, memberNamed)
  return c.json(memberJson(await members.transfer(ctx, memberId)))
}
