import { cut } from '#base/text.ts'

/** Words that DuckDB does not take as a bare table name. */
const RESERVED = new Set(
  'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider placing primary qualify references returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when where window with'.split(
    ' ',
  ),
)
const LONGEST = 60

/** The name of a file without what says its format. */
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

const IN_FORMS: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

/**
 * The name of a file as it was before a form carried it: browsers write these three characters by their numbers so that they cannot
 * end the header, and nothing else, so that every other `%` of a name is its own.
 */
export const writtenName = (sent: string): string =>
  sent.replace(/%(?:22|0D|0A)/gi, (code) => IN_FORMS[code.toUpperCase()]!)

/** The name that a file is kept under: without folders and control characters, at most 200 characters; unicode stays. */
export function fileName(given: string): string {
  const name = (given.split(/[\\/]/).pop() ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  if (name.length <= 200) return name || 'file'
  const extension = /\.[\w.]{1,12}$/.exec(name)?.[0] ?? ''
  return cut(name, 200 - extension.length) + extension
}
