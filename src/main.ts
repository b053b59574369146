import { firstAdminLink } from '#auth/first-admin.ts'
import { AppError, ERROR_KINDS } from '#base/errors.ts'
import { redactText } from '#base/redact.ts'
import { readConfig } from './config.ts'
import { startServer } from './server.ts'

/** Says what is wrong and ends: in one sentence when we know it, whole when we do not. */
function exitWith(error: Error): never {
  const isExpected = error instanceof AppError
  process.stderr.write(`${isExpected ? error.message : redactText(error.stack ?? error.message)}\n`)
  process.exit(ERROR_KINDS[isExpected ? error.kind : 'internal'].exit)
}

const server = await Promise.try(() => startServer(readConfig())).catch(exitWith)
// Work in the background that fails, as while the database is away, must not take along what others do.
process.on('unhandledRejection', (error) => server.world.log.error('a failure that nobody waited for', { error }))
process.stdout.write(`Listening on ${server.address}\n`)
const link = await firstAdminLink(server.world, server.address)
if (link) process.stdout.write(`Whoever opens this link first becomes the platform admin: ${link}\n`)

let stopping = false
async function stop(signal: number) {
  // Whoever asks twice does not want to wait.
  if (stopping) process.exit(128 + signal)
  stopping = true
  await server.stop()
  process.exit(0)
}
process.on('SIGINT', () => stop(2))
process.on('SIGTERM', () => stop(15))
