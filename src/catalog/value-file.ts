import type { Partly } from './rules/value-match.ts'

/**
 * The index of the values of one table: a file beside its rows. A header in JSON tells where the lines of each column stand; values are
 * lines in order, packed by zstd, so that a name is found by looking for its letters in one piece of memory (decision 40).
 */

/** Distinct values of a column that are kept, the most frequent ones; characters of each. */
export const MOST_VALUES = 100_000
export const LONGEST_VALUE = 200
export const CUT = '…'

/** Numbers, dates and times; UUIDs; hashes. Nobody types one but letter for letter. */
export const CODE =
  '[-+#$€£¥%().,:/ TZ0-9]+|\\{?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\}?|[0-9a-fA-F]{16,}'
const CODES = new RegExp(`^(?:${CODE})$`)
export const isCode = (text: string): boolean => CODES.test(text)

/** Values of one column, in order, with the rows that have each. `distinct`: how many there are, nearly. */
export type ColumnValues = {
  name: string
  values: number
  lines: string
  counts: string
  distinct: number
  cut: number
  partly?: Partly
}

/** `bytes`: length of the packed values, and of the packed counts, which follow them. `at`: where they begin after the header. */
type Entry = Omit<ColumnValues, 'lines' | 'counts'> & { at: number; bytes: [number, number] }
export type ValueHeader = { columns: Entry[] }

const MARK = 0x54545631
const LEAD = 8

const packed = (text: string): Uint8Array => Bun.zstdCompressSync(Buffer.from(text), { level: 9 })
const unpack = (bytes: Uint8Array): Buffer => Buffer.from(Bun.zstdDecompressSync(bytes))

export type PackedColumn = Omit<Entry, 'at'> & { parts: [Uint8Array, Uint8Array]; unpacked: number }

export function packColumn({ lines, counts, ...about }: ColumnValues): PackedColumn {
  const parts: [Uint8Array, Uint8Array] = [packed(lines), packed(counts)]
  return { ...about, parts, bytes: [parts[0].length, parts[1].length], unpacked: lines.length }
}

/** Bytes that a column takes in an index. Texts that pack very well still need their room where they are searched. */
export const sizeOf = ({ bytes, unpacked }: PackedColumn): number => Math.max(bytes[0] + bytes[1], unpacked / 4)

export function valueFile(columns: PackedColumn[]): Uint8Array {
  let at = 0
  const entries = columns.map(({ parts: _, unpacked: __, ...column }): Entry => {
    const entry = { ...column, at }
    at += column.bytes[0] + column.bytes[1]
    return entry
  })
  const header = Buffer.from(JSON.stringify({ columns: entries } satisfies ValueHeader))
  const lead = Buffer.alloc(LEAD)
  lead.writeUInt32BE(MARK, 0)
  lead.writeUInt32BE(header.length, 4)
  return Buffer.concat([lead, header, ...columns.flatMap(({ parts }) => parts)])
}

/** The header of an index, and where its columns begin; null for other bytes. */
export function readHeader(file: Buffer): { header: ValueHeader; begin: number } | null {
  if (file.length < LEAD || file.readUInt32BE(0) !== MARK) return null
  const begin = LEAD + file.readUInt32BE(4)
  return { header: JSON.parse(file.toString('utf8', LEAD, begin)) as ValueHeader, begin }
}

/** The values of a column, one a line, and the rows that have each. */
export function readColumn(file: Buffer, begin: number, { at, bytes, values }: Entry) {
  const from = begin + at
  const lines = unpack(file.subarray(from, from + bytes[0]))
  const counts = unpack(file.subarray(from + bytes[0], from + bytes[0] + bytes[1])).toString()
  return { lines, counts: counts === '' ? null : Uint32Array.from(counts.split(','), Number), values }
}

/** A value as it stands in a line. In SQL: `asLineSql`. */
export const ofLine = (line: string): string =>
  line.includes('\\') ? line.replace(/\\([n\\])/g, (_, sign) => (sign === 'n' ? '\n' : '\\')) : line

export const asLineSql = (text: string): string => `replace(replace(${text}, '\\', '\\\\'), chr(10), '\\n')`

/** Where the index of a table is kept: beside its rows. */
export const valuesKey = (storeKey: string): string => `${storeKey}.values`

export const isText = (type: string): boolean => type === 'VARCHAR' || (type.startsWith('ENUM(') && type.endsWith(')'))
