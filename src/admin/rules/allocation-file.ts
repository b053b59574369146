/** One record of a file: the line on which it begins, from 1, and its values. */
type FileRecord = { line: number; values: string[] }
/** A line of a file as it was written. */
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
  const records: FileRecord[] = []
  let [line, began, value, quoted] = [1, 1, '', false]
  let values: string[] = []
  const end = () => {
    values.push(value)
    if (values.some((it) => it.trim() !== '')) records.push({ line: began, values })
    ;[values, value] = [[], '']
  }
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at]!
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') value += character
      else if (plain[at + 1] === '"') {
        value += '"'
        at += 1
      } else quoted = false
    } else if (character === '"' && value === '') quoted = true
    else if (character === delimiter) {
      values.push(value)
      value = ''
    } else if (character === '\n') {
      end()
      began = line
    } else if (character !== '\r') value += character
  }
  end()
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
