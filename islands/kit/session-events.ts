/**
 * What happens to the session of this browser, told to every tab: over a broadcast channel and, for browsers that hold one back
 * from a tab, through storage. An event never carries a token.
 */
export type SessionEvent =
  | { type: 'signed_in'; userId: string }
  | { type: 'signed_out' }
  | { type: 'token_refreshed'; userId: string | null; expiresAt: number }
  | { type: 'password_recovery' }
  | { type: 'user_updated'; user: { id: string; name: string; image: string | null } }
  | { type: 'mfa_challenge_verified'; userId: string }
/** @param here whether it happened in this tab */
export type SessionListener = (event: SessionEvent, here: boolean) => void

const NAME = 'tabletalk:session'
type Letter = { id: string; event: SessionEvent }

const listeners = new Set<SessionListener>()
/** Letters that have come by one of the two ways already. */
const seen = new Set<string>()
let channel: BroadcastChannel | null = null
let listening = false

function receive(letter: Letter | null) {
  if (!letter?.event?.type || seen.has(letter.id)) return
  seen.add(letter.id)
  for (const listener of listeners) listener(letter.event, false)
}

function listen() {
  if (listening) return
  listening = true
  if (typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', ({ data }: MessageEvent<Letter>) => receive(data))
  }
  addEventListener('storage', (event) => {
    const { key, newValue } = event as StorageEvent
    if (key !== NAME || !newValue) return
    try {
      receive(JSON.parse(newValue) as Letter)
    } catch {
      // Somebody else wrote under our name: nothing happened to the session.
    }
  })
}

/** Calls `listener` with every event of the session, of this tab and of the others. @returns what ends it */
export function onSession(listener: SessionListener): () => void {
  listen()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells this tab and all others. */
export function tellSession(event: SessionEvent): void {
  listen()
  const letter: Letter = { id: crypto.randomUUID(), event }
  seen.add(letter.id)
  for (const listener of listeners) listener(event, true)
  channel?.postMessage(letter)
  try {
    // Only the change is news: nothing stays behind.
    localStorage.setItem(NAME, JSON.stringify(letter))
    localStorage.removeItem(NAME)
  } catch {
    // Without storage the channel is enough.
  }
}
