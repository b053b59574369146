import { useEffect, useRef } from 'react'
import type { ChatScreen } from '#chat/rules/screen.ts'
import { readHistory } from './calls.ts'
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
    const idle = () => !now.current.running && !now.current.refusal
    const look = async () => {
      const id = now.current.conversationId
      if (!id || !idle() || document.visibilityState !== 'visible' || Date.now() - looked < PAUSE) return
      looked = Date.now()
      const history = await readHistory(workspaceId, abort.signal)
      const there = history.find((one) => one.id === id)?.messages.findLast((one) => one.role === 'assistant')
      if (!there || now.current.messages.some((one) => one.id === there.id)) return
      const fresh = await readScreen(abort.signal)
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

/** This page as the server would make it now. */
async function readScreen(signal: AbortSignal): Promise<ChatScreen | null> {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const props = page.querySelector('[data-island="chat"]')?.nextElementSibling?.textContent
  return props ? (JSON.parse(props) as ChatScreen) : null
}
