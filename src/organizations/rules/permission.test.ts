import { describe, expect, test } from 'bun:test'
import type { OrganizationRole } from '../../ctx.ts'
import {
  can,
  denyText,
  invitableRoles,
  ORGANIZATION_PERMISSIONS,
  type Permission,
  WORKSPACE_PERMISSIONS,
  workspaceRole,
} from './permission.ts'

/** The two tables of the specification, one line a permission: owner, member, viewer. */
const TABLE: [Permission, string][] = [
  ['CREATE_ORGANIZATION', 'yes no no'],
  ['DELETE_ORGANIZATION', 'yes no no'],
  ['UPDATE_ORGANIZATION', 'yes no no'],
  ['REMOVE_MEMBERS', 'yes no no'],
  ['UPDATE_MEMBER_ROLES', 'yes no no'],
  ['INVITE_OWNERS', 'yes no no'],
  ['MANAGE_BILLING', 'yes no no'],
  ['MANAGE_SETTINGS', 'yes no no'],
  ['INVITE_MEMBERS', 'yes yes no'],
  ['VIEW_ORGANIZATION', 'yes yes yes'],
  ['VIEW_MEMBERS', 'yes yes yes'],
  ['CREATE_WORKSPACE', 'yes no no'],
  ['DELETE_WORKSPACE', 'yes no no'],
  ['UPDATE_WORKSPACE', 'yes no no'],
  ['INVITE_WORKSPACE_OWNERS', 'yes no no'],
  ['REMOVE_WORKSPACE_MEMBERS', 'yes no no'],
  ['UPDATE_WORKSPACE_MEMBER_ROLES', 'yes no no'],
  ['UPLOAD_FILES', 'yes no no'],
  ['CONNECT_DATABASE', 'yes no no'],
  ['DELETE_FILES', 'yes no no'],
  ['UPDATE_FILES', 'yes no no'],
  ['DELETE_AGENTS', 'yes no no'],
  ['DELETE_CANVASES', 'yes no no'],
  ['CREATE_AGENTS', 'yes yes no'],
  ['UPDATE_AGENTS', 'yes yes no'],
  ['CREATE_CANVASES', 'yes yes no'],
  ['UPDATE_CANVASES', 'yes yes no'],
  ['INVITE_WORKSPACE_MEMBERS', 'yes yes no'],
  ['VIEW_WORKSPACE', 'yes yes yes'],
  ['VIEW_WORKSPACE_MEMBERS', 'yes yes yes'],
  ['VIEW_AGENTS', 'yes yes yes'],
  ['VIEW_CANVASES', 'yes yes yes'],
  ['VIEW_FILES', 'yes yes yes'],
]
const ROLES: OrganizationRole[] = ['owner', 'member', 'viewer']

describe('the permission tables', () => {
  test.each(TABLE)('%s is held by owner, member, viewer: %s', (permission, cells) => {
    expect(ROLES.map((role) => (can(role, permission) ? 'yes' : 'no')).join(' ')).toBe(cells)
  })

  test('every permission has its line above', () => {
    const named = [...Object.keys(ORGANIZATION_PERMISSIONS), ...Object.keys(WORKSPACE_PERMISSIONS)]
    expect(named.sort()).toEqual(TABLE.map(([permission]) => permission as string).sort())
  })

  test('a denied check names the roles that would do', () => {
    expect(denyText('UPLOAD_FILES')).toBe('Permission UPLOAD_FILES requires one of these roles: owner')
    expect(denyText('INVITE_MEMBERS')).toBe('Permission INVITE_MEMBERS requires one of these roles: owner, member')
  })
})

test.each([
  ['owner', ['owner', 'member', 'viewer']],
  ['member', ['member', 'viewer']],
  ['viewer', []],
] as [OrganizationRole, OrganizationRole[]][])('%s may invite %p', (role, roles) => {
  expect(invitableRoles(role)).toEqual(roles)
})

/** Role in the organization, role listed in the workspace, restricted, role in the workspace. */
const PLACES: [OrganizationRole, OrganizationRole | null, boolean, OrganizationRole | null][] = [
  ['owner', null, false, 'owner'],
  ['owner', null, true, 'owner'],
  ['owner', 'viewer', true, 'owner'],
  ['member', null, false, 'member'],
  ['member', null, true, null],
  ['member', 'owner', true, 'owner'],
  ['member', 'viewer', false, 'viewer'],
  ['viewer', null, false, 'viewer'],
  ['viewer', null, true, null],
  ['viewer', 'member', true, 'member'],
  ['viewer', 'owner', false, 'owner'],
]
test.each(PLACES)('%s of the organization, listed as %p, restricted %p: role in the workspace is %p', (...place) => {
  const [role, listed, restricted, expected] = place
  expect(workspaceRole(role, listed, restricted)).toBe(expected)
})
