import { createModels } from '#analyst/models.ts'
import { AppError, ERROR_KINDS } from '#base/errors.ts'
import { systemClock } from '#base/time.ts'
import { createRemotes, ownDatabase } from '#connections/drivers/pool.ts'
import { connect } from '#db/connect.ts'
import { closeSpare } from '#files/reader.ts'
import { createFileStore } from '#outside/files.ts'
import { createLogStore } from '#outside/log-store.ts'
import { createLog } from '#outside/logs.ts'
import { configuredMailer } from '#outside/mail.ts'
import { createNetwork } from '#outside/network.ts'
import { configuredGateway } from '#outside/razorpay.ts'
import { createSandbox } from '#outside/sandbox/sandbox.ts'
import { createEngine } from '#query/engine/engine.ts'
import { loadSettings } from '#records/settings.ts'
import { type Config, readConfig } from './config.ts'
import type { World } from './ctx.ts'

/** Opens everything outside, once. `close` ends it in the reverse order. */
export async function createWorld(config: Config): Promise<World & { close(): Promise<void> }> {
  const logStore = createLogStore()
  const log = createLog(config, undefined, logStore.write)
  const database = await connect({ databaseUrl: config.DATABASE_URL, dataDir: config.dataDir })
  logStore.attach(database.db)
  const settingsStore = await loadSettings({ config, db: database.db, log })
  const network = createNetwork({
    allowed: config.ALLOWED_PRIVATE_HOSTS ?? '',
    refused: ownDatabase(config.DATABASE_URL),
  })
  const models = createModels({ config, settingsStore }, network)
  const engine = createEngine(config, log)
  const remotes = createRemotes(config, log)
  const mailer = configuredMailer(config, () => settingsStore.system().mail.sender)
  const real = configuredGateway(config)
  const sandbox =
    real || (config.production && config.ALLOW_SANDBOX_PAYMENTS !== 'yes')
      ? null
      : createSandbox({ db: database.db, now: systemClock, authSecret: config.authSecret, log })
  return {
    config,
    log,
    db: database.db,
    bus: database.bus,
    now: systemClock,
    files: createFileStore(config),
    engine,
    remotes,
    /** Read anew: whoever spreads the world into a ctx keeps the model of that moment. */
    get models() {
      return models()
    },
    settings: settingsStore.system,
    settingsStore,
    mailer,
    gateway: real ?? sandbox?.gateway ?? null,
    sandbox,
    async close() {
      settingsStore.close()
      mailer?.close()
      await sandbox?.close()
      await remotes.close()
      await closeSpare()
      await engine.close()
      await logStore.close()
      await database.close()
    },
  }
}

/** Runs a command over a world of its own, as `bun run seed` does; what people can mend is said in one sentence. */
export async function runInWorld(work: (world: World) => Promise<void>): Promise<void> {
  try {
    const world = await createWorld(readConfig())
    await work(world).finally(() => world.close())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = ERROR_KINDS[error.kind].exit
  }
}
