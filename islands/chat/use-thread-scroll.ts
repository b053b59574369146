import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatMessage } from '#analyst/rules/answer.ts'
import { listen } from '../kit/listen.ts'

/** The last question at the top, so that its answer is read from its beginning however long it grows. */
function readingPlace(box: HTMLElement): number {
  const question = [...box.querySelectorAll<HTMLElement>('.turn-question')].at(-1)
  if (!question) return box.scrollHeight
  return box.scrollTop + question.getBoundingClientRect().top - box.getBoundingClientRect().top - 16
}

/**
 * Keeps the last question and its growing answer in sight, unless the reader has scrolled to read something else. Messages that are put
 * before or after the others move nothing.
 * @param named the message that the page was opened at
 */
export function useThreadScroll(
  messages: ChatMessage[],
  running: boolean,
  named: string | null,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const before = useRef<{ first: string | undefined; last: string | undefined }>({ first: undefined, last: undefined })
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id]
  const asked = running || messages.at(-1)?.role === 'user'
  useLayoutEffect(() => {
    const element = box.current
    const was = before.current
    before.current = { first, last }
    if (!element || !first) return
    const target = was.first === undefined && named ? document.getElementById(`m-${named}`) : null
    const prepended = was.first !== undefined && was.first !== first && was.last === last
    if (target) target.scrollIntoView({ block: 'start' })
    // At its very top a browser keeps no place by itself.
    else if (prepended && element.scrollTop === 0) {
      const keep = () => document.getElementById(`m-${was.first}`)?.scrollIntoView()
      keep()
      // How high the turns above are is known once they were drawn, a frame later.
      requestAnimationFrame(() => requestAnimationFrame(keep))
    } else if (was.first === undefined || (was.last !== last && asked)) {
      element.scrollTop = readingPlace(element)
      follows.current = true
    }
  }, [first, last, named, asked])
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content || !running) return
    const grown = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = readingPlace(element)
    })
    grown.observe(content)
    const scrolled = () => {
      follows.current = false
    }
    const deafen = listen(element, 'wheel touchmove', scrolled, { passive: true })
    return () => {
      grown.disconnect()
      deafen()
    }
  }, [running])
  return box
}
