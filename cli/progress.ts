import { dimNote } from './print.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** 1536 -> "1.5 kB" (powers of 1000) */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}

/** One line on a terminal that is written over and over; nothing where there is no terminal. */
export class Progress {
  private readonly started = performance.now()
  private last = 0
  private shown = false

  constructor(
    private readonly name: string,
    private readonly total: number,
  ) {}

  show(sent: number): void {
    const now = performance.now()
    if (now - this.last < 100 && sent < this.total) return
    this.last = now
    const rate = sent / Math.max(0.001, (now - this.started) / 1000)
    const share = this.total === 0 ? 1 : sent / this.total
    const bar = '█'.repeat(Math.round(share * 20)).padEnd(20, '░')
    this.say(
      `${bar} ${Math.floor(share * 100)} %  ${bytesText(sent)} of ${bytesText(this.total)}  ${bytesText(rate)}/s`,
    )
  }

  say(text: string): void {
    if (!process.stderr.isTTY) return
    this.shown = true
    const line = `${this.name}  ${text}`.slice(0, (process.stderr.columns || 80) - 1)
    process.stderr.write(`\r\x1b[K${dimNote(line)}`)
  }

  end(): void {
    if (this.shown) process.stderr.write('\r\x1b[K')
    this.shown = false
  }
}
