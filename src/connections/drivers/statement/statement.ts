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
  const tokens = tokenize(sql, grammar)
  const parser = new SelectParser(tokens, grammar, naming)
  parser.statement()
  const { limit, otherLimit, replaced } = parser
  return {
    text: written(tokens, grammar, replaced),
    limit: limit ? BigInt(limit.text) : null,
    otherLimit,
    limited(rows) {
      const most = BigInt(whole(rows))
      if (otherLimit) return written(tokens, grammar, replaced)
      if (!limit) return `${written(tokens, grammar, replaced)} limit ${most}`
      if (BigInt(limit.text) <= most) return written(tokens, grammar, replaced)
      return written(tokens, grammar, new Map([...replaced, [limit, String(most)]]))
    },
  }
}

function written(tokens: Token[], grammar: Grammar, replaced: ReadonlyMap<Token, string>): string {
  let text = ''
  let end = 0
  for (const token of tokens) {
    if (token.kind === 'end') break
    const own = token.kind === 'name' ? grammar.quoted(token.text) : token.text
    const said = replaced.get(token) ?? own
    // A space where there was one or a comment; never where two words would become one.
    if (text && token.start > end) text += ' '
    text += said
    end = token.end
  }
  return text
}
