import { z } from 'zod'

/** A filter of a few values; empty is none, as forms send it. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.literal(''), z.enum(values)])
    .optional()
    .transform((value) => (value || undefined) as T[number] | undefined)

/**
 * The order of a list: by the moment at which its rows came about (`created`) or by another of its columns, the greatest first, or with
 * `_asc` the least.
 */
export const sortBy = <const T extends string>(...columns: T[]) =>
  choice(
    ['created', ...columns].flatMap((name) => [name, `${name}_asc`]) as unknown as readonly [
      'created' | 'created_asc' | T | `${T}_asc`,
    ],
  )
