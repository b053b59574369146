import { openModels } from '#analyst/model/configured.ts'
import { systemClock } from '#base/time.ts'
import { connect } from '#db/connect.ts'
import { openFiles } from '#outside/files.ts'
import { openLogKeeper } from '#outside/log-keeper.ts'
import { createLog } from '#outside/logs.ts'
import { configuredMailer } from '#outside/mail.ts'
import { openNetwork } from '#outside/network.ts'
import { configuredGateway } from '#outside/razorpay.ts'
import { openSandbox } from '#outside/sandbox/sandbox.ts'
import { openEngine } from '#query/engine/engine.ts'
import { openSettings } from '#records/settings.ts'
import { openRemotes, ownDatabase } from '#sources/drivers/pool.ts'
import type { Config } from './config.ts'
import type { World } from './ctx.ts'

/** Opens everything outside, once. `close` ends it in the reverse order. */
export async function openWorld(config: Config): Promise<World & { close(): Promise<void> }> {
  const keeper = openLogKeeper()
  const log = createLog(config, undefined, keeper.keep)
  const database = await connect({ databaseUrl: config.DATABASE_URL, dataDir: config.dataDir })
  keeper.attach(database.db)
  const settingsStore = await openSettings({ config, db: database.db, log })
  const network = openNetwork({
    allowed: config.ALLOWED_PRIVATE_HOSTS ?? '',
    refused: ownDatabase(config.DATABASE_URL),
  })
  const models = openModels({ config, settingsStore }, network)
  const engine = openEngine(config, log)
  const remotes = openRemotes(config, log)
  const mailer = configuredMailer(config, () => settingsStore.system().mail.sender)
  const real = configuredGateway(config)
  const sandbox =
    real || (config.production && config.ALLOW_SANDBOX_PAYMENTS !== 'yes')
      ? null
      : openSandbox({ db: database.db, now: systemClock, authSecret: config.authSecret, log })
  return {
    config,
    log,
    db: database.db,
    bus: database.bus,
    now: systemClock,
    files: openFiles(config),
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
      await engine.close()
      await keeper.close()
      await database.close()
    },
  }
}
