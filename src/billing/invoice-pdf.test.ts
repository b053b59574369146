import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { getDocumentProxy } from 'unpdf'
import { newId } from '#base/ids.ts'
import { mails, refunds } from '#db/schema/index.ts'
import { configuredMailer } from '#outside/mail.ts'
import { deliver } from '#records/mails.ts'
import { buyPlan, payingAs } from '../../tests/support/buyer.ts'
import { textOfPdf } from '../../tests/support/pdf.ts'
import { call, form, type Person, signUp, userCtx } from '../../tests/support/people.ts'
import { receive } from '../../tests/support/smtp-server.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { urls } from '../urls.ts'
import { makeAttachment } from './invoice-files.ts'
import { invoicePdf } from './invoice-pdf.ts'
import * as invoices from './invoices.ts'
import { taxesIn } from './rules/invoice.ts'
import { priceText } from './rules/price.ts'
import * as webhooks from './webhooks.ts'

// On the embedded database only: it is about what stands in a file; buying, invoices and mails run on both in other tests.

const world = await testWorld()
const app = await testApp()
beforeAll(() => webhooks.keepSecret(world))

const details = {
  name: 'Żółw & Söhne Private Limited',
  address: '4th floor, 12 MG Road\r\nShanthala Nagar',
  city: 'Bengaluru',
  postal_code: '560001',
  country: 'IN',
  state_code: '29',
  gstin: '29AAGCB7383J1Z4',
}

type Listed = { id: string; number: string; pdf: string; payment_id: string; refunded: number }

/** Buys through the sandbox and gives the newest invoice. */
async function bought(person: Person, credits: number, currency: string, at = world): Promise<Listed> {
  await payingAs(world, await userCtx(at, person.user.id), credits, currency)
  return (await call(app, person, 'GET', urls.apiInvoices)).body[0]
}

const download = (path: string, headers: Record<string, string>) => app.request(path, { headers })

/** What a reader of PDFs finds in a file: its text, its title and its language. */
async function read(answer: Response | Uint8Array) {
  const bytes = answer instanceof Response ? await answer.bytes() : answer
  const document = await getDocumentProxy(bytes.slice())
  const text = await textOfPdf(bytes)
  const info = (await document.getMetadata()).info as Record<string, string>
  return { bytes, text: text.replace(/\s+/g, ' '), title: info.Title, language: info.Language }
}

