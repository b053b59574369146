import { type SQL, sql } from 'drizzle-orm'

/** Letters that have no accent to take off, and what people type for them. */
const PLAIN: Record<string, string> = { ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H' }
const SEPARATORS = '@._+-/'

/**
 * The words of a text, to be found by their beginnings and without their accents: names as they are written, an address by each of its
 * parts. All of it is immutable, so that an index can be made of it.
 */
export const wordsOf = (text: SQL): SQL => {
  const [from, to] = [
    SEPARATORS + Object.keys(PLAIN).join(''),
    ' '.repeat(SEPARATORS.length) + Object.values(PLAIN).join(''),
  ]
  return sql`to_tsvector('simple'::regconfig, translate(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'), ${sql.raw(`'${from}'`)}, ${sql.raw(`'${to}'`)}))`
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øØłŁđĐıħĦ]/g, (letter) => PLAIN[letter]!)

/**
 * Asks for words that begin like each of `q`, in any order; null when `q` has no letter or digit, which finds nothing. For `@@`.
 * @param q as a person types it
 */
export function wordsLike(q: string): SQL | null {
  const words = plain(q)
    .split(/[\s@._+\-/]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  const asked = words.map((word) => `'${word.replace(/['\\]/g, (it) => it + it)}':*`).join(' & ')
  return sql`to_tsquery('simple'::regconfig, ${asked})`
}
