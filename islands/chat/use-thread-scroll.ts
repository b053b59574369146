import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ChatMessage } from '#analyst/rules/answer.ts'

/** The last question at the top, so that its answer is read from its beginning however long it grows. */
function readingPlace(box: HTMLElement): number {
  const question = [...box.querySelectorAll<HTMLElement>('.turn-question')].at(-1)
  if (!question) return box.scrollHeight
  return box.scrollTop + question.getBoundingClientRect().top - box.getBoundingClientRect().top - 16
}

/** Keeps the last question and its growing answer in sight, unless the reader has scrolled to read something else. */
export function useThreadScroll(messages: ChatMessage[], running: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const count = messages.length
  useLayoutEffect(() => {
    if (count > 0 && box.current) box.current.scrollTop = readingPlace(box.current)
    follows.current = true
  }, [count])
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
    element.addEventListener('wheel', scrolled, { passive: true })
    element.addEventListener('touchmove', scrolled, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener('wheel', scrolled)
      element.removeEventListener('touchmove', scrolled)
    }
  }, [running])
  return box
}
