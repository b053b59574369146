/** Numbers that programs write where there is none: -99, -999.9, 9999. */
const [BELOW, ABOVE] = [/^-9{2,}(?:\.[09]+)?$/, /^9{2,}(?:\.[09]+)?$/]
/** Positive ones below this are ages and amounts as well. */
const SHORT = 1000
const PLAIN = /^[-+]?\d+(?:\.\d+)?$/
/** Values that tell how large the figures of a column are, and how many times as far from nought a code is, also where some are negative. */
const [LEAST_VALUES, TIMES, TIMES_BESIDE_NEGATIVES, TIMES_ABOVE] = [3, 2, 5, 10]

/**
 * Values of a column of plain numbers that stand for none: all nines, and far from the others. A positive one may as well be a price, so it
 * takes two of them, or another column with some; 99 and 999 take both.
 * @param coded whether another column of the table has some
 */
export function codesAmong(values: readonly string[], coded = false): string[] {
  const codes = values.filter((value) => BELOW.test(value) || ABOVE.test(value))
  if (codes.length === 0 || 2 * codes.length > values.length) return []
  const others = values.filter((value) => !codes.includes(value))
  if (others.length < LEAST_VALUES || !others.every((value) => PLAIN.test(value))) return []
  const numbers = others.map(Number)
  const most = Math.max(...numbers.map(Math.abs))
  const isFar = (code: string) => {
    const size = Math.abs(Number(code))
    if (!code.startsWith('-')) {
      const isAgain = codes.filter((one) => one === code).length > 1
      return (size < SHORT ? coded && isAgain : coded || isAgain) && size >= TIMES_ABOVE * most
    }
    if (size < 100) return numbers.every((number) => number >= 0 && number < size)
    return size >= most * (numbers.some((number) => number < 0) ? TIMES_BESIDE_NEGATIVES : TIMES)
  }
  return [...new Set(codes)].filter(isFar)
}
