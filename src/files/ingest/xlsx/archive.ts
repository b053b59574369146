import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { IngestLimits } from '../../rules/ingest.ts'
import { orUnreadable, unreadable } from '../engine.ts'

const bomb = (what: string) => `This ${what} unfolds to far more than it should, so it was not read.`

/** The parts of a zip archive, read one after the other while everything that unfolds is counted against the limits. */
export class Archive {
  private inflated = 0

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
    private readonly packed: number,
    private readonly limits: IngestLimits,
    private readonly what: string,
  ) {}

  /** @throws AppError unprocessable when it is damaged or suspicious */
  static async open(path: string, limits: IngestLimits, what = 'workbook'): Promise<Archive> {
    try {
      const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true })
      const entries = new Map<string, Entry>()
      if (zip.entryCount > limits.entries) throw unreadable(bomb(what))
      let declared = 0
      for await (const entry of zip.eachEntry()) {
        declared += entry.uncompressedSize
        if (declared > limits.inflatedBytes || entries.size > limits.entries) throw unreadable(bomb(what))
        entries.set(entry.fileName.replace(/^\//, ''), entry)
      }
      return new Archive(zip, entries, Bun.file(path).size, limits, what)
    } catch (error) {
      return refused(what)(error)
    }
  }

  /** Its files; `locked` ones need a password. */
  list(): { name: string; locked: boolean }[] {
    return [...this.entries].map(([name, entry]) => ({ name, locked: entry.isEncrypted() }))
  }

  has(name: string): boolean {
    return this.entries.has(name)
  }

  /** Text of a part, chunk by chunk; nothing when there is no such part. */
  async *text(name: string): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8')
    for await (const chunk of this.bytes(name)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  }

  /** Bytes of a part, chunk by chunk; nothing when there is no such part. */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name)
    if (!entry) return
    try {
      const stream: Readable = await this.zip.openReadStreamPromise(entry)
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.inflated += chunk.length
        const tooMuch = this.inflated > this.limits.inflatedBytes
        if (tooMuch || (this.inflated > 10_000_000 && this.inflated > this.packed * this.limits.ratio))
          throw unreadable(bomb(this.what))
        yield chunk
      }
    } catch (error) {
      refused(this.what)(error)
    }
  }

  /** A small part as a whole. */
  async whole(name: string): Promise<string> {
    let text = ''
    for await (const chunk of this.text(name)) {
      text += chunk
      if (text.length > 50_000_000) throw unreadable(bomb(this.what))
    }
    if (/<!DOCTYPE|<!ENTITY/i.test(text.slice(0, 10_000)))
      throw unreadable('This workbook declares XML entities, which no spreadsheet does, so it was not read.')
    return text
  }

  close() {
    this.zip.close()
  }
}

/** What the library says of a damaged or suspicious archive, for people. */
const refused = (what: string) =>
  orUnreadable((error) => {
    if (error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message))
      return `This ${what} has names in it that lead out of it, so it was not read.`
    return what === 'workbook'
      ? 'This workbook is damaged: it could not be unpacked. Open it in your spreadsheet program, save it again and upload that.'
      : `This ${what} is damaged: it could not be unpacked. Pack it again, or upload the files in it one by one.`
  })