test('an invoice in rupees is a PDF whose text can be read: both parties, the taxes, the total', async () => {
  const person = await signUp(app)
  expect((await app.request(urls.billingDetails, form(details, person.cookie))).status).toBe(303)
  const invoice = await bought(person, 5000, 'INR')
  const answer = await download(invoice.pdf, { cookie: person.cookie })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="${invoice.number.replaceAll('/', '-')}.pdf"`,
  )
  const { bytes, text, title, language } = await read(answer)
  expect(title).toBe(`Tax invoice ${invoice.number}`)
  expect(language).toBe('en')
  for (const said of [
    invoice.number,
    invoice.payment_id,
    'Place of supply Karnataka (29)',
    'Żółw & Söhne Private Limited 4th floor, 12 MG Road Shanthala Nagar Bengaluru 560001 India',
    'GSTIN 29AAGCB7383J1Z4',
    '5,250 credits, 250 of them as a bonus 998439 ₹4,194.92',
    'Taxable value ₹4,194.92',
    'CGST 9 % ₹377.54',
    'SGST 9 % ₹377.54',
    'Total paid (INR) ₹4,950.00',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('IGST')
  // The same invoice is the same file, whoever asks in which way.
  const again = await download(`${urls.apiInvoices}/${invoice.id}`, { ...person.headers, accept: 'application/pdf' })
  expect(Buffer.from(bytes).equals(Buffer.from(await again.bytes()))).toBe(true)
})

test('another state pays IGST; dollars are an export without tax; nobody is asked for details before buying', async () => {
  const person = await signUp(app)
  const delhi = { ...details, state_code: '07', gstin: '' }
  await call(app, person, 'PUT', urls.apiBillingDetails, delhi)
  const rupees = await bought(person, 100, 'INR')
  expect((await read(await download(rupees.pdf, person.headers))).text).toContain('IGST 18 % ₹15.10')
  const buyer = await signUp(app)
  const dollars = await bought(buyer, 5000, 'USD')
  const { text, title } = await read(await download(dollars.pdf, buyer.headers))
  expect(title).toBe(`Invoice ${dollars.number}`)
  expect(text).toContain('Total paid (USD) $77.99')
  expect(text).toContain('Place of supply Outside India')
  expect(text).toContain(`Account holder ${buyer.user.id} No billing details were given.`)
  expect(text).not.toMatch(/GST \d/)
  for (const [currency, total] of [
    ['EUR', '€70.99'],
    ['GBP', '£61.99'],
  ] as const)
    expect((await read(await download((await bought(buyer, 5000, currency)).pdf, buyer.headers))).text).toContain(total)
})

test('an invoice is shown to whom it belongs, and to nobody else', async () => {
  const [person, other] = [await signUp(app), await signUp(app)]
  const { id, pdf } = await bought(person, 100, 'INR')
  for (const path of [pdf, `${urls.apiInvoices}/${id}`]) {
    expect((await download(path, person.headers)).status).toBe(200)
    expect((await download(path, other.headers)).status).toBe(404)
  }
  expect((await download(pdf, {})).status).toBe(302)
  expect((await download(`${urls.apiInvoices}/${id}`, {})).status).toBe(401)
  for (const missing of [`${newId()}.pdf`, id, '.pdf', `${id}.html`])
    expect((await download(`/billing/invoices/${missing}`, person.headers)).status).toBe(404)
  expect((await call(app, person, 'GET', `${urls.apiInvoices}/${id}`)).body).toMatchObject({ id, pdf, refunded: 0 })
  expect(await (await download(urls.billing, { cookie: person.cookie })).text()).toContain(`href="${pdf}"`)
})

test('what was paid back stands on the invoice and beside it on the page', async () => {
  const person = await signUp(app)
  const { id, payment_id: paymentId, pdf } = await bought(person, 100, 'INR')
  const refund = `rfnd_${id.slice(-8)}`
  const back = { paymentId, cause: 'gateway' as const, amount: 4000, currency: 'INR' }
  const createdAt = new Date('2026-12-01T20:00:00Z')
  await world.db
    .insert(refunds)
    .values({ ...back, gatewayRefundId: refund, state: 'refunded', createdAt, refundedAt: createdAt })
  await world.db.insert(refunds).values({ ...back, amount: 5000, state: 'failed', createdAt })
  const { text } = await read(await download(pdf, person.headers))
  // By then it was the next day in India.
  expect(text).toContain(`Paid back, ${refund} 2 December 2026 -₹40.00`)
  expect(text).toContain('Left after refunds ₹59.00')
  expect((await call(app, person, 'GET', urls.apiInvoices)).body[0].refunded).toBe(4000)
  expect(await (await download(urls.billing, { cookie: person.cookie })).text()).toContain('₹40.00 refunded')
})

test('a seller with another address and GSTIN splits the tax by their state, and issued invoices keep theirs', async () => {
  const person = await signUp(app)
  const config = {
    ...world.config,
    SELLER_NAME: 'Tabletalk Private Limited',
    SELLER_ADDRESS: '1 Marine Drive | Mumbai 400001',
    SELLER_GSTIN: '27AAGCB7383J1Z8',
  }
  await call(app, person, 'PUT', urls.apiBillingDetails, { ...details, state_code: '27', gstin: '' })
  const { id, pdf } = await bought(person, 100, 'INR', { ...world, config })
  const { text, bytes } = await read(await download(pdf, person.headers))
  expect(text).toContain('Tabletalk Private Limited 1 Marine Drive Mumbai 400001 State: Maharashtra (27)')
  expect(text).toContain('GSTIN 27AAGCB7383J1Z8')
  expect(text).toContain('CGST 9 % ₹7.55')
  const kept = (await invoices.byId(world, id))!
  expect(Buffer.from(await invoicePdf(config, kept)).equals(Buffer.from(bytes))).toBe(true)
})

test('an invoice of an upgrade shows the price, the credit and what was paid, with the tax of what was paid', async () => {
  const person = await signUp(app)
  const ctx = await userCtx(world, person.user.id)
  await buyPlan(world, ctx, 'flexible', 'monthly')
  const { quote, order } = await buyPlan(world, ctx, 'premium', 'annual', 'now')
  const { credit, unused_days, days } = quote.upgrade!
  const invoice = (await call(app, person, 'GET', urls.apiInvoices)).body[0]
  const { igst } = taxesIn(order.amount, { country: 'IN', stateCode: '' })
  expect(invoice).toMatchObject({ price: 1_535_040, credit, gross: order.amount, igst })
  const { text } = await read(await download(invoice.pdf, { cookie: person.cookie }))
  const money = (minor: number) => priceText(minor, 'INR')
  for (const said of [
    'Price, taxes included ₹15,350.40',
    `Credit for ${unused_days} of ${days} days of Flexible, monthly ${money(-credit)}`,
    `Taxable value ${money(order.amount - igst)}`,
    `IGST 18 % ${money(igst)}`,
    `Total paid (INR) ${money(order.amount)}`,
  ])
    expect(text).toContain(said)
})

test('names in the letters of India, China and Arabia stand on the invoice', async () => {
  const person = await signUp(app)
  const names = { name: 'श्री गणेश ट्रेडर्स', address: '北京市朝阳区', city: 'بيروت' }
  await call(app, person, 'PUT', urls.apiBillingDetails, { ...details, ...names, gstin: '' })
  const { text } = await read(await download((await bought(person, 100, 'INR')).pdf, person.headers))
  const bare = (words: string) => words.replace(/\s+/g, '')
  for (const name of Object.values(names)) expect(bare(text)).toContain(bare(name))
})

test('the longest details fit, on more than one sheet where they must', async () => {
  const person = await signUp(app)
  await call(app, person, 'PUT', urls.apiBillingDetails, {
    ...details,
    name: 'W'.repeat(200),
    address: `${'Long words '.repeat(6).trim()}\n`.repeat(5).trim(),
    city: 'C'.repeat(100),
  })
  const { payment_id: paymentId, pdf } = await bought(person, 100, 'INR')
  const createdAt = world.now()
  for (let count = 0; count < 30; count += 1)
    await world.db
      .insert(refunds)
      .values({ paymentId, cause: 'gateway', amount: 100, currency: 'INR', state: 'refunded', createdAt })
  const { text } = await read(await download(pdf, person.headers))
  expect(text.match(/-₹1\.00/g)).toHaveLength(30)
  expect(text).toContain('Left after refunds ₹69.00')
  expect(text).toContain('No tax is payable under reverse charge.')
})

test('the mail of a payment carries the invoice, in the outbox and through an SMTP server', async () => {
  const person = await signUp(app)
  const invoice = await bought(person, 100, 'INR')
  const name = `${invoice.number.replaceAll('/', '-')}.pdf`
  const kept = (await call(app, null, 'GET', `/api/outbox?to=${encodeURIComponent(person.user.email)}`)).body[0]
  expect(kept.subject).toBe(`Your Tabletalk invoice ${invoice.number}`)
  expect(kept.attachments).toEqual([{ name, address: `/outbox/${kept.id}/attachments/${name}` }])
  const attached = await download(kept.attachments[0].address, {})
  const own = await (await download(invoice.pdf, person.headers)).bytes()
  expect(Buffer.from(await attached.bytes()).equals(Buffer.from(own))).toBe(true)
  expect((await download(`/outbox/${kept.id}/attachments/other.pdf`, {})).status).toBe(404)
  expect(await (await download(`/outbox/${kept.id}`, {})).text()).toContain(name)

  const got: string[] = []
  const server = await receive((mail) => void (mail.to.includes(person.user.email) && got.push(mail.body)))
  const mailer = configuredMailer({ ...world.config, SMTP_URL: server.url }, () => world.settings().mail.sender)!
  const due = world.now()
  await world.db.update(mails).set({ state: 'waiting', nextAt: due }).where(eq(mails.id, kept.id))
  await deliver({ ...world, mailer }, makeAttachment)
  mailer.close()
  await server.close()
  expect(got).toHaveLength(1)
  expect(got[0]).toContain(`Content-Type: application/pdf; name=${name}`)
  const encoded = got[0]!.split(/Content-Disposition: attachment.*?\r\n\r\n/s)[1]!.split('\r\n--')[0]!
  expect(Buffer.from(encoded, 'base64').equals(Buffer.from(own))).toBe(true)
})
