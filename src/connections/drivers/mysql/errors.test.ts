import { expect, test } from 'bun:test'
import { statementFailed } from './errors.ts'

test.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'PROTOCOL_CONNECTION_LOST'])(
  'a connection that ends with %s is no mistake of the statement',
  (code) => {
    const error = Object.assign(new Error(`write ${code}`), { code, errno: -32, fatal: true })
    expect(statementFailed(error, 1000)).toMatchObject({ kind: 'unavailable', code: 'source_failed' })
  },
)

test('what the server says of a statement is told as it is', () => {
  const sqlMessage = "Unknown column 'x' in 'field list'"
  const error = Object.assign(new Error(sqlMessage), { code: 'ER_BAD_FIELD_ERROR', errno: 1054, sqlMessage })
  expect(statementFailed(error, 1000)).toMatchObject({ code: 'sql_error', message: sqlMessage })
})
