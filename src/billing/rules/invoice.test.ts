import { expect, test } from 'bun:test'
import { billingDetailsBody } from './billing-details.ts'
import { csvOf } from './csv.ts'
import { LEDGER_COLUMNS } from './history.ts'
import {
  creditNoteNumber,
  financialYear,
  gstinCheckDigit,
  gstinProblem,
  invoiceNumber,
  partOfTaxes,
  taxesIn,
} from './invoice.ts'
import { clawedBackFor, refundable, stateAfter } from './refund.ts'

test('the financial year turns on the first of April, in India', () => {
  expect(financialYear(new Date('2026-03-31T18:29:59Z'))).toBe('25-26')
  expect(financialYear(new Date('2026-03-31T18:30:00Z'))).toBe('26-27')
  expect(financialYear(new Date('2026-12-31T23:00:00Z'))).toBe('26-27')
  expect(financialYear(new Date('2099-06-01T00:00:00Z'))).toBe('99-00')
})

test('a number fits sixteen characters', () => {
  expect(invoiceNumber('26-27', 1)).toBe('TT/26-27/000001')
  expect(invoiceNumber('26-27', 9_999_999)).toHaveLength(16)
  expect(creditNoteNumber('26-27', 1)).toBe('CN/26-27/000001')
})

test('tax is split within the state, whole across states, and none on exports', () => {
  expect(taxesIn(9900, { country: 'IN', stateCode: '29' })).toEqual({ cgst: 755, sgst: 755, igst: 0 })
  expect(taxesIn(9900, { country: 'IN', stateCode: '27' })).toEqual({ cgst: 0, sgst: 0, igst: 1510 })
  expect(taxesIn(9900, { country: 'IN', stateCode: '' })).toEqual({ cgst: 0, sgst: 0, igst: 1510 })
  expect(taxesIn(199, { country: 'US', stateCode: '' })).toEqual({ cgst: 0, sgst: 0, igst: 0 })
  // 59 * 18 / 118 = 9 exactly, 0.5 is rounded up.
  expect(taxesIn(59, { country: 'IN', stateCode: '27' }).igst).toBe(9)
})

test('a part that goes back has its share of each tax, the whole all of it', () => {
  const invoice = { gross: 9900, cgst: 755, sgst: 755, igst: 0 }
  expect(partOfTaxes(invoice, 9900)).toEqual({ cgst: 755, sgst: 755, igst: 0 })
  expect(partOfTaxes(invoice, 6435)).toEqual({ cgst: 491, sgst: 491, igst: 0 })
  expect(partOfTaxes({ gross: 9900, cgst: 0, sgst: 0, igst: 1510 }, 1)).toEqual({ cgst: 0, sgst: 0, igst: 0 })
  expect(partOfTaxes({ gross: 199, cgst: 0, sgst: 0, igst: 0 }, 100)).toEqual({ cgst: 0, sgst: 0, igst: 0 })
})

test('the check digit of a GSTIN is checked', () => {
  // From the notices of the tax office.
  for (const gstin of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM']) {
    expect([gstin, gstinCheckDigit(gstin.slice(0, 14))]).toEqual([gstin, gstin[14]!])
    expect(gstinProblem(gstin)).toBeNull()
  }
  expect(gstinProblem('27AAPFU0939F1ZA')).toContain('does not fit')
  expect(gstinProblem('99AAPFU0939F1ZV')).toContain('no state')
  expect(gstinProblem('27aapfu')).toContain('15 characters')
})

test('billing details want a state in India and a GSTIN of that state', () => {
  const details = { name: 'Acme', address: '1 Road', city: 'Pune', country: 'IN', state_code: '27' }
  const wrong = (more: object) =>
    billingDetailsBody.safeParse({ ...details, ...more }).error?.issues.map(({ path }) => path.join())
  expect(wrong({ gstin: '27AAPFU0939F1ZV' })).toBeUndefined()
  expect(wrong({ state_code: '' })).toEqual(['state_code'])
  expect(wrong({ gstin: '29AAGCB7383J1Z4' })).toEqual(['gstin'])
  expect(wrong({ country: 'US', state_code: '', gstin: '27AAPFU0939F1ZV' })).toEqual(['gstin'])
  expect(wrong({ country: 'US', state_code: '' })).toBeUndefined()
})

test('credits already used are not refunded, and the bonus is void', () => {
  expect([0, 5, 50, 99, 100, 105].map((used) => refundable(9900, 100, used))).toEqual([9900, 9405, 4950, 99, 0, 0])
  expect(refundable(1299, 1000, 333)).toBe(866)
  expect(refundable(495_000, 5000, 1)).toBe(494_901)
})

test('a refund made elsewhere takes its share, rounded up', () => {
  expect([1, 99, 100, 4950, 9900, 20_000].map((amount) => clawedBackFor(amount, 9900, 100))).toEqual([
    1, 1, 2, 50, 100, 100,
  ])
})

test('a request is approved or declined, and paid back once approved', () => {
  expect(stateAfter('approve', 'requested')).toBe('approved')
  expect(stateAfter('reject', 'approved')).toBe('rejected')
  expect(stateAfter('refund', 'approved')).toBe('refunded')
  for (const state of ['requested', 'rejected', 'refunded'] as const) expect(stateAfter('refund', state)).toBeNull()
  for (const verb of ['approve', 'reject'] as const) expect(stateAfter(verb, 'refunded')).toBeNull()
})

test('the ledger as CSV runs no formula and keeps its numbers', () => {
  const line = { id: '1', created_at: 'now', kind: 'grant' as const, credits: -5, held: 5, lot: null, expires_at: null }
  const csv = csvOf(LEDGER_COLUMNS, [{ ...line, note: '=cmd|"x",1' }])
  expect(csv).toBe('id,created_at,kind,credits,held,note,lot,expires_at\r\n1,now,grant,-5,5,"\'=cmd|""x"",1",,\r\n')
})
