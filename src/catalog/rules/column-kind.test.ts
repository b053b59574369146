import { expect, test } from 'bun:test'
import { type ColumnKind, kindOf } from './column-kind.ts'
import { places } from './places.ts'
import { unitOfName } from './units.ts'

const texts = (values: string) => values.split(' | ')

test.each<[string, string, string, ColumnKind | null]>([
  ['Contact e-mail', 'VARCHAR', 'a@b.de | c.d@e.org | f@g.co.in', 'email'],
  ['who', 'VARCHAR', 'a@b.de | c.d@e.org | f@g.co.in', 'email'],
  ['where', 'VARCHAR', 'https://a.de/x | http://b.org | www.c.net', 'url'],
  ['host', 'VARCHAR', '10.0.0.1 | 192.168.1.255 | 8.8.8.8', 'ip'],
  ['client_ip', 'VARCHAR', '2001:db8::1 | ::1 | fe80::1ff:fe23:4567:890a', 'ip'],
  [
    'ref',
    'VARCHAR',
    '123e4567-e89b-12d3-a456-426614174000 | 00000000-0000-4000-8000-00000000000a | 123E4567-E89B-12D3-A456-426614174001',
    'uuid',
  ],
  ['Mobile No', 'VARCHAR', '98765 43210 | 91234 56789', 'phone'],
  ['customer', 'VARCHAR', '+49 30 1234567 | +1 415 555 2671 | +91 98765 43210', 'phone'],
  ['zip', 'VARCHAR', '01234 | 80331 | 94110-1234', 'postcode'],
  ['BillingPostalCode', 'BIGINT', '12345 | 80331', 'postcode'],
  ['Country', 'VARCHAR', 'India | Germany | Atlantis | France | Spain | Italy', 'country'],
  ['country_code', 'VARCHAR', 'IN | DE | US', 'country'],
  ['country_code', 'VARCHAR', '+49 | +91', null],
  ['state', 'VARCHAR', 'CA | NY | TX', 'state'],
  ['state', 'VARCHAR', 'Kerala | Punjab | Goa', 'state'],
  ['state', 'VARCHAR', 'open | closed', null],
  ['city', 'VARCHAR', 'Pune | São Paulo | Den Haag', 'city'],
  ['lat', 'DOUBLE', '52.5 | -33.9', 'latitude'],
  ['long', 'DOUBLE', '151.2 | -70.1', 'longitude'],
  ['long', 'DOUBLE', '2500 | 900', null],
  ['currency', 'VARCHAR', 'EUR | INR | USD', 'currency'],
  ['fips', 'VARCHAR', '01001 | 06037', 'code'],
  ['sku', 'VARCHAR', 'A-17 | B-22', 'code'],
  ['iso3', 'VARCHAR', 'IND | DEU | FRA', 'country'],
  ['code3', 'VARCHAR', 'IND | DEU | FRA', 'country'],
  ['iso_a3', 'VARCHAR', 'IND | DEU | FRA', 'country'],
  ['Code', 'VARCHAR', 'IND | DEU | FRA | USA', 'country'],
  ['iso', 'VARCHAR', 'IN | FR | JP | AE', 'country'],
  ['code', 'VARCHAR', 'TX | NY | OH | WA', 'state'],
  ['code', 'VARCHAR', 'CA | DE | AL', 'code'],
  ['code', 'VARCHAR', 'XS | XL | XXL', 'code'],
  ['Jurisdiction', 'VARCHAR', 'Texas | Ohio | Maine | Utah | Iowa', 'state'],
  ['entity', 'VARCHAR', 'India | Peru | Chad | Fiji | Mali | World', 'country'],
  ['winner', 'VARCHAR', 'Georgia | Jordan | Paris | Chelsea | Austin | Savannah', null],
  ['zip_rate', 'DOUBLE', '0.5 | 0.7', null],
  ['remark', 'VARCHAR', 'see www.a.de | no | yes', null],
  ['version', 'VARCHAR', '1.2.3 | 1.10.0 | 2.0.1', null],
  ['span', 'VARCHAR', '10-20 | 20-30 | 30-40', null],
  ['birthday', 'DATE', '2000-01-01 | 2001-01-01', null],
  ['email', 'VARCHAR', 'none | unknown', null],
])('%s (%s) of %s is of the kind %s', async (name, type, values, kind) => {
  expect(kindOf(name, type, texts(values), await places())?.kind ?? null).toBe(kind)
})

test('a kind says why', () => {
  expect(kindOf('e-mail', 'VARCHAR', ['a@b.de', 'c@d.de', 'e@f.de', 'g@h.de', '?'])?.reason).toBe(
    'Its name "e-mail" says so, and 80 % of its values are such.',
  )
})

test.each([
  ['price_usd', 'USD'],
  ['Weight (kg)', 'kg'],
  ['Temperature [°C]', '°C'],
  ['amount in INR', 'INR'],
  ['trip_minutes', 'min'],
  ['discount_percent', '%'],
  ['sharePct', '%'],
  ['temp_min', null],
  ['hours_per_week', null],
  ['days', null],
  ['number_of_days', null],
  ['sales (all)', null],
])('the name %s says the unit %s', (name, unit) => expect(unitOfName(name)).toBe(unit))
