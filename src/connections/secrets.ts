import { AppError, unprocessable } from '#base/errors.ts'
import { seal, unseal } from '#base/seal.ts'
import type { World } from '../ctx.ts'
import type { ConnectionSecrets } from './rules/connection.ts'

const placeOf = (id: string) => `connections:${id}:secrets`

/** The secrets of a connection as they are kept; null when there are none. */
export const sealed = (world: Pick<World, 'config'>, id: string, secrets: ConnectionSecrets): string | null =>
  Object.keys(secrets).length === 0 ? null : seal(world.config.sealKeys, placeOf(id), JSON.stringify(secrets))

/**
 * Opens the secrets of a connection, for one call.
 * @throws AppError unprocessable `secrets_lost` when the key that sealed them is gone
 */
export function unsealed(
  world: Pick<World, 'config' | 'log'>,
  { id, secrets }: { id: string; secrets: string | null },
): ConnectionSecrets {
  if (secrets === null) return {}
  try {
    return JSON.parse(unseal(world.config.sealKeys, placeOf(id), secrets)) as ConnectionSecrets
  } catch {
    world.log.error('secrets of a connection cannot be opened', { connection: id })
    throw unprocessable(
      'The key that sealed the password of this connection is gone from this server. Type the password again.',
      'secrets_lost',
    )
  }
}

/** Least length of a secret that is looked for in texts: shorter ones are words by chance. */
const LEAST = 4

/** A text without any of the secrets in it: messages of a source may repeat what was sent to it. */
export function withoutSecrets(text: string, secrets: ConnectionSecrets): string {
  const values = Object.values(secrets)
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value ?? {})))
    .flatMap((value) => [value, ...value.split(/[\s:]+/), encodeURIComponent(value)])
    .filter((value) => value.length >= LEAST)
    .sort((a, b) => b.length - a.length)
  return values.reduce((rest, value) => rest.replaceAll(value, '[redacted]'), text)
}

/** Does something with secrets; what it rejects with does not repeat them, neither to people nor in the log. */
export async function guarding<T>(secrets: ConnectionSecrets, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const original = error instanceof Error ? error.message : String(error)
    const message = withoutSecrets(original, secrets)
    if (!(error instanceof AppError)) throw message === original ? error : new Error(message)
    const details = error.details && (JSON.parse(withoutSecrets(JSON.stringify(error.details), secrets)) as object)
    throw new AppError(error.kind, message, { code: error.code, ...(details ? { details: { ...details } } : {}) })
  }
}
