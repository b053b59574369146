/** The hand on one upload: whoever sends asks it before each part. */
export class Control {
  private readonly cancelling = new AbortController()
  private stopping = new AbortController()
  private paused: PromiseWithResolvers<void> | null = null

  /** Fires when the upload is given up. */
  get signal(): AbortSignal {
    return this.cancelling.signal
  }

  /** Fires when the part under way is to end: the upload is paused or given up. */
  get part(): AbortSignal {
    return AbortSignal.any([this.cancelling.signal, this.stopping.signal])
  }

  get isPaused(): boolean {
    return this.paused !== null
  }

  cancel(): void {
    this.cancelling.abort()
    this.resume()
  }

  pause(): void {
    this.paused ??= Promise.withResolvers<void>()
    this.stopping.abort()
  }

  resume(): void {
    this.stopping = new AbortController()
    this.paused?.resolve()
    this.paused = null
  }

  async ready(): Promise<void> {
    while (this.paused) await this.paused.promise
  }

  /** Waits so long, or until the network says that it is back. */
  async wait(milliseconds: number): Promise<void> {
    const over = AbortSignal.any([this.part, AbortSignal.timeout(milliseconds)])
    // A signal that is over already tells nobody of it.
    if (over.aborted) return
    await new Promise<unknown>((done) => {
      window.addEventListener('online', done, { signal: over })
      over.addEventListener('abort', done, { once: true })
    })
  }
}
