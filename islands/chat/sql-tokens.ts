export type SqlToken = { kind: 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'plain'; text: string }

const KEYWORDS = new Set(
  (
    'select from where group by having order limit offset as on using join left right full inner outer cross lateral union all ' +
    'except intersect with recursive distinct case when then else end and or not in is null like ilike between exists any some ' +
    'cast try_cast asc desc nulls first last over partition rows range preceding following current row unbounded filter within ' +
    'true false interval date timestamp time values qualify window pivot unpivot sample asof natural semi anti positional exclude replace rollup cube grouping sets'
  ).split(' '),
)

const TOKEN =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*(?:'|$))|("(?:[^"]|"")*(?:"|$))|(\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|([A-Za-z_]\w*)|(\s+|[\s\S])/gi

/** Splits SQL for colouring. Joined again, the tokens are the text as it was; it never fails on half-written SQL. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = []
  for (const [text, comment, string, quoted, number, word] of sql.matchAll(TOKEN)) {
    const kind: SqlToken['kind'] = comment
      ? 'comment'
      : string
        ? 'string'
        : quoted
          ? 'name'
          : number
            ? 'number'
            : word && KEYWORDS.has(word.toLowerCase())
              ? 'keyword'
              : 'plain'
    const last = tokens.at(-1)
    if (last && last.kind === kind && kind === 'plain') last.text += text
    else tokens.push({ kind, text })
  }
  return tokens
}

const CLAUSES = new Set('from where group having order limit union intersect except qualify window'.split(' '))
const JOINS = new Set('join left right full inner cross asof positional'.split(' '))

/** SQL with a line for each clause and for each of many columns; only white space outside of strings and comments changes. */
export function laidOut(sql: string): string {
  if (sqlTokens(sql).some(({ kind }) => kind === 'comment')) return sql
  return columnsApart(sql.includes('\n') || sql.length < 60 ? sql : clausesApart(sql))
}

/** Longest list of columns that stays in its line. */
const LINE = 44

/** A long list of columns with a line for each, below one another. */
function columnsApart(sql: string): string {
  if (!sql.split('\n').some((line) => /^select\s/i.test(line) && line.length > LINE)) return sql
  let depth = 0
  let listing = false
  let text = ''
  for (const token of sqlTokens(sql)) {
    const word = token.text.toLowerCase()
    if (token.kind === 'keyword' && depth === 0) listing = word === 'select' || (listing && !CLAUSES.has(word))
    if (token.kind !== 'plain') text += token.text
    else
      for (const char of token.text) {
        depth += char === '(' ? 1 : char === ')' ? -1 : 0
        if (char === ',' && depth === 0 && listing) text += ',\n       '
        else if (!/\s/.test(char) || !text.endsWith(',\n       ')) text += char
      }
  }
  return text
}

function clausesApart(sql: string): string {
  const tokens = sqlTokens(sql)
  let depth = 0
  let text = ''
  let before = ''
  for (const token of tokens) {
    const word = token.text.toLowerCase()
    const starts =
      token.kind === 'keyword' && depth === 0 && (CLAUSES.has(word) || (JOINS.has(word) && !JOINS.has(before)))
    text = starts ? `${text.trimEnd()}\n${token.text}` : text + token.text
    if (token.kind === 'plain') for (const char of token.text) depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (token.kind !== 'plain' || token.text.trim() !== '') before = word
  }
  return text
}
