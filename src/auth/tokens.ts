import { and, desc, gt, isNull, or, sql } from 'drizzle-orm'
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { newId } from '#base/ids.ts'
import { seal, unseal } from '#base/seal.ts'
import { DAY } from '#base/time.ts'
import type { Config } from '#config.ts'
import { inTransaction } from '#db/connect.ts'
import { signingKeys } from '#db/schema/index.ts'
import type { Ctx, World } from '../ctx.ts'
import { SESSION } from './rules/session.ts'

type Key = Awaited<ReturnType<typeof importJWK>>
/** What a process remembers of table signing_keys: public keys by id, and the one that it signs with. */
type KeyRing = { publicKeys: Map<string, Key>; readAt: number; signer: { id: string; key: Key; until: number } | null }

const ALGORITHM = 'EdDSA'
const ISSUER = 'tabletalk'
/** A key signs for 90 days and is believed for another day, far longer than any token lives. */
const SIGNING_LIFE = 90 * DAY
const KEY_LIFE = SIGNING_LIFE + DAY
/** Unknown key ids make a process read the table again, at most this often. */
const REREAD_AFTER = 1000
const KEY_LOCK = 7_203_115

const rings = new WeakMap<Config, KeyRing>()

function ringOf(world: World): KeyRing {
  let ring = rings.get(world.config)
  if (!ring) {
    ring = { publicKeys: new Map(), readAt: 0, signer: null }
    rings.set(world.config, ring)
  }
  return ring
}

/** A signed access token for one session; it is invalid once that session ends. */
export async function issue(ctx: Ctx, userId: string, sessionId: string): Promise<{ token: string; expiresAt: Date }> {
  const { id, key } = await signer(ctx)
  const issuedAt = Math.floor(ctx.now().getTime() / 1000)
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, kid: id })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SESSION.tokenLifetime)
    .sign(key)
  return { token, expiresAt: new Date((issuedAt + SESSION.tokenLifetime) * 1000) }
}

/** The session that a token speaks for, or null when it is not ours or has expired. Whether that session lives is the guard's query. */
export async function sessionOf(ctx: Ctx, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => publicKey(ctx, kid), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      currentDate: ctx.now(),
    })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch (error) {
    // jose's errors mean a token that is no good; anything else (the database) is a failure of ours.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return null
    throw error
  }
}

class UnknownKey extends Error {
  readonly code = 'ERR_JWKS_NO_MATCHING_KEY'
}

async function publicKey(ctx: Ctx, id: string | undefined): Promise<Key> {
  const ring = ringOf(ctx)
  const age = ctx.now().getTime() - ring.readAt
  if (age > SESSION.keyCache || (id && !ring.publicKeys.has(id) && age > REREAD_AFTER)) await readKeys(ctx, ring)
  const key = id && ring.publicKeys.get(id)
  if (!key) throw new UnknownKey('The token was signed with an unknown key.')
  return key
}

async function readKeys(ctx: Ctx, ring: KeyRing): Promise<void> {
  const rows = await ctx.db
    .select({ id: signingKeys.id, publicKey: signingKeys.publicKey })
    .from(signingKeys)
    .where(or(isNull(signingKeys.expiresAt), gt(signingKeys.expiresAt, ctx.now())))
  const keys = await Promise.all(
    rows.map(async (row) => [row.id, await importJWK(JSON.parse(row.publicKey) as JWK, ALGORITHM)] as const),
  )
  ring.publicKeys = new Map(keys)
  ring.readAt = ctx.now().getTime()
}

/** The key that signs now: the newest young one, or a new one. All processes share it. */
async function signer(ctx: Ctx): Promise<{ id: string; key: Key }> {
  const ring = ringOf(ctx)
  const now = ctx.now().getTime()
  if (ring.signer && ring.signer.until > now) return ring.signer
  const { row, privateJwk } = await inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`)
    const [young] = await ctx.db
      .select()
      .from(signingKeys)
      .where(and(gt(signingKeys.createdAt, new Date(now - SIGNING_LIFE)), gt(signingKeys.expiresAt, ctx.now())))
      .orderBy(desc(signingKeys.createdAt))
      .limit(1)
    if (young) return { row: young, privateJwk: unseal(ctx.config.sealKeys, placeOf(young.id), young.privateKey) }
    return makeKey(ctx)
  })
  const key = await importJWK(JSON.parse(privateJwk) as JWK, ALGORITHM)
  ring.publicKeys.set(row.id, await importJWK(JSON.parse(row.publicKey) as JWK, ALGORITHM))
  ring.signer = { id: row.id, key, until: row.createdAt.getTime() + SIGNING_LIFE }
  return ring.signer
}

async function makeKey(ctx: Ctx) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const id = newId()
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  const [row] = await ctx.db
    .insert(signingKeys)
    .values({
      id,
      publicKey: JSON.stringify(await exportJWK(pair.publicKey)),
      privateKey: seal(ctx.config.sealKeys, placeOf(id), privateJwk),
      createdAt: ctx.now(),
      expiresAt: new Date(ctx.now().getTime() + KEY_LIFE),
    })
    .returning()
  return { row: row!, privateJwk }
}

const placeOf = (id: string) => `signing_keys:${id}:private_key`
