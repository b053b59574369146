import { store } from './stored.ts'

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
type Message = { id: string; event: SessionEvent }

const listeners = new Set<SessionListener>()
/** Ids of messages that have arrived already, by one of the two ways. */
const seen = new Set<string>()
let channel: BroadcastChannel | null = null

function receive(message: Message | null) {
  if (!message?.event?.type || seen.has(message.id)) return
  seen.add(message.id)
  for (const listener of listeners) listener(message.event, false)
}

/** The channel of this tab, which hears from now on. */
function listen(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
  addEventListener('storage', (event) => {
    const { key, newValue } = event as StorageEvent
    if (key !== NAME || !newValue) return
    try {
      receive(JSON.parse(newValue) as Message)
    } catch {
      // Somebody else wrote under our name: nothing happened to the session.
    }
  })
  return channel
}

/** Calls `listener` with every event of the session, of this tab and of the others. @returns what ends it */
export function onSession(listener: SessionListener): () => void {
  listen()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells this tab and all others. */
export function tellSession(event: SessionEvent): void {
  const message: Message = { id: crypto.randomUUID(), event }
  seen.add(message.id)
  for (const listener of listeners) listener(event, true)
  listen().postMessage(message)
  // Only the change is news: nothing stays behind.
  store('localStorage', NAME, message)
  store('localStorage', NAME, null)
}
