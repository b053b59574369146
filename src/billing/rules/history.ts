import type { LedgerLine } from './answers.ts'

const KINDS: Record<LedgerLine['kind'], string> = {
  grant: 'Credits given',
  hold: 'Set aside for a question',
  settle: 'Question answered',
  release: 'Question without an answer, nothing charged',
  expire: 'Expired',
  refund: 'Refund',
  clawback: 'Taken back for a refund',
  deduct: 'Taken back by our team',
  restore: 'Given back, the refund failed',
}

export function lineText({ kind, note, lot }: Pick<LedgerLine, 'kind' | 'note' | 'lot'>): string {
  if (note.startsWith('upgrade:'))
    return kind === 'clawback' ? 'Taken back for an upgrade' : 'Given back, the upgrade was paid back'
  if (kind !== 'grant') return KINDS[kind]
  if (lot === 'bonus') return 'Bonus'
  if (note.startsWith('payment:')) return 'Credits bought'
  if (note.startsWith('plan:')) return 'Credits of the plan'
  if (note.startsWith('allocation:')) return 'Credits from our team'
  return note === 'trial' ? 'Trial credits' : KINDS.grant
}

/**
 * What a line changed, once questions are told by one line each: that of the settlement says what was charged, that of a release that
 * nothing was, and the hold before either is left out. The changes of all lines add up to what is free to spend, as those of the ledger do.
 */
export const changeOf = ({ kind, credits, held }: LedgerLine): number =>
  kind === 'settle' ? held : kind === 'release' ? 0 : credits

export const LEDGER_COLUMNS = ['id', 'created_at', 'kind', 'credits', 'held', 'note', 'lot', 'expires_at'] as const
