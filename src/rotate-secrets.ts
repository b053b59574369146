import { ERROR_KINDS } from '#base/errors.ts'
import { rotate } from '#records/sealed.ts'
import * as xai from '#records/xai.ts'
import { runInWorld } from './world.ts'

/**
 * `bun run rotate-secrets`: seals every secret that the database keeps with the newest key of SECRET_KEYS. A server does the same by itself within
 * an hour of its start; this says when it is done. With the embedded database the server must be stopped.
 */
await runInWorld(async (world) => {
  const { key, resealed: found, lost } = await rotate(world)
  const resealed = found + (await xai.reseal(world))
  process.stdout.write(
    `${resealed} secrets were sealed anew; all that can be opened are sealed with the key "${key}".\n`,
  )
  if (lost > 0) {
    process.stderr.write(`${lost} secrets cannot be opened: the key that sealed them is not in SECRET_KEYS.\n`)
    process.exitCode = ERROR_KINDS.misconfigured.exit
  }
})
