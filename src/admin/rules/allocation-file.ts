/** One record of a file: the line on which it begins, from 1, and its values. */
type FileRecord = { line: number; values: string[] }
export type WrittenLine = { line: number; email: string; credits: string; expiry: string; reason: string }

const NAMES: Record<string, keyof Omit<WrittenLine, 'line'>> = {
  email: 'email',
  credits: 'credits',
  expiry: 'expiry',
  expires: 'expiry',
  expires_at: 'expiry',
  reason: 'reason',
}

/** Records of delimited text as RFC 4180 has it; blank lines are left out. The delimiter is the one of the first line. */
function recordsOf(text: string): FileRecord[] {
  const plain = text.replace(/^\uFEFF/, '')
  const delimiter = /^[^\n]*\t/.test(plain) ? '\t' : /^[^\n,]*;/.test(plain) ? ';' : ','
  // A value in quotes, with what stands behind them or alone, up to the end of its field, its record or the text.
  const fields = new RegExp(`(?:"([^"]*(?:""[^"]*)*)(?:"|$))?([^${delimiter}\\n]*)(${delimiter}|\\n|$)`, 'g')
  const records: FileRecord[] = []
  let [line, began] = [1, 1]
  let values: string[] = []
  for (const [field, quoted = '', rest, end] of plain.matchAll(fields)) {
    values.push(quoted.replaceAll('""', '"') + rest!.replaceAll('\r', ''))
    line += field.split('\n').length - 1
    if (end === delimiter) continue
    if (values.some((it) => it.trim() !== '')) records.push({ line: began, values })
    ;[values, began] = [[], line]
  }
  return records
}

/** The lines below the names of the columns; a sentence when these are not the ones that are needed. */
export function linesOf(text: string): WrittenLine[] | string {
  const [head, ...records] = recordsOf(text)
  const columns = (head?.values ?? []).map((name) => NAMES[name.trim().toLowerCase().replaceAll(' ', '_')])
  const missing = ['email', 'credits', 'expiry', 'reason'].filter((name) => !columns.some((it) => it === name))
  if (missing.length > 0)
    return `The first line must name the columns email, credits, expiry and reason; ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`
  if (records.length === 0) return 'There is no line below the names of the columns.'
  return records.map(({ line, values }) => {
    const of = (name: (typeof columns)[number]) => values[columns.indexOf(name)]?.trim() ?? ''
    return { line, email: of('email'), credits: of('credits'), expiry: of('expiry'), reason: of('reason') }
  })
}
