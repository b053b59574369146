/** Wilson interval of a share at 95 %. */
export function wilson(hits: number, total: number): [number, number] {
  if (!total) return [0, 0]
  const z = 1.96
  const p = hits / total
  const middle = p + (z * z) / (2 * total)
  const spread = z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total))
  const whole = 1 + (z * z) / total
  return [(middle - spread) / whole, (middle + spread) / whole]
}

/** McNemar's exact test: how probable it is that two runs which are equally good differ at least so much. @param better and worse: pairs that turned */
export function mcnemar(better: number, worse: number): number {
  const all = better + worse
  let tail = 0
  let ways = 1
  for (let wins = 0; wins <= Math.min(better, worse); wins++) {
    tail += ways / 2 ** all
    ways = (ways * (all - wins)) / (wins + 1)
  }
  return Math.min(1, 2 * tail)
}
