/** Who is told: people of the workspace by their id, addresses outside of it, which an owner must have allowed, and webhooks by their id. */
export type Recipients = {
  members: string[]
  addresses: { address: string; allowed: boolean }[]
  webhooks: string[]
}
/** Nobody is told: a schedule of a canvas keeps it fresh then. */
export const tellsNobody = (of: Record<keyof Recipients, unknown[]>): boolean =>
  of.members.length + of.addresses.length + of.webhooks.length === 0
/** What a run saw: the number it watched, or how many blocks it sent, and how many of them changed. */
export type Seen = { value?: number | null; text?: string; blocks?: number; changed?: number }
/** To whom something went. */
export type Sent = { kind: 'mail' | 'notification' | 'webhook'; to: string }
