import { expect, test } from 'bun:test'
import { newId } from '#base/ids.ts'
import { call, form, signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { urls } from '../urls.ts'
import * as credits from './credits.ts'

const app = await testApp()
const world = await testWorld()
const details = {
  name: 'Acme & Söhne',
  address: '12 MG Road\r\n\r\nShanthala Nagar',
  city: 'Bengaluru',
  postal_code: '560001',
  country: 'IN',
  state_code: '29',
  gstin: '29aagcb7383j1z4',
}

test('billing details are kept by the form, shown in it again, and given by the API', async () => {
  const ada = await signUp(app)
  const answer = await app.request(urls.billingDetails, form(details, ada.cookie))
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/billing?saved=details#details')
  const kept = { ...details, address: '12 MG Road\nShanthala Nagar', gstin: '29AAGCB7383J1Z4' }
  expect((await call(app, ada, 'GET', urls.apiBillingDetails)).body).toEqual({ details: kept })
  const page = await (await app.request('/billing?saved=details', { headers: { cookie: ada.cookie } })).text()
  expect(page).toContain('Your billing details are saved.')
  expect(page).toContain('value="Acme &amp; Söhne"')
  expect(page).toMatch(/<option value="29" selected[^>]*>Karnataka \(29\)<\/option>/)
  expect(page).toMatch(/<option value="IN" selected[^>]*>India<\/option>/)
})

test.each([
  ['name', { name: ' ' }, 'Please give the name for the invoice.'],
  ['name', { name: 'ខ្មែរ 😀' }, 'Invoices cannot print all of these letters.'],
  ['address', { address: 'a\nb\nc\nd\ne\nf\ng' }, 'Please use at most 6 lines.'],
  ['state_code', { state_code: '' }, 'Please choose a state.'],
  ['country', { country: 'ZZ' }, 'Please choose a country.'],
  ['gstin', { gstin: '29AAGCB7383J1Z5' }, 'does not fit the others'],
  ['gstin', { gstin: '29AAGCB' }, 'A GSTIN has 15 characters'],
  ['gstin', { state_code: '07' }, 'This GSTIN belongs to Karnataka.'],
  ['gstin', { country: 'US', state_code: '' }, 'A GSTIN belongs to an address in India.'],
])('what is wrong with %s is said beside it, and nothing is kept: %p', async (field, wrong, text) => {
  const ada = await signUp(app)
  const answer = await app.request(urls.billingDetails, form({ ...details, ...wrong }, ada.cookie))
  expect(answer.status).toBe(400)
  const page = await answer.text()
  const note = new RegExp(`<p class="error" id="field-${field}-note" role="alert">([^<]*)</p>`).exec(page)
  expect(note?.[1]).toContain(text)
  // What was typed stands there still.
  expect(page).toContain('value="560001"')
  expect((await call(app, ada, 'GET', urls.apiBillingDetails)).body).toEqual({ details: null })
  const called = await call(app, ada, 'PUT', urls.apiBillingDetails, { ...details, ...wrong })
  expect(called.status).toBe(400)
  expect(called.body.details.fields[field]).toContain(text)
})

test('a form that is wrong in many places says so at each', async () => {
  const ada = await signUp(app)
  const wrong = { name: '', address: '', city: '', state_code: '', gstin: '29AAG' }
  const answer = await call(app, ada, 'PUT', urls.apiBillingDetails, { ...details, ...wrong })
  expect(Object.keys(answer.body.details.fields).sort()).toEqual(Object.keys(wrong).sort())
  const { status } = await call(app, ada, 'PUT', urls.apiBillingDetails, { gstin: 5, country: 7, state_code: null })
  expect(status).toBe(400)
})

test('an address outside India has no state', async () => {
  const ada = await signUp(app)
  const abroad = { ...details, country: 'us', gstin: '' }
  expect((await call(app, ada, 'PUT', urls.apiBillingDetails, abroad)).body.details).toMatchObject({
    country: 'US',
    state_code: '',
  })
})

test('the history as CSV has every line once, newest first, adds up to the balance and runs no formula', async () => {
  const ada = await signUp(app)
  const ctx = await userCtx(world, ada.user.id)
  await credits.ensureAccount(ctx, ada.user.id)
  for (let count = 0; count < 130; count += 1) {
    const held = await credits.hold(ctx, 1, `message:${newId()}`)
    await (count % 7 === 0 && count < 126 ? credits.settle(ctx, held.id) : credits.release(ctx, held.id))
  }
  await credits.grant(ctx, ada.user.id, {
    kind: 'granted',
    credits: 9_007_199_254_740,
    expiresAt: new Date(Number(ctx.now()) + 1e9),
    key: newId(),
    note: '=HYPERLINK("http://evil.example","x")',
  })
  const answer = await app.request(urls.apiCreditHistory, { headers: { ...ada.headers, accept: 'text/csv' } })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="credits.csv"')
  const [head, ...lines] = (await answer.text()).trimEnd().split('\r\n')
  expect(head).toBe('id,created_at,kind,credits,held,note,lot,expires_at')
  expect(lines).toHaveLength(262)
  expect(lines[0]).toContain(`,grant,9007199254740,0,"'=HYPERLINK(""http://evil.example"",""x"")",`)
  const ids = lines.map((line) => line.split(',')[0]!)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
  const sum = lines.reduce((total, line) => total + Number(line.split(',')[3]), 0)
  expect(sum).toBe((await credits.balance(ctx)).balance)
})
