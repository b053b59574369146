import { useEffect, useRef, useState } from 'react'
import { announceSpent, onBalance } from '../kit/credit-balance.ts'
import type { Answered } from './drawer-state.ts'

/** Credits left: that of the page at first, then what receipts say, here and in other tabs. Tells the header as well. */
export function useBalance(start: number, answered: Answered[]): number {
  const [balance, setBalance] = useState(start)
  useEffect(() => onBalance(setBalance), [])
  const receipts = answered.filter((one) => one.answer.receipt)
  const before = useRef(receipts.length)
  const left = receipts.at(-1)?.answer.receipt?.balance
  useEffect(() => {
    if (receipts.length > before.current) announceSpent(left)
    before.current = receipts.length
  }, [receipts.length, left])
  return balance
}
