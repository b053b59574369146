import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, VARIABLES } from './config.ts'

const dirs: string[] = []
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
})
function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tabletalk-config-'))
  dirs.push(dir)
  return dir
}

/** The example file as the list of variables says it: what each means, and its default as the value that is commented out. */
function example(): string {
  const blocks = Object.entries(VARIABLES).map(([name, [type, meaning]]) => {
    const fallback = type.safeParse(undefined).data
    return `# ${meaning}\n# ${name}=${fallback ?? ''}\n`
  })
  return `# Everything that can be set, with its default. Without this file the whole product runs.\n\n${blocks.join('\n')}`
}

test('.env.example is the list of variables; UPDATE_GOLDEN=1 writes it', async () => {
  const file = join(import.meta.dir, '../.env.example')
  if (process.env.UPDATE_GOLDEN) await Bun.write(file, example())
  expect(readFileSync(file, 'utf8')).toBe(example())
})

test('an empty environment is a whole configuration', () => {
  const dir = newDir()
  const config = readConfig({ DATA_DIR: dir })
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', dataDir: dir, production: false })
})

test('what is blank in an env file counts as not set', () => {
  const blank = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, name.length % 2 ? '' : ' ']))
  const DATA_DIR = newDir()
  expect(readConfig({ ...blank, DATA_DIR })).toEqual(readConfig({ DATA_DIR }))
})

test('the secret is made once, readable by its owner only, and kept', () => {
  const dir = newDir()
  const { authSecret } = readConfig({ DATA_DIR: dir })
  expect(authSecret.length).toBeGreaterThan(40)
  expect(statSync(join(dir, 'auth-secret')).mode & 0o777).toBe(0o600)
  expect(readConfig({ DATA_DIR: dir }).authSecret).toBe(authSecret)
})

test('everything that is wrong is said at once', () => {
  const wrong = {
    DATA_DIR: join(newDir(), 'not made'),
    NODE_ENV: 'production',
    PORT: '70000',
    AI_API: 'carrier pigeon',
    S3_BUCKET: 'alone',
    ENGINE_PROCESSES: 'many',
  }
  let message = ''
  try {
    readConfig(wrong)
  } catch (error) {
    message = (error as Error).message
  }
  for (const name of ['PORT', 'AI_API', 'ENGINE_PROCESSES', 'AUTH_SECRET', 'S3_*'])
    expect(message).toContain(`\n  ${name}: `)
  expect(existsSync(wrong.DATA_DIR)).toBe(false)
})

test('a short secret and a missing one in production are refused', () => {
  const DATA_DIR = newDir()
  expect(() => readConfig({ DATA_DIR, AUTH_SECRET: 'short' })).toThrow('at least 32 characters')
  expect(() => readConfig({ DATA_DIR, NODE_ENV: 'production' })).toThrow('must be set when NODE_ENV=production')
})

test('real payments need a whole key and, in production, a database server', () => {
  const keys = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'y', RAZORPAY_WEBHOOK_SECRET: 'z' }
  const production = { DATA_DIR: newDir(), NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) }
  expect(() => readConfig({ DATA_DIR: newDir(), RAZORPAY_KEY_ID: 'rzp_live_x' })).toThrow('go together')
  expect(() => readConfig({ ...production, ...keys })).toThrow('DATABASE_URL: must be set to take payments')
  expect(readConfig({ ...production, ...keys, DATABASE_URL: 'postgres://x' }).RAZORPAY_KEY_ID).toBe('rzp_live_x')
  expect(readConfig({ ...production, ...keys, ALLOW_EMBEDDED_PAYMENTS: 'yes' }).production).toBe(true)
})
