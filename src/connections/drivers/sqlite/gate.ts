import { constants, type DatabaseSync } from 'node:sqlite'
import type { VisibleTable } from '#outside/remote.ts'
import type { Placeholder } from '../../rules/placeholder.ts'
import type { ValueLanguage } from '../bound.ts'
import { hiddenColumn, refuse } from '../gate.ts'
import { words } from '../statement/grammar.ts'

/** Functions that only compute. Everything else (load_extension, fts3_tokenizer, sqlite_…) is refused. */
const FUNCTIONS = new Set(
  words(`abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist current_date
    current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob group_concat hex if ifnull iif instr json
    json_array json_array_insert json_array_length json_error_position json_extract json_group_array json_group_object json_insert json_object
    json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid julianday lag last_value lead length like
    likelihood likely ln log log10 log2 lower ltrim max median min mod nth_value ntile nullif octet_length percent_rank percentile
    percentile_cont percentile_disc pi pow power printf quote radians random rank replace round row_number rtrim sign sin sinh soundex sqrt
    strftime string_agg substr substring subtype sum tan tanh time timediff total trim trunc typeof unhex unicode unistr unixepoch unlikely
    upper zeroblob -> ->> bm25 highlight snippet match`),
)
const SYSTEM = /^(sqlite_|pragma_)|^(dbstat|bytecode|tables_used|fts5vocab)$/i
const TABLE_FUNCTIONS = new Set(['json_each', 'json_tree'])

/** What a session may read: everything but SQLite's own tables, or only what is visible in the workspace. */
export type Readable =
  | {
      tables: readonly VisibleTable[]
      views: ReadonlySet<string>
      /** Names of everything in the file, in lower case. */
      all: ReadonlySet<string>
    }
  | 'all'

/**
 * Lets SQLite itself ask about every table, column and function that a statement means: names in the text can deceive, what they are
 * resolved to cannot. Nothing but reading is ever allowed.
 * @param seen takes the names of the tables that are read
 */
export function guard(database: DatabaseSync, readable: Readable, seen?: Set<string>): void {
  database.setAuthorizer((action, first, second, _database, inside) => {
    switch (action) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        return constants.SQLITE_OK
      case constants.SQLITE_FUNCTION:
        return FUNCTIONS.has((second ?? '').toLowerCase()) ? constants.SQLITE_OK : constants.SQLITE_DENY
      case constants.SQLITE_READ:
        seen?.add(first ?? '')
        return mayRead(readable, first ?? '', second ?? '', inside) ? constants.SQLITE_OK : constants.SQLITE_DENY
      default:
        return constants.SQLITE_DENY
    }
  })
}

function mayRead(readable: Readable, table: string, column: string, inside: string | null): boolean {
  if (readable === 'all') return !SYSTEM.test(table)
  if (TABLE_FUNCTIONS.has(table)) return true
  // A view that is visible reads what it reads; no common table expression may bear its name.
  if (inside !== null && readable.views.has(inside)) return !SYSTEM.test(table)
  // Counting the rows of something that is not in the file: a common table expression.
  if (column === '' && !readable.all.has(table.toLowerCase()) && !SYSTEM.test(table)) return true
  const found = readable.tables.find(({ name }) => name === table)
  return found !== undefined && !found.hidden.some((name) => name.toLowerCase() === column.toLowerCase())
}

const BLANK = '(?:\\s|--[^\\n]*(?:\\n|$)|/\\*[\\s\\S]*?\\*/)*'
const BECOMES = new RegExp(`^["'\`\\]]?${BLANK}(?:\\(|as${BLANK}(?:\\(|not\\b|materialized\\b))`)

/** Whether a statement gives one of the views' names to something of its own, which would then pass for the view. */
export function borrowsName(sql: string, views: ReadonlySet<string>): boolean {
  const text = sql.toLowerCase()
  return [...views].some((view) => {
    const name = view.toLowerCase()
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
      if (BECOMES.test(text.slice(at + name.length))) return true
    return false
  })
}

const SPACE_OR_COMMENT = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*$/
const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;/g

const WORDS = new RegExp(`${PARTS.source}|[A-Za-z_\\u0080-\\uffff][\\w$\\u0080-\\uffff]*|[?@:$#]\\w*`, 'g')

/**
 * What the authorizer is not asked about: joins by names (USING, NATURAL) compare columns unseen, and parameters would be null.
 * @param hidden names of columns that are hidden in the tables that the statement reads
 */
export function checkWords(sql: string, hidden: ReadonlySet<string>): void {
  for (const [word] of sql.matchAll(WORDS)) {
    if (/^[?@:$#]/.test(word)) refuse('Parameters cannot be used here: write the values into the statement.')
    if (hidden.size === 0 || /^(--|\/\*|;)/.test(word)) continue
    const name = word.replace(/^["'`[]|["'`\]]$/g, '').toLowerCase()
    if (name === 'natural') refuse('NATURAL JOIN cannot be used with a table that has hidden columns.')
    if (hidden.has(name) && !word.startsWith("'")) hiddenColumn(name)
  }
}

/** The statement without what ends it. SQLite would silently leave out a second one. @throws AppError sql_refused */
export function oneStatement(sql: string): string {
  for (const { 0: part, index } of sql.matchAll(PARTS)) {
    if (part !== ';') continue
    if (!SPACE_OR_COMMENT.test(sql.slice(index + 1).replaceAll(';', ' ')))
      refuse('Only one statement can be run at a time.')
    return sql.slice(0, index)
  }
  return sql
}

/** Texts, names and comments: https://www.sqlite.org/lang_expr.html, https://www.sqlite.org/lang_comment.html */
const QUOTED =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** SQLite has no reader that can be asked: what is quoted is found by its own rules of writing. */
export const standing: ValueLanguage['standing'] = (sql, all) => {
  const quoted = [...sql.matchAll(QUOTED)].map(({ index, 0: text }) => [index, index + text.length] as const)
  const isQuoted = ({ start }: Placeholder) => quoted.some(([from, to]) => from < start && start < to)
  return new Set(all.keys().filter((at) => !isQuoted(all[at]!)))
}
