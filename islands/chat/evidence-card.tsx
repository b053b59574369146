/** @jsxImportSource react */
import { type ReactNode, useMemo, useState } from 'react'
import { EvidenceContext, type NumberShown } from './evidence.ts'
import { NumberCard } from './number-card.tsx'

/** Numbers inside show what they rest on in a card; there is no grid beside them to be opened. */
export function Evidence({ now, children }: { now: number; children: ReactNode }) {
  const [shown, setShown] = useState<NumberShown | null>(null)
  const evidence = useMemo(() => ({ show: setShown, hide: () => setShown(null), open() {} }), [])
  return (
    <EvidenceContext value={evidence}>
      {children}
      <NumberCard shown={shown} now={now} />
    </EvidenceContext>
  )
}
