export type Row = unknown[]

const text = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(9)))
  const string = String(value).trim()
  const number = Number(string)
  return string !== '' && Number.isFinite(number) ? text(number) : string
}

const line = (row: Row) => row.map(text).join('\u0001')

function sameRows(a: Row[], b: Row[], ordered: boolean): boolean {
  const left = a.map(line)
  const right = b.map(line)
  if (!ordered) {
    left.sort()
    right.sort()
  }
  return left.every((value, index) => value === right[index])
}

/** Choices of `size` of the `from` columns, in every order; bounded, so wide answers try only their first choices. */
function* choices(from: number, size: number, chosen: number[] = []): Generator<number[]> {
  if (chosen.length === size) {
    yield chosen
    return
  }
  for (let column = 0; column < from; column++)
    if (!chosen.includes(column)) yield* choices(from, size, [...chosen, column])
}

/**
 * `strict`: the same multiset of rows in some order of columns, in the gold's order of rows when it orders. `subset`: some of our
 * columns are the gold's. Numbers are compared to nine digits.
 */
export function matches(ours: Row[], gold: Row[], ordered: boolean): { strict: boolean; subset: boolean } {
  if (ours.length !== gold.length) return { strict: false, subset: false }
  if (!gold.length) return { strict: true, subset: true }
  const [width, want] = [ours[0]!.length, gold[0]!.length]
  if (width < want) return { strict: false, subset: false }
  let tried = 0
  for (const pick of choices(width, want)) {
    if (++tried > 500) break
    if (
      sameRows(
        ours.map((row) => pick.map((column) => row[column])),
        gold,
        ordered,
      )
    )
      return { strict: width === want, subset: true }
  }
  return { strict: false, subset: false }
}

/** Whether two values are the same, numbers to nine digits. */
export const sameValue = (a: unknown, b: unknown): boolean => text(a) === text(b)
