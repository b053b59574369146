/** What was used last, within bounds: what was used longest ago is dropped first. */
export class Recent<T> {
  readonly #values = new Map<string, { value: T; size: number }>()

  /** @param most how many are kept, and how large they may be together; the one used last stays whatever its size */
  constructor(private readonly most: { count: number; size: number }) {}

  get(key: string): T | undefined {
    const found = this.#values.get(key)
    if (!found) return undefined
    // Those used last stand last.
    this.#values.delete(key)
    this.#values.set(key, found)
    return found.value
  }

  set(key: string, value: T, size: number): void {
    this.#values.delete(key)
    this.#values.set(key, { value, size })
    let total = 0
    for (const [at, one] of [...this.#values.keys()].toReversed().entries()) {
      total += this.#values.get(one)!.size
      if (one !== key && (at >= this.most.count || total > this.most.size)) this.#values.delete(one)
    }
  }

  delete(key: string): void {
    this.#values.delete(key)
  }
}
