const BINS = { least: 5, most: 40 }

/** What is known of the values before they are counted. `whole`: all are integers. */
export type Spread = {
  count: number
  min: number
  max: number
  q1: number
  q3: number
  distinct: number
  whole: boolean
}

/**
 * The edges of the bins of a histogram as decimal text, so that comparing with them is exact: steps of 1, 2, 2.5 or 5 times a power of ten, as
 * wide as Freedman and Diaconis advise. Few different integers have a bin each.
 */
export function binEdges({ count, min, max, q1, q3, distinct, whole }: Spread): string[] {
  const range = max - min
  if (range === 0)
    return whole ? [String(min), String(min + 1)] : [text(min, 12), text(min + (Math.abs(min) || 1) * 0.01, 12)]
  const wished = (2 * (q3 - q1)) / Math.cbrt(count)
  const sturges = range / (Math.ceil(Math.log2(count)) + 1)
  const width = Math.min(range / BINS.least, Math.max(range / BINS.most, wished > 0 ? wished : sturges))
  const step = whole && (distinct <= 20 || width < 1) && range < BINS.most ? 1 : niceStep(width)
  const digits = Math.max(0, -Math.floor(Math.log10(step)) + 1)
  const first = Math.floor(min / step)
  // An integer of its own bin ends at the next one.
  const last = whole && step === 1 ? max + 1 : Math.max(first + 1, Math.ceil(max / step))
  return Array.from({ length: last - first + 1 }, (_, i) => text((first + i) * step, digits))
}

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is no less. */
function niceStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= width * 0.999) ?? 10) * power
}

const text = (value: number, digits: number) => {
  const fixed = value.toFixed(Math.min(digits, 20))
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed
}
