export type LotKind = 'trial' | 'plan' | 'bonus' | 'purchased' | 'granted'

/** A grant of credits with one expiry date; `remaining` are its free credits. */
export type Lot = { id: string; kind: LotKind; remaining: number; expiresAt: Date; createdAt: Date }

/** Among lots that expire together, what was given burns before what was paid for. */
const RANK: Record<LotKind, number> = { trial: 0, plan: 0, granted: 1, bonus: 1, purchased: 2 }

/** Order in which lots burn: soonest expiry, then given before paid, then oldest. */
export const burnOrder = (a: Lot, b: Lot): number =>
  Number(a.expiresAt) - Number(b.expiresAt) ||
  RANK[a.kind] - RANK[b.kind] ||
  Number(a.createdAt) - Number(b.createdAt) ||
  (a.id < b.id ? -1 : 1)

export type Share = { lotId: string; amount: number }

/** Takes `amount` from `lots` in burn order: what comes from which lot, or null when they hold less. */
export function burn(lots: readonly Lot[], amount: number): Share[] | null {
  const shares: Share[] = []
  let missing = amount
  for (const lot of [...lots].sort(burnOrder)) {
    if (missing === 0) break
    const taken = Math.min(lot.remaining, missing)
    if (taken > 0) shares.push({ lotId: lot.id, amount: taken })
    missing -= taken
  }
  return missing === 0 ? shares : null
}

/** From this moment on a lot's free credits are gone. */
export const hasExpired = (lot: Pick<Lot, 'expiresAt'>, now: Date): boolean => lot.expiresAt <= now
