import { AppError } from '#base/errors.ts'

/**
 * Lets `most` pieces of work run at once and `waiting` more wait in order; everybody else is sent away at once.
 * @param waitMs longest wait in ms
 */
export function createTurns(most: number, waiting: number, waitMs: number) {
  const queue: (() => void)[] = []
  let running = 0

  const busy = () =>
    new AppError('unavailable', 'Many people are asking the demo just now. Please try again in a few seconds.', {
      code: 'demo_busy',
      details: { retry_after: 5 },
    })

  function turn(): Promise<void> {
    if (running < most) {
      running++
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const come = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(come), 1)
        reject(busy())
      }, waitMs)
      queue.push(come)
    })
  }

  /** Whoever comes next takes the place over. */
  function over(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await work()
    } finally {
      over()
    }
  }
}
