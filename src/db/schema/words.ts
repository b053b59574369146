import { type SQL, sql } from 'drizzle-orm'

/** The words of a text, to be found by their beginnings: names as they are written, an address by each of its parts. */
export const wordsOf = (text: SQL): SQL => sql`to_tsvector('simple'::regconfig, translate(${text}, '@._+-/', '      '))`

/**
 * Asks for words that begin like each of `q`, in any order; null when `q` has no letter or digit, which finds nothing. For `@@`.
 * @param q as a person types it
 */
export function wordsLike(q: string): SQL | null {
  const words = q.split(/[\s@._+\-/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  const asked = words.map((word) => `'${word.replace(/['\\]/g, (it) => it + it)}':*`).join(' & ')
  return sql`to_tsquery('simple'::regconfig, ${asked})`
}
