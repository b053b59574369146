import { expect, test } from 'bun:test'
import type { LedgerLine } from './answers.ts'
import { changeOf, lineText } from './history.ts'

test.each<[LedgerLine['kind'], string, string]>([
  ['grant', 'trial', 'Trial credits'],
  ['grant', 'payment:p1', 'Credits bought'],
  ['grant', 'plan:premium', 'Credits of the plan'],
  ['grant', 'sorry for the wait', 'Credits given'],
  ['hold', 'message:m1', 'Set aside for a question'],
  ['settle', 'message:m1', 'Question answered'],
  ['release', 'message:m1', 'Question without an answer, nothing charged'],
  ['expire', '', 'Expired'],
  ['clawback', 'payment:p1', 'Taken back for a refund'],
])('a line of the history: %s %s is "%s"', (kind, note, text) => {
  expect(lineText({ kind, note, lot: null })).toBe(text)
})

test('the bonus of a purchase is told as such', () => {
  const texts = (['purchased', 'bonus'] as const).map((lot) => lineText({ kind: 'grant', note: 'payment:p1', lot }))
  expect(texts).toEqual(['Credits bought', 'Bonus'])
})

test('one line a question tells what was charged, and all of them add up to what is free', () => {
  const line = (kind: LedgerLine['kind'], credits: number, held: number): LedgerLine => ({
    id: kind,
    created_at: '2026-11-22T00:00:00.000Z',
    kind,
    credits,
    held,
    note: '',
    lot: null,
    expires_at: null,
  })
  const ledger = [
    line('grant', 25, 0),
    ...[line('hold', -2, 2), line('settle', 0, -2)],
    ...[line('hold', -1, 1), line('release', 1, -1)],
    line('clawback', -5, 0),
  ]
  const told = ledger.filter(({ kind }) => kind !== 'hold').map(changeOf)
  expect(told).toEqual([25, -2, 0, -5])
  expect(told.reduce((sum, one) => sum + one, 0)).toBe(ledger.reduce((sum, { credits }) => sum + credits, 0))
})
