/** A moment of an upload: bytes sent at a time in milliseconds. */
export type Mark = { at: number; sent: number }

/** Bytes as people read them: 1.5 MB. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${bytes === 1 ? 'byte' : units[unit]}`
}

/** The largest upload in words, in the units that operating systems count files in: 2048 MB are 2 GB. */
export const limitText = (mb: number): string => (mb % 1024 === 0 ? `${mb / 1024} GB` : `${mb} MB`)

/** Bytes a second over the last seconds; null while it is unknown. Marks are in order of time. */
export function rateOf(marks: Mark[]): number | null {
  const last = marks.at(-1)
  const first = marks.find(({ at }) => last && last.at - at <= 5000)
  if (!last || !first || last.at - first.at < 300) return null
  return ((last.sent - first.sent) * 1000) / (last.at - first.at)
}

/** Time that the rest will take, in words; nothing while it is unknown. */
export function timeLeft(rest: number, rate: number | null): string {
  if (!rate || rate <= 0) return ''
  const seconds = Math.ceil(rest / rate)
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s left`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
