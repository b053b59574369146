import { type StatementError, serverError } from './errors.ts'

/** Bytes at the end of an answer that are checked before they are passed on. */
const TAIL = 32 << 10

/**
 * The bytes of an answer; one that fails after it began has its error at the end, behind rows that were already sent.
 * @param failed makes the error that is thrown
 */
export async function* untilError(
  body: AsyncIterable<Buffer>,
  failed: (error: StatementError) => Error,
): AsyncGenerator<Buffer> {
  let tail: Buffer = Buffer.alloc(0)
  try {
    for await (const piece of body) {
      const both = tail.length === 0 ? piece : Buffer.concat([tail, piece])
      const passed = Math.max(0, both.length - TAIL)
      if (passed > 0) yield both.subarray(0, passed)
      tail = both.subarray(passed)
    }
  } catch (error) {
    const inTail = errorIn(tail)
    throw inTail ? failed(inTail) : error
  }
  const error = errorIn(tail)
  if (error) throw failed(error)
  if (tail.length > 0) yield tail
}

/** Texts of rows stand in quotes, so no row ends like an error does. */
function errorIn(tail: Buffer): StatementError | null {
  const text = tail.toString('utf8')
  const marked = /__exception__\s*\w*\s*([\s\S]*?)\s*__exception__\s*$/.exec(text)
  if (marked) return serverError(marked[1]!, 200)
  const plain = /Code: \d+\. DB::Exception: [\s\S]*\(version [\d.]+[^)]*\)+\s*$/.exec(text)
  return plain ? serverError(plain[0], 200) : null
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_N = 0x4e

/** CSV of a server whose format of nulls cannot be set: `\N` outside of quotes becomes nothing. */
export async function* withoutMarks(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isQuoted = false
  let isMark = false
  for await (const piece of body) {
    const out = Buffer.allocUnsafe(piece.length)
    let length = 0
    for (const byte of piece) {
      if (byte === QUOTE) isQuoted = !isQuoted
      const begins = !isQuoted && byte === BACKSLASH
      if (!begins && !(isMark && byte === LETTER_N)) out[length++] = byte
      isMark = begins
    }
    if (length > 0) yield out.subarray(0, length)
  }
}
