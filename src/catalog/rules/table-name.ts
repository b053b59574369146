import { cut } from '#base/text.ts'

/** Words that DuckDB does not take as a bare table name. */
const RESERVED = new Set(
  'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider placing primary qualify references returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when where window with'.split(
    ' ',
  ),
)
const LONGEST = 60

export const withoutEnding = (name: string): string =>
  name.replace(
    /(\.(csv|tsv|txt|tab|psv|json|jsonl|ndjson|geojson|parquet|pq|xlsx|xlsm|gz|gzip|zst|zip|sqlite|sqlite3|db|db3))+$/i,
    '',
  )

/**
 * The SQL name for a table made of a file's name and, when the file has several tables, of the part's: lower case, words joined by
 * `_`, letters of any script kept. Never a reserved word, a number, or like the names of an answer's own results (`r1`).
 */
export function tableName(fileName: string, part: string | null = null): string {
  const stem = withoutEnding(fileName)
  const words = (text: string) =>
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
  const whole = [words(stem), part === null ? '' : words(part)].filter(Boolean).join('_')
  const name = cut(whole, LONGEST).replace(/_+$/, '')
  if (name === '') return 'data'
  if (/^\p{N}/u.test(name)) return `t_${name}`
  if (RESERVED.has(name) || /^r\d+$/.test(name)) return `${name}_data`
  return name
}

/** `name`, or `name_2`, `name_3` … when it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`
  return free
}
