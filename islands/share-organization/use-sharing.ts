import { useCallback, useEffect, useRef, useState } from 'react'
import type { Role } from '#organizations/rules/request.ts'
import { ApiError } from '../kit/api.ts'
import { listen } from '../kit/listen.ts'
import { refresh } from '../kit/token-refresh.ts'
import { readToken } from '../kit/token-store.ts'
import { type Loaded, load, reason } from './calls.ts'

/** The organization whose Share button was pressed; the role as the page knew it. */
export type Shared = { id: string; name: string; role: Role | null }
/** What went wrong; `invitationId` names the one that could be sent again instead. */
export type Trouble = { text: string; invitationId?: string; loading?: boolean }

/** Entries shown at once; "Show more" adds as many. */
const STEP = 50
/** While the dialog is open, what others did is fetched this often, in milliseconds. */
const REFRESH_EVERY = 10_000

/** Everything the dialog knows and can do. Lists load again after each change, and by themselves while the page is seen. */
export function useSharing({ id, role }: Shared, userId: string) {
  const [data, setData] = useState<Loaded | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [said, setSaid] = useState('')
  const [wanted, setWanted] = useState({ members: STEP, invitations: STEP, q: '' })
  /** Number of the last load: what an earlier one brings is too old. */
  const newest = useRef(0)
  const loading = useRef(0)

  const reload = useCallback(
    async (quiet: boolean) => {
      newest.current += 1
      const own = newest.current
      loading.current += 1
      try {
        // The page may be so new that its first token is still on its way.
        if (!readToken() && !(await refresh())) throw new NoToken()
        const loaded = await load(id, wanted)
        if (own === newest.current) setData(loaded)
        if (own === newest.current && !quiet) setTrouble(null)
      } catch (error) {
        if (own !== newest.current || (quiet && !isOver(error))) return
        const text = error instanceof NoToken ? error.message : reason(error, 'Failed to load organization data')
        setTrouble({ text, loading: true })
      } finally {
        loading.current -= 1
      }
    },
    [id, wanted],
  )

  useEffect(() => {
    void reload(false)
    const refreshSeen = () => {
      if (document.visibilityState === 'visible') void reload(true)
    }
    // Only what was asked for last is shown: asking at every turn would replace answers that take longer than a turn, for ever.
    const timer = setInterval(() => loading.current === 0 && refreshSeen(), REFRESH_EVERY)
    const deafen = listen(window, 'focus', refreshSeen)
    return () => {
      clearInterval(timer)
      deafen()
      newest.current += 1
    }
  }, [reload])

  /** Does something, says so, and loads the lists again; also after a refusal, which may mean that the role has changed. */
  const act = async (done: string, fallback: string, work: () => Promise<unknown>): Promise<boolean> => {
    setTrouble(null)
    setSaid('')
    try {
      await work()
    } catch (error) {
      setTrouble({ text: reason(error, fallback), ...(invitedAlready(error) ?? {}) })
      // Nobody waits for the lists to try again.
      void reload(true)
      return false
    }
    await reload(true)
    setSaid(done)
    return true
  }

  return {
    organizationId: id,
    /** Whose dialog it is. */
    userId,
    data,
    trouble,
    said,
    /** What the person may do is known from the page until the server has said it. */
    role: data ? data.role : role,
    act,
    retry: () => reload(false),
    moreMembers: () => setWanted((now) => ({ ...now, members: now.members + STEP })),
    moreInvitations: () => setWanted((now) => ({ ...now, invitations: now.invitations + STEP })),
    search: useCallback((q: string) => setWanted((now) => (now.q === q ? now : { ...now, members: STEP, q })), []),
    searching: wanted.q,
  }
}
export type Sharing = ReturnType<typeof useSharing>

class NoToken extends Error {
  override readonly message = 'No session token available'
}

/** Whether a look in the background found that access has ended: that is not passed over in silence. */
const isOver = (error: unknown) =>
  error instanceof NoToken || (error instanceof ApiError && [401, 403, 404].includes(error.status))

const invitedAlready = (error: unknown) =>
  error instanceof ApiError && error.code === 'already_invited' && typeof error.details.invitation_id === 'string'
    ? { invitationId: error.details.invitation_id }
    : null
