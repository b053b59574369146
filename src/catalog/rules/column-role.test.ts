import { expect, test } from 'bun:test'
import { columnRole } from './column-role.ts'

const FIGURES = { filled: 100, distinct: 40, length: 0, top: [] }

test.each<[string, string, string]>([
  ['id', 'BIGINT', 'customer_id CustomerId custid club_id_1 orderKey ReportsTo assigned_to created_by'],
  [
    'dimension',
    'BIGINT',
    'BillingPostalCode zip extension homePhone EMP_NUM Dnumber mgr_ssn RoomNumber Year_Opened_Year season',
  ],
  ['dimension', 'DOUBLE', 'postal_code latitude'],
  [
    'measure',
    'BIGINT',
    'amount_paid unpaid bid hours_per_week HoursPerWeek number_in_season number_of_shops total quantity',
  ],
  ['measure', 'DOUBLE', 'amount_paid number total_to'],
])('has the role %s as %s: %s', (role, type, names) => {
  for (const name of names.split(' ')) expect([name, columnRole(name, type, FIGURES)]).toEqual([name, role as never])
})

test('codes that are never repeated are ids, texts and flags are told by their values', () => {
  expect(columnRole('invoice_number', 'BIGINT', { ...FIGURES, distinct: 100 })).toBe('id')
  expect(columnRole('ISBN', 'VARCHAR', { ...FIGURES, distinct: 100 })).toBe('id')
  expect(columnRole('paid', 'VARCHAR', { ...FIGURES, distinct: 2, top: ['Yes', 'no'] })).toBe('flag')
  expect(columnRole('is_active', 'BIGINT', { ...FIGURES, distinct: 2 })).toBe('flag')
  expect(columnRole('remark', 'VARCHAR', { ...FIGURES, length: 80 })).toBe('text')
})
