import type { AppError } from '#base/errors.ts'
import { cancelled, connectionFailed, sourceFailed, sqlError, timedOut, tooMuch, wouldWrite } from '../failure.ts'

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

/** A failure in the server's words. `status`: of the HTTP answer. */
export class StatementError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** What the server says of a failure, in its own words without its version and stack. */
export function serverError(text: string, status: number): StatementError {
  const [, code = '0', words = text] = /Code: (\d+)\. DB::Exception: ([\s\S]*)/.exec(text) ?? []
  const message = words
    .replace(/\s*\(version [\s\S]*$/, '')
    .replace(/\. \([A-Z_]+\)\s*$/, '.')
    .trim()
    .slice(0, 2000)
  return new StatementError(Number(code), message || `The server answered with status ${status}.`, status)
}

export function signInFailed({ code, message, status }: StatementError): AppError {
  if ([192, 193, 194, 516].includes(code) || status === 401 || (status === 403 && code === 0))
    return connectionFailed('auth', message, 'Check the user name and the password or token.')
  if (code === 81) return connectionFailed('database', message, 'Check the name of the database.')
  if (code === 497) return connectionFailed('permission', message, 'Let the user read: GRANT SELECT ON database.* TO …')
  if (code === 0)
    return connectionFailed(
      'tcp',
      `What answers here is not ClickHouse (status ${status}).`,
      'Give the port of its HTTP interface: 8443 with encryption, 8123 without.',
    )
  return connectionFailed('database', message, 'The server said so when signing in.')
}

export function statementFailed({ code, message }: StatementError, timeoutMs: number): AppError {
  if (code === 159 || code === 160) return timedOut(timeoutMs)
  if (code === 394) return cancelled()
  if (code === 396 || code === 307 || code === 158) return tooMuch('more rows than the server allows', {})
  if (code === 164) return wouldWrite()
  // Too many queries at once, or a server that stops.
  if (code === 202 || code === 210 || code === 0) return sourceFailed(`The database could not answer: ${message}`)
  return sqlError(message)
}
