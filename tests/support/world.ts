import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel } from '#analyst/built-in/model.ts'
import { createRemotes } from '#connections/drivers/pool.ts'
import type { Database } from '#db/connect.ts'
import { createFileStore } from '#outside/files.ts'
import { createSandbox, type Sandbox } from '#outside/sandbox/sandbox.ts'
import { createEngine } from '#query/engine/engine.ts'
import { loadSettings } from '#records/settings.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { World } from '../../src/ctx.ts'
import { openTestDatabase } from './database.ts'
import { keepReaders } from './lasting-readers.ts'
import { rememberScrypt } from './quick-scrypt.ts'
import { plant, SECRETS, watched, watchedLog } from './secrets.ts'

export type TestWorld = World & { database: Database; sandbox: Sandbox }

let shared: Promise<TestWorld> | undefined

/**
 * The world of this test process, opened once: real database, real engine, real files in a temporary folder, the built-in analyst.
 * A test that needs another part spreads it: `{ ...(await testWorld()), models }`.
 */
export function testWorld(): Promise<TestWorld> {
  shared ??= open()
  return shared
}

async function open(): Promise<TestWorld> {
  rememberScrypt()
  keepReaders()
  const dataDir = mkdtempSync(join(tmpdir(), 'tabletalk-test-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRETS.AUTH_SECRET,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    ENGINE_PROCESSES: '2',
    // A busy machine is no reason for another answer; what goes on in the background says so itself.
    READING_WAIT_S: '300',
    // The servers of tests listen here; what must stay out of reach is tested with a network of its own.
    ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8,::1',
    SQLITE_FOLDERS: tmpdir(),
  })
  // Set without what would make use of them.
  Object.assign(config, {
    GOOGLE_CLIENT_SECRET: SECRETS.GOOGLE_CLIENT_SECRET,
    RAZORPAY_KEY_SECRET: SECRETS.RAZORPAY_KEY_SECRET,
    RAZORPAY_WEBHOOK_SECRET: SECRETS.RAZORPAY_WEBHOOK_SECRET,
  })
  const log = watchedLog(config)
  const database = await openTestDatabase()
  const engine = createEngine(config, log)
  const settingsStore = await loadSettings({ config, db: database.db, log }, null)
  const now = () => new Date()
  const sandbox = createSandbox({ db: database.db, now, authSecret: config.authSecret, log, timeoutMs: 60_000 })
  plant('key secret of the sandbox', sandbox.keySecret)
  plant('webhook secret of the sandbox', sandbox.gateway.webhookSecret)
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  return {
    config,
    log,
    database,
    db: database.db,
    bus: database.bus,
    now,
    files: createFileStore(config),
    engine,
    remotes: createRemotes(config, log),
    models: builtInModel(),
    settings: settingsStore.system,
    settingsStore,
    mailer: null,
    gateway: sandbox.gateway,
    sandbox,
  }
}

/** The same world over a database of its own, for tests of what a whole server has once: its settings, its chain of audit events. */
export async function worldOfItsOwn(): Promise<TestWorld> {
  const world = await testWorld()
  const database = await openTestDatabase()
  // Keys that sign are remembered by config.
  const config = { ...world.config }
  const settingsStore = await loadSettings({ config, db: database.db, log: world.log }, null)
  return {
    ...world,
    config,
    database,
    db: database.db,
    bus: database.bus,
    settings: settingsStore.system,
    settingsStore,
  }
}

/** The app over the shared world, called in process: `(await testApp()).request('/healthz')`. */
export const testApp = async (world?: World) => watched(createApp(world ?? (await testWorld())))
