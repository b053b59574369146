import { describe, expect, test } from 'bun:test'
import { redactText } from '#base/redact.ts'
import { createLog } from './logs.ts'

/** What one log call writes. */
function logged(message: string, fields: Record<string, unknown>): string {
  const lines: string[] = []
  createLog({ LOG_LEVEL: 'debug' }, (line) => lines.push(line)).info(message, fields)
  return lines.join('')
}

const CANARY = 'canary-7f3a9c1e5b'
const JWT = `eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjMifQ.${CANARY}`

const planted: [string, string, Record<string, unknown>][] = [
  ['a bearer token in a message', `sent Authorization: Bearer ${CANARY}`, {}],
  ['a basic password in an address', `cannot reach postgres://ada:${CANARY}@db.example:5432/shop`, {}],
  ['a password with an @ in an address', `cannot reach https://ada:${CANARY}@x@db.example/`, {}],
  ['a password field', 'login', { password: CANARY }],
  ['a nested password field', 'login', { body: { user: { newPassword: CANARY } } }],
  ['a token in a list', 'session', { sessions: [{ access_token: CANARY }] }],
  ['an authorization header', 'request', { headers: { Authorization: `Basic ${CANARY}` } }],
  ['cookies', 'request', { headers: { cookie: `session=${CANARY}`, 'set-cookie': [CANARY] } }],
  ['an API key field', 'model', { apiKey: CANARY, 'x-api-key': CANARY, api_key: CANARY }],
  ['a private key', 'keys', { privateKey: CANARY, private_key: CANARY }],
  ['a client secret', 'oauth', { client_secret: CANARY, AUTH_SECRET: CANARY }],
  ['credentials', 's3', { credentials: { id: 'x', value: CANARY } }],
  ['a query parameter', `GET /reset?token=${CANARY}&next=/`, {}],
  ['JSON in a text', `body {"password":"${CANARY}","name":"x"}`, {}],
  ['JSON with spaces in a text', `body {"password": "${CANARY}"}`, {}],
  ['an assignment in a text', `env OPENAI_API_KEY=sk-${CANARY} and secret: ${CANARY}`, {}],
  ['an OpenAI key', `key sk-proj-${CANARY} refused`, {}],
  ['a Razorpay key', `key rzp_live_${CANARY.replaceAll('-', '')} refused`, {}],
  ['a signed token', `token was ${JWT} today`, {}],
  ['the message of an error', 'failed', { error: new Error(`password=${CANARY} is wrong`) }],
  ['the cause of an error', 'failed', { error: new Error('x', { cause: new Error(`Bearer ${CANARY}`) }) }],
  ['a field of an error', 'failed', { error: Object.assign(new Error('x'), { password: CANARY }) }],
]

describe('a secret does not reach the log as', () => {
  test.each(planted)('%s', (_what, message, fields) => {
    const line = logged(message, fields)
    expect(line).not.toContain(CANARY)
    expect(line).not.toContain(CANARY.replaceAll('-', ''))
    expect(line).toContain(line.includes('[redacted]') ? '[redacted]' : '"error"')
  })
})

test('what is no secret stays', () => {
  const line = logged('GET /reset', { userId: 'u1', path: '/a?b=c', error: new Error('plain') })
  expect(JSON.parse(line)).toMatchObject({ level: 'info', message: 'GET /reset', userId: 'u1', path: '/a?b=c' })
  expect(line).toContain('plain')
})

test('the name before a secret stays, so that a log can be read', () => {
  expect(redactText('postgres://ada:hunter2@db/shop')).toBe('postgres://ada:[redacted]@db/shop')
  expect(redactText('password=hunter2&x=1')).toBe('password=[redacted]&x=1')
})

test('an endless object ends', () => {
  const loop: Record<string, unknown> = { name: 'loop' }
  loop.self = loop
  expect(logged('loop', { loop })).toContain('[deep]')
})

test('lines below the level are not written', () => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'warn' }, (line) => lines.push(line))
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['c', 'd'])
})
