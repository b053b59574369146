import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { guessEncoding } from '../rules/encoding.ts'
import { bytesAt } from './bytes.ts'
import { unreadable } from './engine.ts'
import type { Job } from './job.ts'

/** `utf-32…` is only found by its mark; what a person may choose is any that the system knows. */
export type Encoding = string
type Wide = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

const CHUNK = 1 << 20
/** Milliseconds between two checks whether more of a file has arrived. */
const LOOK_AGAIN = 5
/** Whether all of a file is valid UTF-8, and whether it has zero bytes. */
export type Scanned = { valid: boolean; zeros: boolean }

/** `path` holds UTF-8 with or without a byte order mark. `replaced`: characters that could not be read at all. */
export type PlainText = { path: string; encoding: Encoding; note?: string }

/**
 * Finds the encoding of a whole text file and, when it is not UTF-8, writes it as UTF-8 to `output`. Lines stay lines.
 * @param scanned what is known of its bytes already
 * @param chosen an encoding that a person has chosen: it is not looked for then
 * @throws AppError unprocessable for bytes that are no text
 */
export async function asUtf8(
  path: string,
  output: string,
  scanned?: Scanned | null,
  chosen?: Encoding,
): Promise<PlainText> {
  const rewritten = async (encoding: Encoding): Promise<PlainText> => {
    await transcode(path, output, encoding)
    return { path: output, encoding }
  }
  const head = await bytesAt(path, 0, 1 << 16)
  const other = chosen ? chosen !== 'utf-8' && chosen : wideEncoding(head)
  if (other) return rewritten(other)
  const { valid, zeros } = scanned ?? (await scan({ path }))
  if (zeros && !chosen && isPadded(head)) {
    await transcode(path, output, valid ? 'utf-8' : guessEncoding(head), (text) => text.replaceAll('\0', ''))
    return { path: output, encoding: 'utf-8', note: 'Zero bytes between the letters were left out.' }
  }
  if (zeros)
    throw unreadable('This is not a text file: it contains binary data. Upload CSV, TSV, JSON, Parquet or XLSX.')
  if (valid && !chosen && isTwice(head)) {
    await transcode(path, output, 'utf-8', onceEncoded)
    return {
      ...{ path: output, encoding: 'utf-8' },
      note: 'Letters were encoded twice (Ã¼ for ü); they were read as what they are.',
    }
  }
  if (valid) return { path, encoding: 'utf-8' }
  if (!chosen && hasBoth(head))
    return {
      ...(await rewritten(MIXED)),
      note: 'Some lines are UTF-8 and others Windows-1252: each was read as what it is.',
    }
  if (!chosen && !mostlyUtf8(head)) return rewritten(guessEncoding(head))
  return { ...(await rewritten('utf-8')), note: 'Some characters were damaged in the file and are shown as \ufffd.' }
}

/** Whether a text that begins like this may be UTF-8 throughout. */
export const looksUtf8 = (head: Buffer): boolean =>
  !wideEncoding(head) && !head.includes(0) && isUtf8(head.subarray(0, head.length - unfinished(head)))

/** UTF-16 and UTF-32 by their marks, UTF-16 also by the zero bytes that Latin text has in it. */
export function wideEncoding(head: Buffer): Wide | null {
  const mark = head.subarray(0, 4).toString('hex')
  if (mark === 'fffe0000') return 'utf-32le'
  if (mark === '0000feff') return 'utf-32be'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const pairs = Math.min(head.length >> 1, 2000)
  let even = 0
  let odd = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even++
    if (head[at + 1] === 0) odd++
  }
  if (pairs >= 2 && odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le'
  return pairs >= 2 && even > pairs * 0.4 && odd < pairs * 0.05 ? 'utf-16be' : null
}

/**
 * Looks at every byte of a file, waiting for those that are still to arrive.
 * @param take gets each chunk on the way; it may keep none, the buffer is used again
 */
export async function scan(
  { path, arriving }: Pick<Job, 'path' | 'arriving'>,
  take?: (chunk: Buffer) => Promise<void>,
): Promise<Scanned> {
  let valid = true
  let zeros = false
  // Two buffers for the whole file, where a stream would make one a chunk: one is filled and checked while the other is consumed.
  const buffers = [Buffer.allocUnsafe(CHUNK), Buffer.allocUnsafe(CHUNK)] as const
  /** First bytes of a character that continues in the next chunk; they are put at the beginning of its buffer. */
  let rest = 0
  let turn = 0
  let taken: Promise<void> | undefined
  const file = await open(path)
  try {
    for (;;) {
      // Asked before reading: what arrives in between is then still seen.
      const last = arriving?.whole ?? true
      const buffer = buffers[turn & 1]!
      const { bytesRead } = await file.read(buffer, rest, CHUNK - rest)
      if (bytesRead === 0) {
        if (last) break
        await Promise.race([arriving!.arrived, Bun.sleep(LOOK_AGAIN)])
        continue
      }
      await taken
      const begin = rest
      const bytes = buffer.subarray(0, rest + bytesRead)
      rest = valid ? unfinished(bytes) : 0
      bytes.copy(buffers[++turn & 1]!, 0, bytes.length - rest)
      taken = take?.(bytes.subarray(begin))
      taken?.catch(() => {})
      zeros ||= bytes.includes(0)
      valid &&= isUtf8(bytes.subarray(0, bytes.length - rest))
    }
    await taken
  } finally {
    await file.close()
  }
  return { valid: valid && rest === 0, zeros }
}

