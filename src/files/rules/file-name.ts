import { cut } from '#base/text.ts'

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
