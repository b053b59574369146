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
