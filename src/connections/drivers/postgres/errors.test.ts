import { expect, test } from 'bun:test'
import { statementFailed } from './errors.ts'

test.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT', '57P01'])(
  'a connection that ends with %s is no mistake of the statement',
  (code) => {
    const error = Object.assign(new Error(`write ${code}`), { code })
    expect(statementFailed(error, 1000)).toMatchObject({ kind: 'unavailable', code: 'source_failed' })
  },
)

test('what the server says of a statement is told as it is', () => {
  const error = Object.assign(new Error('column "x" does not exist'), { code: '42703' })
  expect(statementFailed(error, 1000)).toMatchObject({ code: 'sql_error', message: 'column "x" does not exist' })
})
