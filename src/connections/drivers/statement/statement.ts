import { checkText } from '../gate.ts'
import { whole } from '../select.ts'
import type { Naming } from './from.ts'
import type { Grammar } from './grammar.ts'
import { SelectParser } from './parser.ts'
import { type Token, tokenize } from './tokens.ts'

/** `limit`: where the count of the outermost LIMIT or FETCH stands in `tokens`; `otherLimit`: it is limited in another way. */
export type Checked = { text: string; limit: bigint | null; otherLimit: boolean; limited(rows: number): string }

/**
 * Reads a statement and writes it anew from what was understood of it: comments are gone, tables have their whole names in quotes
 * and so have names that the statement gives, so that an engine that reads something differently finds nothing to read.
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function checked(sql: string, grammar: Grammar, naming: Naming): Checked {
  checkText(sql)
  const parser = new SelectParser(tokenize(sql, grammar), grammar, naming)
  parser.statement()
  const { limit, otherLimit } = parser
  const text = written(sql, parser, grammar)
  return {
    text,
    limit: limit ? BigInt(limit.text) : null,
    otherLimit,
    limited(rows) {
      const most = BigInt(whole(rows))
      if (otherLimit) return text
      if (!limit) return `${text} limit ${most}`
      if (BigInt(limit.text) <= most) return text
      parser.replaced.set(limit, String(most))
      return written(sql, parser, grammar)
    },
  }
}

function written(sql: string, { tokens, replaced, touching, unnamed }: SelectParser, grammar: Grammar): string {
  const ends = new Map(unnamed.map((item) => [item.at(-1)!, item]))
  const begins = new Map<Token, number>()
  let text = ''
  let end = 0
  for (const token of tokens) {
    if (token.kind === 'end') break
    const own = token.kind === 'name' ? grammar.quoted(token.text) : token.text
    // A space where there was one or a comment; two dashes would begin a comment.
    const isApart = token.start > end || (token.text === '-' && text.endsWith('-'))
    if (text && isApart && !touching.has(token)) text += ' '
    begins.set(token, text.length)
    text += replaced.get(token) ?? own
    end = token.end
    const item = ends.get(token)
    if (item) text += nameOf(item)
  }
  return text

  /** The name that the engine would have given, if it is not that of what is written now. */
  function nameOf(item: Token[]): string {
    const asked = sql.slice(item[0]!.start, end)
    const isNamed = item.every(
      ({ kind, text }) => kind === 'word' || kind === 'name' || kind === 'string' || text === '.',
    )
    return isNamed || text.slice(begins.get(item[0]!)) === asked ? '' : ` as ${grammar.quoted(asked)}`
  }
}
