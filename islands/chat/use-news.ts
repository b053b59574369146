import { useEffect, useEffectEvent, useRef } from 'react'
import { TOLD } from '../kit/listen.ts'
import { pageAddress, readLast, readScreen } from './calls.ts'
import type { Thread } from './use-thread.ts'

/** Least time between two checks, in milliseconds. */
const PAUSE = 2_000

/** When the person comes back to a tab that lay idle, or is told something, it shows what was asked, answered and said elsewhere in its conversation. */
export function useNews(workspaceId: string, thread: Thread, onBack: () => void): void {
  const latest = useRef(thread)
  latest.current = thread
  const told = useEffectEvent(onBack)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    let checkedAt = Date.now()
    const idle = () => latest.current.phase === 'ready' && !latest.current.newer
    const check = async () => {
      const id = latest.current.conversationId
      if (!id || !idle() || document.visibilityState !== 'visible' || Date.now() - checkedAt < PAUSE) return
      checkedAt = Date.now()
      told()
      const newest = (await readLast(id, signal)).find((one) => one.role === 'assistant')
      if (!newest || latest.current.messages.some((one) => one.id === newest.id)) return
      const page = await readScreen(pageAddress({ workspaceId, conversationId: id }), signal)
      if (page?.conversationId === id && idle()) latest.current.catchUp(page)
    }
    // What cannot be read now is read the next time somebody comes back.
    const quietly = () => void check().catch(() => {})
    document.addEventListener('visibilitychange', quietly, { signal })
    addEventListener('focus', quietly, { signal })
    addEventListener(TOLD, quietly, { signal })
    return () => abort.abort()
  }, [workspaceId])
}
