import { describe, expect, test } from 'bun:test'
import { neededScope, newKey, newKeyForm } from './api-key.ts'

describe('the scope that a call needs', () => {
  test.each([
    ['GET', '/api/organizations', 'read'],
    ['HEAD', '/api/organizations', 'read'],
    ['GET', '/api/organizations/1/members', 'read'],
    ['GET', '/api/workspaces/1/files/2/download', 'read'],
    ['GET', '/api/credits/balance', 'read'],
    ['GET', '/api/user/profile', 'read'],
    ['POST', '/api/workspaces/1/query-data', 'ask'],
    ['POST', '/api/workspaces/1/sql', 'ask'],
    ['GET', '/api/conversations/1/stream', 'ask'],
    ['GET', '/api/messages/1', 'read'],
    ['GET', '/api/canvases/1', 'read'],
    ['PUT', '/api/canvases/1/blocks/2', 'write'],
    ['POST', '/api/canvases/1/refresh', 'ask'],
    ['POST', '/api/canvases/1/run', 'ask'],
    ['POST', '/api/canvases/1/blocks/2/rows', 'ask'],
    ['POST', '/api/canvases/1/blocks/2/rerun', 'ask'],
    ['POST', '/mcp', 'any'],
    ['GET', '/mcp', 'any'],
    ['POST', '/api/workspaces/1/files/upload', 'write'],
    ['DELETE', '/api/workspaces/1/files/2', 'write'],
    ['PATCH', '/api/conversations/1', 'write'],
    ['POST', '/api/organizations', 'write'],
    ['POST', '/api/organizations/1/invite', 'admin'],
    ['PUT', '/api/organizations/1/members', 'admin'],
    ['DELETE', '/api/workspaces/1/members/2', 'admin'],
    ['DELETE', '/api/organizations/1', 'admin'],
    ['DELETE', '/api/workspaces/1', 'admin'],
    ['GET', '/api/admin/dashboard', 'admin'],
    ['POST', '/api/auth/login', null],
    ['GET', '/api/auth/token', null],
    ['POST', '/api/admin/login', null],
    ['PUT', '/api/user/profile', null],
    ['POST', '/api/user/api-keys', null],
    ['GET', '/api/user/api-keys', null],
    ['DELETE', '/api/user', null],
    ['GET', '/api/user/export', null],
    ['POST', '/api/user/invitations/1/accept', null],
    ['POST', '/api/credits/create-order', null],
    ['GET', '/profile', null],
    ['GET', '/organizations', null],
    ['GET', '/api/organizationsx', null],
  ] as const)('%s %s: %p', (method, path, scope) => expect(neededScope(method, path)).toBe(scope))
})

test('a form sends its boxes under one name, and never as no expiry', () => {
  expect(newKeyForm.parse({ name: ' Report ', 'scopes[]': ['ask'], expires_in_days: 'never' })).toEqual({
    name: 'Report',
    scopes: ['ask'],
    expires_in_days: null,
  })
  expect(newKey.parse({ name: 'x', scopes: ['write', 'read', 'read'] })).toEqual({
    name: 'x',
    scopes: ['read', 'write'],
    expires_in_days: 90,
  })
})

test.each([
  [{ scopes: ['read'] }, 'name'],
  [{ name: 'x' }, 'scopes'],
  [{ name: 'x', scopes: [] }, 'scopes'],
  [{ name: 'x', scopes: ['root'] }, 'scopes'],
  [{ name: 'x', scopes: ['read'], expires_in_days: 31 }, 'expires_in_days'],
])('%j is refused at %s', (input, field) => {
  expect(newKey.safeParse(input).error!.issues[0]!.path[0]).toBe(field)
})
