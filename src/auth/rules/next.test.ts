import { expect, test } from 'bun:test'
import { localPath } from './next.ts'

test.each(['/organizations', '/workspaces/1?tab=data', '/'])('%s is an address of this site', (path) => {
  expect(localPath(path)).toBe(path)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'organizations',
  '',
  undefined,
])('%p leads elsewhere and is dropped', (path) => {
  expect(localPath(path)).toBeNull()
})

test('a fragment is not sent to the server and not kept', () => {
  expect(localPath('/a#b')).toBe('/a')
})
