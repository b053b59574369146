import { useEffect, useRef, useState } from 'react'
import { announceSpent, onBalance } from '../kit/credit-balance.ts'
import type { Answered } from './use-drawer.ts'

/** Credits left: that of the page at first, then what receipts say, here and in other tabs. Tells the header as well. */
export function useBalance(start: number, answered: Answered[]): number {
  const [balance, setBalance] = useState(start)
  useEffect(() => onBalance(setBalance), [])
  const receipts = answered.filter((one) => one.answer.receipt)
  const known = useRef(receipts.length)
  const left = receipts.at(-1)?.answer.receipt?.balance
  useEffect(() => {
    if (receipts.length > known.current) announceSpent(left)
    known.current = receipts.length
  }, [receipts.length, left])
  return balance
}
