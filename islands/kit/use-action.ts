import { useState } from 'react'
import { sentenceOf } from './api.ts'

/** What a button does: `busy` while it runs; after a failure `error` is the sentence that says why. */
export function useAction() {
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  /** @returns whether it succeeded */
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setState({ busy: true, error: null })
    try {
      await action()
      setState({ busy: false, error: null })
      return true
    } catch (reason) {
      setState({ busy: false, error: sentenceOf(reason) })
      return false
    }
  }
  return { ...state, run }
}
