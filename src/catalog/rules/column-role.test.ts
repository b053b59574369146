import { expect, test } from 'bun:test'
import { columnRole } from './column-role.ts'

const FIGURES = { filled: 100, distinct: 40, length: 0, top: [] }

test.each<[string, string, string]>([
  ['id', 'BIGINT', 'customer_id CustomerId custid club_id_1 orderKey ReportsTo assigned_to created_by user last_login'],
  [
    'dimension',
    'BIGINT',
    'BillingPostalCode zip extension homePhone EMP_NUM Dnumber mgr_ssn RoomNumber Year_Opened_Year season',
  ],
  ['dimension', 'DOUBLE', 'postal_code latitude'],
  [
    'measure',
    'BIGINT',
    'amount_paid unpaid bid hours_per_week HoursPerWeek number_in_season number_of_shops total quantity users visits_per_user',
  ],
  ['measure', 'DOUBLE', 'amount_paid number total_to'],
])('has the role %s as %s: %s', (role, type, names) => {
  for (const name of names.split(' '))
    expect([name, columnRole(name, type, FIGURES).role]).toEqual([name, role as never])
})

test.each<[string, string, { distinct?: number; length?: number; top?: string[]; min?: string; max?: string }, string]>(
  [
    ['invoice_number', 'BIGINT', { distinct: 100 }, 'id'],
    ['opened', 'BIGINT', { distinct: 30, min: '1931', max: '2004' }, 'dimension'],
    ['opened', 'BIGINT', { distinct: 30, min: '3', max: '2004' }, 'measure'],
    ['Seddelnr', 'BIGINT', { distinct: 100 }, 'id'],
    ['calidad', 'BIGINT', { distinct: 3, min: '0', max: '2' }, 'dimension'],
    ['気温 品質情報', 'BIGINT', { distinct: 3, min: '4', max: '8' }, 'dimension'],
    ['quality', 'BIGINT', { distinct: 6, min: '3', max: '8' }, 'measure'],
    ['stable', 'VARCHAR', { distinct: 2, top: ['J', 'N'] }, 'flag'],
    ['Código IBGE', 'BIGINT', { distinct: 100 }, 'id'],
    ['订单号', 'BIGINT', { distinct: 100 }, 'id'],
    ['UAN', 'BIGINT', { distinct: 100, min: '101234567890', max: '101934567890' }, 'id'],
    ['Còn hàng', 'VARCHAR', { distinct: 2, top: ['Có', 'Không'] }, 'flag'],
    ['ISBN', 'VARCHAR', { distinct: 100 }, 'id'],
    ['paid', 'VARCHAR', { distinct: 2, top: ['Yes', 'no'] }, 'flag'],
    ['lieferbar', 'VARCHAR', { distinct: 2, top: ['ja', 'nein'] }, 'flag'],
    ['mumkin', 'VARCHAR', { distinct: 2, top: ['Haan', 'Nahin'] }, 'flag'],
    ['checked', 'VARCHAR', { distinct: 2, top: ['✓', '✗'] }, 'flag'],
    ['paid', 'VARCHAR', { distinct: 2, top: ['WAHR', 'FALSCH'] }, 'flag'],
    ['Gegenkonto (neu)', 'BIGINT', {}, 'dimension'],
    ['marked', 'VARCHAR', { distinct: 1, top: ['x'] }, 'flag'],
    ['churned', 'VARCHAR', { distinct: 5, top: ['Yes', 'yes ', 'NO', 'no', 'n/a'] }, 'flag'],
    ['answer', 'VARCHAR', { distinct: 3, top: ['Yes', 'No', 'Maybe'] }, 'dimension'],
    ['axis', 'VARCHAR', { distinct: 2, top: ['x', 'y'] }, 'dimension'],
    ['is_active', 'BIGINT', { distinct: 2 }, 'flag'],
    ['remark', 'VARCHAR', { length: 80 }, 'text'],
  ],
)('codes that are never repeated are ids, texts and flags are told by their values: %s', (name, type, more, role) => {
  const guessed = columnRole(name, type, { ...FIGURES, ...more })
  expect(guessed.role).toBe(role as never)
  expect(guessed.reason).toMatch(/^[A-Z].*\.$/)
})

test('a first column that counts the rows is an id, unless its name says what it measures', () => {
  const counts = { ...FIGURES, distinct: 100, numbersRows: true }
  const roles = ['trip', 'month', 'size', 'shoe_size'].map((name) => columnRole(name, 'BIGINT', counts).role)
  expect(roles).toEqual(['id', 'dimension', 'measure', 'measure'])
})

test('what is of the kind code is no figure, whatever its type', () => {
  expect(columnRole('fips', 'BIGINT', FIGURES, 'code').role).toBe('code')
  expect(columnRole('fips', 'VARCHAR', { ...FIGURES, distinct: 100 }, 'code').role).toBe('id')
  expect(columnRole('zip', 'BIGINT', FIGURES, 'postcode').role).toBe('code')
  expect(columnRole('lat', 'DOUBLE', FIGURES, 'latitude').role).toBe('dimension')
})
