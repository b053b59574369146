import { useEffect, useRef } from 'react'
import { href, urls } from '../../src/urls.ts'
import { readHistory, readScreen } from './calls.ts'
import type { Answers } from './use-answers.ts'

/** Least time between two looks, in milliseconds. */
const PAUSE = 2_000

/** When the person comes back to a tab that lay idle, it shows what was asked and answered elsewhere in its conversation. */
export function useNews(workspaceId: string, answers: Answers): void {
  const now = useRef(answers)
  now.current = answers
  useEffect(() => {
    const abort = new AbortController()
    let looked = Date.now()
    const idle = () => !now.current.running && !now.current.refusal && !now.current.newer
    const look = async () => {
      const id = now.current.conversationId
      if (!id || !idle() || document.visibilityState !== 'visible' || Date.now() - looked < PAUSE) return
      looked = Date.now()
      const history = await readHistory(workspaceId, abort.signal)
      const there = history.find((one) => one.id === id)?.messages.findLast((one) => one.role === 'assistant')
      if (!there || now.current.messages.some((one) => one.id === there.id)) return
      const latest = href(urls.workspace, { id: workspaceId }, { conversation: id })
      const fresh = await readScreen(latest, abort.signal)
      if (fresh?.conversationId === id && idle()) now.current.catchUp(fresh)
    }
    // What cannot be read now is read the next time somebody looks.
    const quietly = () => void look().catch(() => {})
    document.addEventListener('visibilitychange', quietly)
    addEventListener('focus', quietly)
    return () => {
      abort.abort()
      document.removeEventListener('visibilitychange', quietly)
      removeEventListener('focus', quietly)
    }
  }, [workspaceId])
}
