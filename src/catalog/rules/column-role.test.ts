import { expect, test } from 'bun:test'
import { columnRole } from './column-role.ts'

const FIGURES = { filled: 100, distinct: 40, length: 0, top: [] }

test.each<[string, string, string]>([
  ['id', 'BIGINT', 'customer_id CustomerId custid club_id_1 orderKey ReportsTo assigned_to created_by user last_login'],
  ['dimension', 'BIGINT', 'BillingPostalCode zip extension homePhone RoomNumber Year_Opened_Year season'],
  ['code', 'BIGINT', 'EMP_NUM Dnumber mgr_ssn'],
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
    ['Gegenkonto (neu)', 'BIGINT', {}, 'code'],
    ['marked', 'VARCHAR', { distinct: 1, top: ['x'] }, 'flag'],
    ['churned', 'VARCHAR', { distinct: 5, top: ['Yes', 'yes ', 'NO', 'no', 'n/a'] }, 'flag'],
    ['done', 'VARCHAR', { distinct: 3, top: ['[x]', '[ ]', '[X]'] }, 'flag'],
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

const named = (role: string, names: string, type = 'BIGINT', more: Partial<Parameters<typeof columnRole>[2]> = {}) => {
  const guessed = names.split(' | ').map((name) => `${name}: ${columnRole(name, type, { ...FIGURES, ...more }).role}`)
  expect(guessed).toEqual(names.split(' | ').map((name) => `${name}: ${role}`))
}
const EACH_ONCE = { distinct: 100, min: '20311', max: '20931' }
const AGAIN = { min: '1000', max: '9010' }

test.each<[string, string]>([
  [
    'accounts',
    'Account | Konto | Sachkonto | Gegenkonto (ohne Schlüssel) | Compte | Cuenta | Conta | Счет | Účet | 勘定科目 | 계정 | खाता | رقم الحساب',
  ],
  [
    'orders and documents',
    'Order | Auftrag | Kundenauftrag | Commande | Pedido | Ordine | Zamówienie | Beleg | Facture | Factura | 伝票番号 | 订单号',
  ],
  [
    'people',
    'EMPNO | CUSTNO | Personalnummer | Pers.-Nr. | Matricule | Matricola | Legajo | Табельный номер | Sicil No | 社員番号 | 工号 | कर्मचारी क्रमांक',
  ],
  [
    'numbers of things',
    'Item # | № заказа | Nº de cuenta | No. de Factura | Número de pedido | Numéro de commande | Nr konta | číslo účtu | acct_nbr | DEPTNUM | Kode Barang | Mã hàng | S.No. | Lfd. Nr.',
  ],
])('whole numbers that tell %s are ids, and codes where they come again', (_, names) => {
  named('id', names, 'BIGINT', EACH_ONCE)
  named('code', names, 'BIGINT', AGAIN)
})

test('places, kinds and lines of forms are told by numbers too, and rows are put in groups by them', () => {
  const names =
    'Room | Plant | Plnt | Werk | s-port | dst_port | VLAN | Usine | Planta | Habitación | Raum | Gleis | Кабинет | Завод | 工場 | 端口 | Lohnart | Kostenstelle | Kennzahl | Rubrique | Casilla | Строка | Pos. | Posten | sex | Geschlecht | sexo | Пол | 性別 | लिंग'
  named('dimension', names, 'BIGINT', AGAIN)
})

test('what is counted or measured stays a measure', () => {
  const names =
    'rooms | lines of code | montant facture | saldo cuenta | importo fattura | قيمة الطلب | сумма счета | order amount | bedrooms | ports | orders | orders per day | positions filled | Positionen | account balance | Kontostand | Zimmer | Anzahl Aufträge | Anzahl Konto | Nombre de chambres | Nombre de commande | Número de habitaciones | Numero de empleados | Número de pedidos | No. of rooms | # Orders | Количество заказов | Число комнат | 订单数 | 注文数 | 部屋数 | 인원수 | छात्र संख्या | عدد الطلبات | Hubraum | volcano | casino | vino | turno de noche | stock | rank'
  named('measure', names, 'BIGINT', { min: '2', max: '61' })
})

test('whole numbers from 0 to 1 say yes and no, whatever they are called, unless they count', () => {
  const both = { distinct: 2, min: '0', max: '1', top: ['1', '0'] }
  named(
    'flag',
    'timepoint | Finished | hh/crops/maize | hh/crops/beans | churn | Erledigt | payé | активен | 完了 | Outcome',
    'BIGINT',
    both,
  )
  const counts =
    'goals | number of shops | Anzahl | Menge | quantity | Nombre d’enfants | 件数 | Количество | stock | score | weight (kg) | hours | returns | visits_per_user | age | Tore'
  named('measure', counts, 'BIGINT', both)
  named('measure', 'Finished | churn', 'BIGINT', { distinct: 3, min: '0', max: '2' })
})

test('a unit behind a name and parts of one say that its numbers are measured', () => {
  named('measure', 'E-Day(kWh) | Day [kg] | Week (EUR) | Plant (kW) | Station (mm)', 'BIGINT', AGAIN)
  named('measure', 'day | week | hour | season', 'DOUBLE', { distinct: 3, min: '0.1', max: '0.3' })
  named('dimension', 'day | postal_code', 'DOUBLE', { distinct: 3, min: '1.0', max: '3.0' })
  named('dimension', 'latitude | lon', 'DOUBLE', { distinct: 3, min: '51.911', max: '53.2' })
})

test('years are told in columns that are called so in short, or not at all', () => {
  const years = { distinct: 1, min: '2023', max: '2023', top: ['2023'] }
  named('dimension', 'yyyy | yr | JJJJ | año | column_1', 'BIGINT', years)
  named('measure', 'column_1', 'BIGINT', { distinct: 60, min: '1901', max: '2060' })
  named('measure', 'visitors', 'BIGINT', years)
})

test('digits with noughts before them that count the rows are an id, named or not', () => {
  const counts = { distinct: 100, min: '0001', max: '0100', length: 4, numbersRows: true }
  named('id', 'column_1 | slip | 伝票 | size', 'VARCHAR', counts)
  named('dimension', 'column_1 | slip', 'VARCHAR', { ...counts, numbersRows: false, distinct: 50 })
})
