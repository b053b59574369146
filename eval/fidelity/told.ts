import { Archive } from '#files/ingest/xlsx/archive.ts'
import type { Ingested } from '#files/rules/ingest.ts'
import { unmarked } from '#files/rules/marked-up.ts'
import { namesMonth } from '#files/rules/months.ts'
import type { Truth } from './truth.ts'

const WORD = /\p{L}[\p{L}\p{M}]{2,}/gu
const wordsIn = (text: string) => new Set(text.normalize('NFC').toLowerCase().match(WORD) ?? [])
const LIMITS = { inflatedBytes: 20_000_000, ratio: 200, entries: 2000, cells: 1_000_000 }

/** All texts that a document of JSON holds. */
const textsIn = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('\n') : String(value ?? '')

/** What a file says, as text; nothing for packed ones and for Parquet, whose columns hold all. */
async function saidIn(path: string, { format, dialect }: Ingested): Promise<string> {
  if (format === 'xlsx') {
    const archive = await Archive.open(path, LIMITS)
    try {
      const parts = archive.list().filter(({ name }) => /^xl\/(?:sharedStrings|worksheets\/\w+)\.xml$/.test(name))
      const texts = await Promise.all(parts.map(({ name }) => archive.whole(name)))
      return texts.map((xml) => unmarked((xml.match(/<(?:si|is)>[\s\S]*?<\/(?:si|is)>/g) ?? []).join('\n'))).join('\n')
    } finally {
      archive.close()
    }
  }
  if (!['csv', 'json', 'ndjson'].includes(format) || dialect.compression) return ''
  const encoding = /^utf-32| and |^$/.test(dialect.encoding ?? '') ? 'utf-8' : dialect.encoding!
  const text = new TextDecoder(encoding).decode(await Bun.file(path).bytes())
  try {
    const documents = format === 'ndjson' ? text.trim().split('\n') : format === 'json' ? [text] : []
    if (documents.length > 0) return documents.map((one) => textsIn(JSON.parse(one))).join('\n')
  } catch {
    // What is no JSON throughout is looked at as text, names and all.
  }
  return /^\ufeff?\s*</.test(text) ? unmarked(text) : text
}

/**
 * Words of a file that stand nowhere in what was made of it: neither in a cell, a name, a description, a note nor a line that is told. Months,
 * units and the like within values that were typed are known by the truth.
 * @param made all of that
 */
export async function untold(path: string, truths: Truth[], read: Ingested, made: string): Promise<string[]> {
  const known = `${made}\n${truths.flatMap(({ columns }) => columns.flatMap(({ values, written }) => written.filter((_, row) => values[row] !== null))).join('\n')}`
  const words = wordsIn(known)
  const folded = known.normalize('NFC').toLowerCase()
  const isTold = (word: string) => words.has(word) || folded.includes(word) || namesMonth(word)
  return [...wordsIn(await saidIn(path, read))].filter((word) => !isTold(word))
}
