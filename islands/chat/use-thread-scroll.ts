import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatMessage } from '#analyst/rules/answer.ts'

/** Keeps the end of the thread in sight while an answer grows, unless the reader has scrolled up to read something else. */
export function useThreadScroll(messages: ChatMessage[], running: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const count = messages.length
  // The last question comes to the top, so that its answer is read from its beginning.
  useLayoutEffect(() => {
    const question = [...(box.current?.querySelectorAll<HTMLElement>('.turn-question') ?? [])].at(-1)
    if (count > 0 && box.current && question) box.current.scrollTop = question.offsetTop - box.current.offsetTop - 16
    follows.current = true
  }, [count])
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content || !running) return
    const grown = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight
    })
    grown.observe(content)
    const scrolled = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < 80
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [running])
  return box
}
