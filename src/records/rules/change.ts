/** What a change makes different, field by field, for the audit: `{ name: { before, after } }`. What stays the same is left out. */
export function changed<T extends object>(
  before: T,
  change: Partial<T>,
): Record<string, { before: unknown; after: unknown }> {
  const pairs = Object.entries(change) as [keyof T & string, unknown][]
  return Object.fromEntries(
    pairs
      .filter(([field, after]) => after !== undefined && before[field] !== after)
      .map(([field, after]) => [field, { before: before[field], after }]),
  )
}
