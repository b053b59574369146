type Shaped = { columns: { name: string }[] }

/** Tables by the names of their columns, in any order: those of a group can stand one below the other. */
export function bySameShape<T extends Shaped>(tables: T[]): T[][] {
  const key = ({ columns }: T) => JSON.stringify(columns.map(({ name }) => name).sort())
  return [...Map.groupBy(tables, key).values()]
}

/** What the names of files begin with, down to whole words: `orders-2024-01.csv`, `orders-2024-02.csv` -> `orders-2024`. */
export function sharedBeginning(names: string[]): string {
  const [first = '', ...rest] = names
  let length = first.length
  for (const name of rest) {
    let at = 0
    while (at < length && name[at] === first[at]) at++
    length = at
  }
  return length === first.length
    ? first
    : first
        .slice(0, length)
        .replace(/[\p{L}\p{N}]*$/u, '')
        .replace(/[^\p{L}\p{N}]+$/u, '')
}
