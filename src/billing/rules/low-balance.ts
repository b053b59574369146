import { z } from 'zod'

const MOST = 100_000
const TEXT = 'Please give a whole number from 0 to 100,000, or nothing.'

const number = z.number(TEXT).int(TEXT).min(0, TEXT).max(MOST, TEXT)
/** At how many credits somebody wants to be told: a number as calls send it, or the text of a field; null or nothing for never. */
export const lowBalanceBody = z.object({
  threshold: z.union(
    [
      number,
      z.null(),
      z
        .string()
        .trim()
        .transform((text) => (/^\d+$/.test(text) ? Number(text) : text === '' ? null : Number.NaN))
        .pipe(z.union([number, z.null()], TEXT)),
    ],
    TEXT,
  ),
})
