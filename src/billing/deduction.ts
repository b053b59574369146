import { AppError } from '#base/errors.ts'
import { inTransaction } from '#db/connect.ts'
import { ensureAccount, spendableLots } from './credits.ts'
import { begin, enter, type LedgerCtx, moves } from './ledger.ts'
import { creditText } from './rules/credit.ts'
import { burn } from './rules/lot.ts'

/** `key` makes it idempotent: the same key deducts once. */
export type Deduction = { credits: number; key: string; note: string }

/**
 * Takes free credits of a person away, in the order in which they burn; never what open holds stand on, and never below zero.
 * @returns false when this key took before
 * @throws AppError unprocessable `too_few_credits`
 */
export const deduct = (ctx: LedgerCtx, userId: string, { credits, key, note }: Deduction): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { held } = await ensureAccount(ctx, userId)
    const id = await begin(ctx, { userId, kind: 'deduct', idempotencyKey: key, note })
    if (!id) return false
    const lots = await spendableLots(ctx, userId)
    const shares = burn(lots, credits)
    if (!shares) {
      const free = lots.reduce((sum, lot) => sum + lot.remaining, 0)
      throw tooFew(free, held)
    }
    await enter(ctx, userId, id, moves(shares, 'free', 'returned'))
    return true
  })

const tooFew = (free: number, held: number) =>
  new AppError(
    'unprocessable',
    `This person has ${creditText(free)} free${held > 0 ? ` and ${creditText(held)} set aside for running questions` : ''}. Take at most what is free.`,
    { code: 'too_few_credits', details: { balance: free, held } },
  )
