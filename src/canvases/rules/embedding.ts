import { z } from 'zod'
import { moment } from '#base/answer.ts'
import { LIMITS } from './board.ts'
import { filtersText, temporaryId } from './filter-address.ts'

/** A token may say that it ends at most so many seconds from now: what can be shown for longer is a link. */
export const LONGEST_TOKEN = 24 * 60 * 60
/** Characters of a token. */
export const LARGEST_TOKEN = 6_000
const MOST_HOSTS = 20

/** An origin as `frame-ancestors` knows it: https with a host, whose first part may be any; or this machine, for trying it. */
const HOST =
  /^(?:https:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/
const hosts = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .transform((text) => text.replace(/\/$/, ''))
      .pipe(z.string().regex(HOST, 'Write each host as https://app.example.com or https://*.example.com.')),
  )
  .max(MOST_HOSTS)
export const embeddingChange = z.object({
  hosts: hosts.describe('Origins of the pages that may show a canvas in a frame.'),
})
/** The same as people type it, one a line. */
export const embeddingForm = z.object({
  hosts: z
    .string()
    .max(3_000)
    .transform((text, check) => {
      const found = hosts.safeParse(text.split(/[\s,]+/).filter(Boolean))
      if (found.success) return found.data
      check.addIssue({ code: 'custom', message: found.error.issues[0]!.message })
      return z.NEVER
    }),
})
export const embedding = z.object({
  hosts: z.array(z.string()),
  secret_at: moment.nullable().describe('When the secret was made that works now; null where there is none.'),
})
export const embeddingSecret = embedding.extend({
  secret: z.string().describe('Sign tokens with it (HS256). The only time that it is told.'),
})

/**
 * What a token says. `filters`: the values that rows must have, by the id of a filter of the canvas or by `table.column`; `parameters`: values
 * of parameters of the canvas by their names.
 */
export const embedClaims = z.object({
  canvas: z.string().max(40),
  exp: z.number(),
  filters: z
    .record(z.string().min(1).max(300), z.array(z.string().max(300)).min(1).max(50))
    .refine(
      (filters) => Object.keys(filters).length <= LIMITS.filters,
      `A token has at most ${LIMITS.filters} filters.`,
    )
    .default({}),
  parameters: z.record(z.string().max(40), z.string().max(300)).default({}),
})

type Claims = z.infer<typeof embedClaims>

/** Claims of any token, which libraries add by themselves. */
const REGISTERED = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']
const CLAIMS = new Set([...Object.keys(embedClaims.shape), ...REGISTERED])
/** A claim that means nothing here: one that was misspelt would filter nothing. */
export const unknownClaim = (claims: object): string | undefined =>
  Object.keys(claims).find((name) => !CLAIMS.has(name))

/** The filters and parameters of a token as addresses have them, whatever stands in their values. */
export function embedFilters(filters: Claims['filters'], parameters: Claims['parameters']): string {
  const named = Object.entries(filters).map(([name, values]) => {
    const [table, column, ...others] = name.split('.')
    const id = table && column && others.length === 0 ? temporaryId({ table, column }) : name
    return [id, { kind: 'values' as const, values }] as const
  })
  const set = Object.entries(parameters).map(([name, text]) => [name, { kind: 'parameter' as const, text }] as const)
  return filtersText(Object.fromEntries([...named, ...set]))
}
