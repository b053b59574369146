import { sqlError } from '../failure.ts'
import { refuse } from '../gate.ts'

/** `text`: for a word as it is written, for a name without its quotes, for a sign itself. */
export type Token = {
  kind: 'word' | 'name' | 'string' | 'number' | 'sign' | 'end'
  text: string
  start: number
  end: number
}

const SIGNS = ['<=>', '->>', '->', '<=', '>=', '<>', '!=', '<<', '>>', '||', '&&']
const SINGLE = new Set([...'().,+-*/%&|^~!=<>'])
const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y
const NUMBER = /0x[0-9a-fA-F]+|0b[01]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const AFTER_NUMBER = /[\w$\u0080-\uffff]/
const SPACE = /[ \t\r\n\v\f]+/y

/**
 * The words of a MySQL or MariaDB statement, as the server reads them under the sql_mode that the session pins (ANSI_QUOTES,
 * NO_BACKSLASH_ESCAPES). Refused is what servers read differently or act on: executable comments and hints, variables, a second
 * statement, parameters.
 */
export function tokenize(sql: string): Token[] {
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
    const space = matched(SPACE)
    if (space) at += space.length
    else if (char === '/' && sql[at + 1] === '*') at = endOfComment(sql, at)
    else if (char === '#' || isLineComment(sql, at)) at = endOfLine(sql, at)
    else if (char === "'") add('string', ...quoted(sql, at))
    else if (char === '"' || char === '`') add('name', ...quoted(sql, at))
    else if (char === ';') at = lastOne(sql, at)
    else if (/[0-9]/.test(char) || (char === '.' && /[0-9]/.test(sql[at + 1] ?? '') && !followsName(tokens, at)))
      add('number', ...number(sql, at, matched(NUMBER)!))
    else {
      const word = matched(WORD)
      const sign = SIGNS.find((each) => sql.startsWith(each, at)) ?? char
      if (word) add('word', word, at + word.length)
      else if (sign.length > 1 || SINGLE.has(sign)) add('sign', sign, at + sign.length)
      else unknown(char)
    }
  }
  tokens.push({ kind: 'end', text: '', start: sql.length, end: sql.length })
  return tokens
}

/** `t.1a` would be a column: a dot that touches a name belongs to it. */
const followsName = (tokens: Token[], at: number) => {
  const last = tokens.at(-1)
  return last !== undefined && last.end === at && (last.kind === 'word' || last.kind === 'name')
}

const isLineComment = (sql: string, at: number) =>
  sql.startsWith('--', at) && (at + 2 >= sql.length || sql.charCodeAt(at + 2) <= 32)

function endOfLine(sql: string, at: number): number {
  const end = sql.indexOf('\n', at)
  return end < 0 ? sql.length : end + 1
}

function endOfComment(sql: string, at: number): number {
  if (/^\/\*(!|M!|\+)/i.test(sql.slice(at, at + 4)))
    refuse('Comments that the server would run (/*! … */, /*M! … */, /*+ … */) cannot be used here.')
  const end = sql.indexOf('*/', at + 2)
  if (end < 0) throw sqlError('A comment is not closed.')
  if (sql.slice(at + 2, end).includes('/*')) refuse('A comment inside a comment cannot be used here.')
  return end + 2
}

function quoted(sql: string, at: number): [text: string, end: number] {
  const quote = sql[at]!
  let end = at + 1
  for (;;) {
    end = sql.indexOf(quote, end)
    if (end < 0) throw sqlError(`A ${quote === "'" ? 'text' : 'name'} is not closed by ${quote}.`)
    if (sql[end + 1] !== quote) break
    end += 2
  }
  return [sql.slice(at + 1, end).replaceAll(quote + quote, quote), end + 1]
}

function number(sql: string, at: number, text: string): [text: string, end: number] {
  const end = at + text.length
  if (AFTER_NUMBER.test(sql[end] ?? '')) throw sqlError(`"${sql.slice(at, end + 1)}" is neither a number nor a name.`)
  return [text, end]
}

/** A semicolon may only end the statement. */
function lastOne(sql: string, at: number): number {
  const rest = sql.slice(at + 1)
  if (tokenize(rest).length > 1) refuse('Only one statement can be run at a time.')
  return sql.length
}

function unknown(char: string): never {
  if (char === '@') refuse('Variables (@x, @@x) cannot be used here.')
  if (char === '?') refuse('Parameters cannot be used here: write the values into the statement.')
  throw sqlError(`"${char}" cannot be used here.`)
}
