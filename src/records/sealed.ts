import { and, asc, eq, getTableName, gt, isNotNull, notLike } from 'drizzle-orm'
import { newestKey, seal, unseal } from '#base/seal.ts'
import { canvasEmbeddings, connections, signingKeys, twoFactors, watchWebhooks } from '#db/schema/index.ts'
import type { World } from '../ctx.ts'

/** How many secrets a rotation sealed anew, and how many no key of ours opens any more. */
export type Rotation = { key: string; resealed: number; lost: number }

/** Every secret of people that the database keeps. What others leave only for a day (webhook secrets) is made anew at each start. */
const KEPT = [
  { table: connections, secret: connections.secrets, property: 'secrets' },
  { table: watchWebhooks, secret: watchWebhooks.secrets, property: 'secrets' },
  { table: twoFactors, secret: twoFactors.secret, property: 'secret' },
  { table: canvasEmbeddings, secret: canvasEmbeddings.secret, property: 'secret' },
  { table: signingKeys, secret: signingKeys.privateKey, property: 'privateKey' },
] as const
const STEP = 200

/**
 * Seals every secret anew that another key than the newest has sealed: after it, the older keys may be taken away. Safe beside running
 * servers: a secret that changes meanwhile is left as it is then.
 */
export async function rotate(world: World): Promise<Rotation> {
  const { sealKeys } = world.config
  const done: Rotation = { key: newestKey(sealKeys), resealed: 0, lost: 0 }
  const byNewest = `v2.${done.key.replace(/[\\%_]/g, '\\$&')}.%`
  for (const { table, secret, property } of KEPT) {
    const { id } = table
    // Where it is kept, as it was sealed for.
    const place = (id: string) => `${getTableName(table)}:${id}:${secret.name}`
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
        else {
          const put = await world.db
            .update(table)
            .set({ [property]: seal(sealKeys, place(row.id), text) } as object)
            .where(and(eq(id, row.id), eq(secret, row.secret)))
            .returning({ id })
          done.resealed += put.length
        }
      }
      after = rows.at(-1)!.id
    }
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
