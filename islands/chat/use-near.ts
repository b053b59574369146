import { type RefCallback, useCallback, useRef } from 'react'

/** Before something is in sight it is fetched, so that nobody waits for it. */
const NEAR = '300px 0px'

/** Calls `near` when the element comes near the part of the thread in sight, as long as it is `wanted`. */
export function useNear(wanted: boolean, near: () => void): RefCallback<HTMLElement> {
  const act = useRef(near)
  act.current = near
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !wanted) return
      const seen = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && act.current(), {
        root: element.closest('.chat-thread'),
        rootMargin: NEAR,
      })
      seen.observe(element)
      return () => seen.disconnect()
    },
    [wanted],
  )
}
