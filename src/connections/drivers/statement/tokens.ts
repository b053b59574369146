import { sqlError } from '../failure.ts'
import { refuse } from '../gate.ts'
import type { Grammar } from './grammar.ts'

/** `text`: for a word, number or text as it is written, for a name without its quotes, for a sign itself. */
export type Token = {
  kind: 'word' | 'name' | 'string' | 'number' | 'sign' | 'end'
  text: string
  start: number
  end: number
}

const SIGNS = ['<=>', '->', '=>', '::', '<=', '>=', '<>', '!=', '==', '||']
const SINGLE = new Set([...'().,+-*/%&|^~=<>:[]!'])
const AFTER_NUMBER = /[A-Za-z0-9_$\u0080-\uffff]/

/**
 * The words of a statement. Whatever engines might read differently (letters outside of ASCII without quotes, comments inside
 * comments, dollar quotes, variables, parameters) is refused, so that what is checked is what runs.
 */
export function tokenize(sql: string, grammar: Grammar): Token[] {
  const { lexis } = grammar
  const signs = [...grammar.operators, ...SIGNS].sort((a, b) => b.length - a.length)
  const tokens: Token[] = []
  let at = 0
  const matched = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(sql)?.[0] ?? null
  }
  const add = (kind: Token['kind'], text: string, end: number) => {
    tokens.push({ kind, text, start: at, end })
    at = end
  }
  while (at < sql.length) {
    const char = sql[at]!
    const blank = matched(lexis.space) ?? matched(lexis.lineComment)
    if (blank) at += blank.length
    else if (sql.startsWith('/*', at)) at = endOfComment(sql, at)
    else if (grammar.textQuotes.includes(char)) add('string', ...text(sql, at, grammar))
    else if (grammar.nameQuotes[char]) add('name', ...name(sql, at, grammar))
    else if (char === ';') at = lastOne(sql, at, grammar)
    else if (/[0-9]/.test(char) || (char === '.' && /[0-9]/.test(sql[at + 1] ?? '') && !followsName(tokens, at)))
      add('number', ...number(sql, at, matched(lexis.number)!))
    else {
      const word = matched(lexis.word)
      const sign = signs.find((each) => sql.startsWith(each, at)) ?? char
      if (sql.startsWith('//', at)) refuse('Comments with // cannot be used here: write them with --.')
      if (word) add('word', word, at + word.length)
      else if (sign.length > 1 || SINGLE.has(sign)) add('sign', sign, at + sign.length)
      else unknown(char)
    }
  }
  tokens.push({ kind: 'end', text: '', start: sql.length, end: sql.length })
  return tokens
}

const followsName = (tokens: Token[], at: number) => {
  const last = tokens.at(-1)
  if (last?.end !== at || last.kind === 'string') return false
  return last.kind !== 'sign' || last.text === ')' || last.text === ']'
}

function endOfComment(sql: string, at: number): number {
  if (/^\/\*(M?!|\+)/i.test(sql.slice(at, at + 4))) refuse('Hints and comments that are run cannot be used here.')
  const end = sql.indexOf('*/', at + 2)
  if (end < 0) throw sqlError('A comment is not closed.')
  if (sql.slice(at + 2, end).includes('/*')) refuse('A comment inside a comment cannot be used here.')
  return end + 2
}

function text(sql: string, at: number, { backslash, doubled }: Grammar): [text: string, end: number] {
  const quote = sql[at]!
  for (let end = at + 1; end < sql.length; end++) {
    const char = sql[end]!
    if (backslash && char === '\\') end++
    else if (char === quote) {
      if (sql[end + 1] !== quote) return [sql.slice(at, end + 1), end + 1]
      if (!doubled) refuse('Write a quote inside a text with a backslash before it.')
      end++
    }
  }
  throw sqlError(`A text is not closed by ${quote}.`)
}

function name(sql: string, at: number, { nameQuotes, lexis }: Grammar): [text: string, end: number] {
  const close = nameQuotes[sql[at]!]!
  let end = sql.indexOf(close, at + 1)
  while (end >= 0 && lexis.anyName && sql[end + 1] === close) end = sql.indexOf(close, end + 2)
  if (end < 0) throw sqlError(`A name is not closed by ${close}.`)
  const inside = sql.slice(at + 1, end)
  if (inside === '') throw sqlError('A name is empty.')
  if (lexis.anyName) return [inside.replaceAll(close + close, close), end + 1]
  if (sql[end + 1] === close || /[\\"`[\]\p{Cc}]/u.test(inside))
    refuse('A name with a quote, bracket, backslash or control character inside cannot be used here.')
  return [inside, end + 1]
}

function number(sql: string, at: number, text: string): [text: string, end: number] {
  const end = at + text.length
  if (AFTER_NUMBER.test(sql[end] ?? '')) throw sqlError(`"${sql.slice(at, end + 1)}" is neither a number nor a name.`)
  return [text, end]
}

/** A semicolon may only end the statement. */
function lastOne(sql: string, at: number, grammar: Grammar): number {
  const rest = sql.slice(at + 1).replace(/^[\s;]+/, '')
  if (rest && tokenize(rest, grammar).length > 1) refuse('Only one statement can be run at a time.')
  return sql.length
}

function unknown(char: string): never {
  if (char === '@') refuse('Variables and parameters (@x) cannot be used here.')
  if (char === '?' || char === '{') refuse('Parameters cannot be used here: write the values into the statement.')
  if (char === '$') refuse('$ cannot be used here: write texts in single quotes.')
  throw sqlError(`"${char}" cannot be used here. Names with other letters than a to z stand in quotes.`)
}