/** How many bytes at the end belong to a character that continues in the next chunk. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** Whether the text is UTF-8 with a few damaged bytes rather than an 8-bit encoding, where hardly a sequence is valid by chance. */
function mostlyUtf8(head: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(head)
  const damaged = text.split('\ufffd').length - 1
  const foreign = text.match(/[^ -~\t\r\n\ufffd]/g)?.length ?? 0
  return foreign > damaged * 4
}

/** Lines of files put together: each is UTF-8 where it is valid, and Windows-1252 where it is not. */
const MIXED = 'utf-8 and windows-1252'

/** Whether lines with letters that are valid UTF-8 stand beside others that are none and have no valid ones within. */
function hasBoth(head: Buffer): boolean {
  const lines = linesIn(head.subarray(0, head.lastIndexOf(0x0a) + 1)).filter((line) => line.some((byte) => byte > 0x7f))
  const valid = lines.filter((line) => isUtf8(line))
  const others = lines.filter((line) => !isUtf8(line))
  return valid.length >= BOTH && others.length >= BOTH && others.every((line) => !mostlyUtf8(line))
}
/** So many lines of each are no accident. */
const BOTH = 2

function linesIn(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at)
    lines.push(bytes.subarray(at, end < 0 ? bytes.length : end + 1))
    at = end < 0 ? bytes.length : end + 1
  }
  return lines
}

class MixedDecoder {
  private rest = Buffer.alloc(0)

  decode(chunk: Buffer = Buffer.alloc(0), { stream = false } = {}): string {
    const bytes = Buffer.concat([this.rest, chunk])
    const whole = stream ? bytes.lastIndexOf(0x0a) + 1 : bytes.length
    this.rest = Buffer.from(bytes.subarray(whole))
    return linesIn(bytes.subarray(0, whole))
      .map((line) => new TextDecoder(isUtf8(line) ? 'utf-8' : 'windows-1252').decode(line))
      .join('')
  }
}

/** Four bytes a character; what is no character becomes the sign for that. */
class Utf32Decoder {
  private rest = Buffer.alloc(0)
  private hasBegun = false

  constructor(private readonly little: boolean) {}

  decode(chunk: Buffer = Buffer.alloc(0)): string {
    const bytes = Buffer.concat([this.rest, chunk])
    const whole = bytes.length - (bytes.length % 4)
    let text = ''
    for (let at = 0; at < whole; at += 4) {
      const code = this.little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
      const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      if (this.hasBegun || code !== 0xfeff) text += isCharacter ? String.fromCodePoint(code) : '\ufffd'
      this.hasBegun = true
    }
    this.rest = bytes.subarray(whole)
    return text
  }
}

/** Whether zero bytes only stand between the letters of a text, as what fixed fields are filled up with: in other files there are more signs that no text has. */
const isPadded = (head: Buffer): boolean =>
  3 * head.filter((byte) => byte === 0).length < head.length && !head.some((byte) => byte > 1 && byte < 9)

const LATIN = new TextDecoder('windows-1252')
const byLetter = new Map(
  Array.from({ length: 128 }, (_, at) => [LATIN.decode(Uint8Array.of(128 + at)), 128 + at] as const),
)
const RUN = /[^\p{ASCII}]{2,}/gu
const LEAST_TWICE = 2

/** A run of letters as the UTF-8 that it is when each is a byte of Windows-1252; null where it is none. */
function unwrapped(run: string): string | null {
  const bytes = [...run].map((letter) => byLetter.get(letter) ?? letter.codePointAt(0)!)
  if (bytes.some((byte) => byte > 0xff)) return null
  const buffer = Buffer.from(bytes)
  return isUtf8(buffer) ? buffer.toString('utf8') : null
}
const onceEncoded = (text: string) => text.replace(RUN, (run) => unwrapped(run) ?? run)

/** Whether all letters beyond ASCII were encoded as UTF-8, taken for Windows-1252 and encoded again. */
function isTwice(head: Buffer): boolean {
  if (!head.includes(0xc3) && !head.includes(0xc2)) return false
  const foreign =
    new TextDecoder().decode(head.subarray(0, head.length - unfinished(head))).match(/[^\p{ASCII}\ufeff]+/gu) ?? []
  return foreign.length >= LEAST_TWICE && foreign.every((run) => unwrapped(run) !== null)
}

async function transcode(path: string, output: string, encoding: Encoding, change = (text: string) => text) {
  const decoder: { decode(chunk?: Buffer, options?: { stream: boolean }): string } = encoding.startsWith('utf-32')
    ? new Utf32Decoder(encoding === 'utf-32le')
    : encoding === MIXED
      ? new MixedDecoder()
      : new TextDecoder(encoding as 'utf-8')
  await pipeline(
    createReadStream(path, { highWaterMark: CHUNK }),
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => done(null, change(decoder.decode(chunk, { stream: true }))),
      flush: (done) => done(null, change(decoder.decode())),
    }),
    createWriteStream(output, { highWaterMark: CHUNK }),
  )
}

/** Text of a UTF-8 file chunk by chunk, without its byte order mark. */
export async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }))
    yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}
