import { describe, expect, test } from 'bun:test'
import { askedScopes, isRedirect, isRegistered, placeOf } from './oauth.ts'

describe('an address that a code is sent to', () => {
  test.each([
    ['https://claude.ai/api/mcp/auth_callback', 'claude.ai'],
    ['https://vscode.dev/redirect?x=1', 'vscode.dev'],
    ['http://localhost:33418/', 'a program on this computer'],
    ['http://127.0.0.1/callback', 'a program on this computer'],
    ['http://[::1]:8080/callback', 'a program on this computer'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'a program (cursor://)'],
    ['com.example.app:/callback', 'a program (com.example.app://)'],
  ])('%s is one, at %s', (uri, place) => {
    expect(isRedirect(uri)).toBe(true)
    expect(placeOf(uri)).toBe(place)
  })

  test.each([
    'http://elsewhere.example/callback',
    'http://localhost.elsewhere.example/',
    'http://127.0.0.1.elsewhere.example/',
    'https://somebody:secret@elsewhere.example/',
    'https://elsewhere.example/#here',
    'https://elsewhere.example/\r\nSet-Cookie: a=b',
    'https://elsewhere.example/ü',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'blob:https://elsewhere.example/1',
    'file:///etc/passwd',
    'view-source:https://elsewhere.example/',
    '/callback',
    '',
  ])('%j is none', (uri) => expect(isRedirect(uri)).toBe(false))
})

test('a registered address fits letter for letter, on the same computer with any port', () => {
  const registered = ['https://one.example/back', 'http://127.0.0.1/back']
  const fitting = ['https://one.example/back', 'http://127.0.0.1/back', 'http://127.0.0.1:4711/back']
  const others = [
    'https://one.example/back/',
    'https://one.example/back?x=1',
    'https://one.example:8443/back',
    'https://two.example/back',
    'http://127.0.0.1:4711/other',
    'http://localhost/back',
    'http://127.0.0.1.two.example/back',
  ]
  expect(fitting.filter((uri) => !isRegistered(registered, uri))).toEqual([])
  expect(others.filter((uri) => isRegistered(registered, uri))).toEqual([])
})

test('scopes that nobody offers are left out, and none is all', () => {
  expect(askedScopes('read offline_access admin')).toEqual(['read'])
  expect(askedScopes('openid')).toEqual(['read', 'ask'])
  expect(askedScopes(undefined)).toEqual(['read', 'ask'])
})
