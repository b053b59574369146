/** Who is told: people of the workspace by their id, and addresses outside of it, which an owner must have allowed. */
export type Recipients = { members: string[]; addresses: { address: string; allowed: boolean }[] }
/** What a run saw: the number it watched, or how many blocks it sent. */
export type Seen = { value?: number | null; text?: string; blocks?: number }
/** To whom something went. */
export type Sent = { kind: 'mail'; to: string }
