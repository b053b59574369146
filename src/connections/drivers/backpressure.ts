import type { DriverContext } from './driver.ts'
import { cancelled, timedOut } from './failure.ts'
import { csvRow, type Writer } from './text.ts'
import { GRACE_MS } from './timeouts.ts'

/** Bytes that may wait for the consumer before the source is asked to pause. */
const HIGH = 4 << 20
/** Pieces smaller than this are put together: one row each would cost more than the row. */
const PIECE = 64 << 10
/** Characters of rows that are passed on at once. */
const ROWS = 32 << 10

/**
 * Bytes on their way from a source that pushes to a consumer that pulls, with back pressure. Time counts only while the consumer
 * waits, so a slow disk is not taken for a slow source, and a source that sends a byte a second cannot hold anybody for ever.
 */
export class ByteQueue implements AsyncIterable<Uint8Array> {
  #piece = Buffer.allocUnsafe(PIECE)
  #filled = 0
  #queue: Uint8Array[] = []
  #bytes = 0
  #paused = false
  #ended = false
  #error: Error | null = null
  #wake: (() => void) | null = null
  #waited = 0
  #abandoned = false

  /**
   * @param abandon called once, when the consumer stops before the end, cancels or waits too long: ends the query at its source
   * @param context how long the consumer may wait for the source in all
   */
  constructor(
    private readonly source: { pause(): unknown; resume(): unknown },
    private readonly abandon: () => void,
    private readonly context: Pick<DriverContext, 'timeoutMs' | 'signal'>,
  ) {}

  /** Bytes from the source; they are copied, so their memory may be used again. */
  push(bytes: Uint8Array): void {
    if (this.#ended || this.#error) return
    if (bytes.byteLength > PIECE - this.#filled) this.#cut()
    if (bytes.byteLength > PIECE) this.#enqueue(bytes.slice())
    else {
      this.#piece.set(bytes, this.#filled)
      this.#filled += bytes.byteLength
    }
    if (this.#wake && this.#filled > 0) this.#cut()
    if (this.#bytes > HIGH && !this.#paused) {
      this.#paused = true
      this.source.pause()
    }
  }

  end(): void {
    this.#ended = true
    this.#cut()
    this.#wake?.()
  }

  /** The source failed, and knows it: nothing runs there any more. */
  fail(error: Error): void {
    if (this.#ended) return
    this.#abandoned = true
    this.#stop(error)
  }

  #stop(error: Error): void {
    this.#error ??= error
    this.#wake?.()
  }

  #cut(): void {
    if (this.#filled === 0) return
    this.#enqueue(this.#piece.subarray(0, this.#filled))
    this.#piece = Buffer.allocUnsafe(PIECE)
    this.#filled = 0
  }

  #enqueue(bytes: Uint8Array): void {
    this.#queue.push(bytes)
    this.#bytes += bytes.byteLength
    // Once: the consumer runs only after all that arrived together was pushed, which is put together until then.
    this.#wake?.()
    this.#wake = null
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (this.context.signal.aborted) throw cancelled()
        const next = this.#queue.shift()
        if (next) {
          this.#bytes -= next.byteLength
          this.#relax()
          yield next
        } else if (this.#error) throw this.#error
        else if (this.#ended) return
        else if (this.#filled > 0) this.#cut()
        else await this.#more()
      }
    } finally {
      this.#abandon()
    }
  }

  #relax(): void {
    if (!this.#paused || this.#bytes > HIGH / 2) return
    this.#paused = false
    this.source.resume()
  }

  async #more(): Promise<void> {
    const { signal, timeoutMs } = this.context
    const start = performance.now()
    const woken = Promise.withResolvers<void>()
    this.#wake = woken.resolve
    const timer = setTimeout(() => this.#stop(timedOut(timeoutMs)), Math.max(1, timeoutMs + GRACE_MS - this.#waited))
    const onAbort = () => this.#stop(cancelled())
    signal.addEventListener('abort', onAbort, { once: true })
    await woken.promise
    this.#wake = null
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    this.#waited += performance.now() - start
  }

  #abandon(): void {
    if ((this.#ended && this.#queue.length === 0) || this.#abandoned) return
    this.#abandoned = true
    this.#error ??= cancelled()
    this.#queue = []
    this.abandon()
  }
}

/** A queue of rows whose values a library has already read. */
export class RowQueue extends ByteQueue {
  writers: Writer[] = []
  #text = ''

  row(values: unknown[]): void {
    this.#text += csvRow(values, this.writers)
    if (this.#text.length > ROWS) this.#flush()
  }
  override end(): void {
    this.#flush()
    super.end()
  }
  #flush(): void {
    this.push(Buffer.from(this.#text))
    this.#text = ''
  }
}
