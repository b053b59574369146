import { expect, test } from 'bun:test'
import { type LedgerLine, lineText } from './history.ts'

test.each<[LedgerLine['kind'], string, string]>([
  ['grant', 'trial', 'Trial credits'],
  ['grant', 'payment:p1', 'Credits bought'],
  ['grant', 'plan:premium', 'Credits of the plan'],
  ['grant', 'sorry for the wait', 'Credits given'],
  ['hold', 'message:m1', 'Set aside for a question'],
  ['settle', 'message:m1', 'Question answered'],
  ['release', 'message:m1', 'Given back, nothing was answered'],
  ['expire', '', 'Expired'],
  ['clawback', 'payment:p1', 'Taken back for a refund'],
])('a line of the history: %s %s is "%s"', (kind, note, text) => {
  expect(lineText({ kind, note })).toBe(text)
})
