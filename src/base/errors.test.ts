import { expect, test } from 'bun:test'
import { AppError, isStorageFull } from './errors.ts'

test.each([
  ['the system', Object.assign(new Error('write failed'), { code: 'ENOSPC' }), true],
  ['the engine', new Error('IO Error: Could not write file "x": No space left on device'), true],
  ['a child process', new Error('child process: Error: ENOSPC: no space left on device, write'), true],
  ['another error', new Error('permission denied'), false],
  ['an error of ours', new AppError('conflict', 'Cancelled.'), false],
  ['no error at all', 'ENOSPC', false],
])('a full disk is recognised in what is said by %s', (_, error, full) => {
  expect(isStorageFull(error)).toBe(full)
})
