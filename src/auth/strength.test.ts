import { afterAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { watchedLog } from '../../tests/support/secrets.ts'
import { testWorld } from '../../tests/support/world.ts'
import { demandStrength } from './strength.ts'

const about = { name: 'Ada Lovelace', email: 'countess@example.com' }
const GUESSED = 'This password is easy to guess. Try a few unrelated words, or let a password manager choose one.'
const OWN = 'Choose a password that does not contain your name or email address.'

test.each([
  ['password12345', GUESSED],
  ['P@ssw0rd2024', GUESSED],
  ['1234567890', GUESSED],
  ['qwertyuiop', GUESSED],
  ['iloveyou1234', GUESSED],
  ['aaaaaaaaaaaaaaaa', GUESSED],
  ['hunter2hunter2', GUESSED],
  ['princess1990', GUESSED],
  ['lovelace and her engine', OWN],
  ['c.o.u.n.t.e.s.s 1815', OWN],
  ['tabletalk forever and ever', OWN],
])('%s is refused', async (password, reason) => {
  expect(demandStrength(await testWorld(), password, about)).rejects.toMatchObject({
    details: { fields: { password: reason } },
  })
})

test.each(['correct horse battery', 'vK3#pQ9x!mZ2', 'sieben braune Lampen', 'ありがとう世界の皆さん今日は'])(
  '%s is taken',
  async (password) => {
    await demandStrength(await testWorld(), password, about)
  },
)

test('the longest passwords are judged before anybody notices', async () => {
  const world = await testWorld()
  const began = process.cpuUsage()
  for (const piece of ['pa$$w0rd', 'aB3$', '2001-01-01', 'zxcvbnm'])
    await demandStrength(world, piece.repeat(40).slice(0, 128), about).catch(() => null)
  const { user } = process.cpuUsage(began)
  expect(user / 1_000_000).toBeLessThan(20)
})

const asked: string[] = []
let mode: 'right' | 'wrong' | 'silent' = 'right'
const BREACHED = 'seven brown lamps humming'
const digest = createHash('sha1').update(BREACHED).digest('hex').toUpperCase()
const service = Bun.serve({
  port: 0,
  async fetch(request) {
    asked.push(new URL(request.url).pathname)
    if (mode === 'wrong') return new Response('no', { status: 503 })
    if (mode === 'silent') return new Promise<Response>(() => {})
    return new Response(`0018A45C4D1DEF81644B54AB7F969B88D65:0\r\n${digest.slice(5)}:42\r\n`)
  },
})
afterAll(() => service.stop(true))

test('a breached password is refused where a service is asked, which learns five digits; one that fails keeps nobody out', async () => {
  const world = await testWorld()
  const config = { ...world.config, BREACHED_PASSWORDS_URL: `${service.url}range/` }
  const quiet = { ...world, log: watchedLog({ LOG_LEVEL: 'silent' }), config }
  expect(demandStrength(quiet, BREACHED, about)).rejects.toMatchObject({
    message: 'This password has appeared in a data breach. Choose one that you use nowhere else.',
  })
  await demandStrength(quiet, 'correct horse battery', about)
  expect(asked[0]).toBe(`/range/${digest.slice(0, 5)}`)
  for (mode of ['wrong', 'silent'] as const) await demandStrength(quiet, BREACHED, about)
})
