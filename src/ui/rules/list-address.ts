/** What a list is shown by: its query without the cursor. */
export type ListQuery = Record<string, string | undefined>

/** Address of a list with what it is shown by; what is empty is left out. */
export function listAddress(address: string, shown: ListQuery): string {
  const filled = Object.entries(shown).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(filled).toString()
  return search ? `${address}?${search}` : address
}
