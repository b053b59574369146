import { writeFile } from 'node:fs/promises'

const STEP = 1 << 20

/** A text file that is written about a megabyte at a time; it exists once `close` has resolved. */
export class TextFile {
  private text = ''
  private flag = 'w'

  constructor(readonly path: string) {}

  append(text: string) {
    this.text += text
  }

  /** To be awaited after every few pieces: writes them once they are a megabyte, so that memory stays flat. */
  async flushFull() {
    if (this.text.length > STEP) await this.flush()
  }

  /** Writes what is left. */
  async close() {
    await this.flush()
  }

  private async flush() {
    const { text, flag } = this
    this.text = ''
    this.flag = 'a'
    await writeFile(this.path, text, { flag })
  }
}
