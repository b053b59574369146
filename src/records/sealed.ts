import { and, asc, eq, gt, isNotNull, notLike } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { newestKey, seal, unseal } from '#base/seal.ts'
import { connections, signingKeys, twoFactors } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'

/** How many secrets a rotation sealed anew, and how many no key of ours opens any more. */
export type Rotation = { key: string; resealed: number; lost: number }

type Kept = {
  /** Where it is kept, as it was sealed for. */
  place: (id: string) => string
  id: PgColumn
  secret: PgColumn
  table: typeof connections | typeof signingKeys | typeof twoFactors
  put: (world: World, id: string, before: string, after: string) => Promise<{ id: string }[]>
}

/** Every secret of people that the database keeps. What others leave only for a day (webhook secrets) is made anew at each start. */
const KEPT: Kept[] = [
  {
    place: (id) => `connections:${id}:secrets`,
    table: connections,
    id: connections.id,
    secret: connections.secrets,
    put: ({ db }, id, before, after) =>
      db
        .update(connections)
        .set({ secrets: after })
        .where(and(eq(connections.id, id), eq(connections.secrets, before)))
        .returning({ id: connections.id }),
  },
  {
    place: (id) => `two_factors:${id}:secret`,
    table: twoFactors,
    id: twoFactors.id,
    secret: twoFactors.secret,
    put: ({ db }, id, before, after) =>
      db
        .update(twoFactors)
        .set({ secret: after })
        .where(and(eq(twoFactors.id, id), eq(twoFactors.secret, before)))
        .returning({ id: twoFactors.id }),
  },
  {
    place: (id) => `signing_keys:${id}:private_key`,
    table: signingKeys,
    id: signingKeys.id,
    secret: signingKeys.privateKey,
    put: ({ db }, id, before, after) =>
      db
        .update(signingKeys)
        .set({ privateKey: after })
        .where(and(eq(signingKeys.id, id), eq(signingKeys.privateKey, before)))
        .returning({ id: signingKeys.id }),
  },
]
/** Rows that a step looks at. */
const STEP = 200

/**
 * Seals every secret anew that another key than the newest has sealed: after it, the older keys may be taken away. Safe beside running
 * servers: a secret that changes meanwhile is left as it is then.
 */
export async function rotate(world: World): Promise<Rotation> {
  const { sealKeys } = world.config
  const done: Rotation = { key: newestKey(sealKeys), resealed: 0, lost: 0 }
  const byNewest = `v2.${done.key.replace(/[\\%_]/g, '\\$&')}.%`
  for (const { id, secret, table, place, put } of KEPT)
    for (let after = ''; ; ) {
      const rows = (await world.db
        .select({ id, secret })
        .from(table)
        .where(and(isNotNull(secret), notLike(secret, byNewest), gt(id, after)))
        .orderBy(asc(id))
        .limit(STEP)) as { id: string; secret: string }[]
      if (rows.length === 0) break
      for (const row of rows) {
        const text = textOf(world, place(row.id), row.secret)
        if (text === null) done.lost++
        else done.resealed += (await put(world, row.id, row.secret, seal(sealKeys, place(row.id), text))).length
      }
      after = rows.at(-1)!.id
    }
  return done
}

/** Null when its key is gone: whoever needs it says so. */
function textOf({ config }: World, place: string, sealed: string): string | null {
  try {
    return unseal(config.sealKeys, place, sealed)
  } catch {
    return null
  }
}
