import { and, eq, gt, isNotNull, notLike } from 'drizzle-orm'
import { AppError } from '#base/errors.ts'
import { isSealedByNewest, newestKey, seal, unseal } from '#base/seal.ts'
import { connections } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'
import type { ConnectionSecrets } from './rules/connection.ts'

const placeOf = (id: string) => `connections:${id}:secrets`
/** Rows that a step of the rotation looks at. */
const STEP = 200

/** The secrets of a connection as they are kept; null when there are none. */
export const sealed = (world: Pick<World, 'config'>, id: string, secrets: ConnectionSecrets): string | null =>
  Object.keys(secrets).length === 0 ? null : seal(world.config.sealKeys, placeOf(id), JSON.stringify(secrets))

/**
 * Opens the secrets of a connection, for one call.
 * @throws AppError unprocessable `secrets_lost` when the key that sealed them is gone
 */
export function opened(
  world: Pick<World, 'config' | 'log'>,
  { id, secrets }: { id: string; secrets: string | null },
): ConnectionSecrets {
  if (secrets === null) return {}
  try {
    return JSON.parse(unseal(world.config.sealKeys, placeOf(id), secrets)) as ConnectionSecrets
  } catch {
    world.log.error('secrets of a connection cannot be opened', { connection: id })
    throw new AppError(
      'unprocessable',
      'The key that sealed the password of this connection is gone from this server. Type the password again.',
      { code: 'secrets_lost' },
    )
  }
}

export type Rotation = { key: string; resealed: number; lost: number }

/**
 * Seals every secret of connections anew that another key than the newest has sealed: after it, the older keys may be taken away.
 * Safe beside running servers: a secret that changes meanwhile is left as it is then.
 */
export async function rotate(world: World): Promise<Rotation> {
  const { sealKeys } = world.config
  const done: Rotation = { key: newestKey(sealKeys), resealed: 0, lost: 0 }
  for (let after = ''; ; ) {
    const rows = await world.db
      .select({ id: connections.id, secrets: connections.secrets })
      .from(connections)
      .where(
        and(
          isNotNull(connections.secrets),
          notLike(connections.secrets, `v2.${done.key.replace(/[\\%_]/g, '\\$&')}.%`),
          gt(connections.id, after),
        ),
      )
      .orderBy(connections.id)
      .limit(STEP)
    if (rows.length === 0) return done
    for (const { id, secrets } of rows) {
      const outcome = await reseal(world, id, secrets!)
      if (outcome !== 'same') done[outcome]++
    }
    after = rows.at(-1)!.id
  }
}

async function reseal(world: World, id: string, before: string): Promise<'resealed' | 'lost' | 'same'> {
  const { sealKeys } = world.config
  if (isSealedByNewest(sealKeys, before)) return 'same'
  let text: string
  try {
    text = unseal(sealKeys, placeOf(id), before)
  } catch {
    // Its key is gone: the connection says so itself when it is used.
    return 'lost'
  }
  const changed = await world.db
    .update(connections)
    .set({ secrets: seal(sealKeys, placeOf(id), text) })
    .where(and(eq(connections.id, id), eq(connections.secrets, before)))
    .returning({ id: connections.id })
  return changed.length > 0 ? 'resealed' : 'same'
}

/** Least length of a secret that is looked for in texts: shorter ones are words by chance. */
const LEAST = 4

/** A text without any of the secrets in it: what a source says of itself may repeat what it was told. */
export function withoutSecrets(text: string, secrets: ConnectionSecrets): string {
  const values = Object.values(secrets)
    .flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value ?? {})))
    .flatMap((value) => [value, ...value.split(/[\s:]+/), encodeURIComponent(value)])
    .filter((value) => value.length >= LEAST)
    .sort((a, b) => b.length - a.length)
  return values.reduce((rest, value) => rest.replaceAll(value, '[redacted]'), text)
}

/** Does something with secrets; what it rejects with does not repeat them. */
export async function guarding<T>(secrets: ConnectionSecrets, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const details = error.details && (JSON.parse(withoutSecrets(JSON.stringify(error.details), secrets)) as object)
    throw new AppError(error.kind, withoutSecrets(error.message, secrets), {
      code: error.code,
      ...(details ? { details: { ...details } } : {}),
    })
  }
}
