import { checkText } from '../gate.ts'
import { whole } from '../select.ts'
import type { Reach } from './from.ts'
import type { Grammar } from './grammar.ts'
import { SelectParser } from './parser.ts'
import { type Token, tokenize } from './tokens.ts'

/**
 * Decides whether a statement of somebody may run at a source; fails closed. Every word must belong to a SELECT as the grammar knows
 * it, every function to those that only compute, every table to the visible ones or a common table expression in reach.
 * @returns the statement, written anew from what was understood of it, with a limit on its rows: comments are gone, tables have their
 * whole names in quotes and so have names that the statement gives. What an engine would read differently is not in what it gets
 * @throws AppError unprocessable sql_error, sql_refused
 */
export function gate(sql: string, grammar: Grammar, reach: Reach, rows: number): string {
  checkText(sql)
  const most = BigInt(whole(rows))
  const parser = new SelectParser(tokenize(sql, grammar), grammar, reach)
  parser.statement()
  const { limit } = parser
  if (grammar.limit === 'session') return written(sql, parser, grammar)
  if (grammar.limit === 'around') return `select * from (${written(sql, parser, grammar)}) limit ${most}`
  if (limit && BigInt(limit.text) > most) parser.replaced.set(limit, String(most))
  return `${written(sql, parser, grammar)}${limit || parser.otherLimit ? '' : ` limit ${most}`}`
}

/** The statement as it runs, from what a reader understood of it. */
export function written(
  sql: string,
  { tokens, replaced, touching, unnamed }: Pick<SelectParser, 'tokens' | 'replaced' | 'touching' | 'unnamed'>,
  grammar: Grammar,
): string {
  const ends = new Map(unnamed.map((item) => [item.at(-1)!, item]))
  const begins = new Map<Token, number>()
  let text = ''
  let end = 0
  for (const token of tokens) {
    if (token.kind === 'end') break
    const word = replaced.get(token) ?? (token.kind === 'name' ? grammar.quoted(token.text) : token.text)
    // A space where there was one or a comment, and where two dashes would begin a comment or two quotes mean one.
    const isApart = token.start > end || (/^["'`-]/.test(word) && text.endsWith(word[0]!))
    if (text && isApart && !touching.has(token)) text += ' '
    begins.set(token, text.length)
    text += word
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
