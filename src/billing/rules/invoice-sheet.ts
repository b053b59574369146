import { countryName } from './country.ts'
import { INDIAN_STATES, indianDay, type Seller } from './invoice.ts'
import { type Currency, priceText } from './price.ts'

/** What an invoice keeps, as far as it is printed. Amounts are in minor units, taxes within `gross`. */
export type Printed = {
  number: string
  issuedAt: Date
  paymentId: string
  line: string
  /** What of the price was credited, and the words for it; both without meaning when it is 0. */
  credit: number
  creditLine: string
  currency: string
  gross: number
  cgst: number
  sgst: number
  igst: number
  customer: Record<string, string>
  userId: string
}
/** Money that went back for the payment of an invoice, or is on its way. */
export type Repaid = {
  amount: number
  state: string
  gatewayRefundId: string | null
  createdAt: Date
  refundedAt: Date | null
}
export type Pair = [label: string, value: string]

/** An invoice in words: everything that stands on its sheet, from top to bottom. */
export type Sheet = {
  title: string
  number: string
  facts: Pair[]
  seller: string[]
  customer: string[]
  line: { what: string; sac: string; amount: string }
  sums: Pair[]
  total: Pair
  /** Empty when nothing went back. */
  refunds: { when: string; what: string; amount: string }[]
  /** What is left of the total; null when nothing went back. */
  left: Pair | null
  notes: string[]
}

/** What an invoice says. The same invoice with the same refunds always says the same. */
export function invoiceSheet(invoice: Printed, seller: Seller, repaid: readonly Repaid[]): Sheet {
  const { customer, gross, cgst, sgst, igst } = invoice
  const money = (minor: number) => priceText(minor, invoice.currency as Currency)
  const taxed = cgst + sgst + igst > 0
  const back = repaid.reduce((sum, { amount }) => sum + amount, 0)
  return {
    title: taxed ? 'Tax invoice' : 'Invoice',
    number: invoice.number,
    facts: [
      ['Invoice number', invoice.number],
      ['Date', indianDay(invoice.issuedAt)],
      ['Payment', invoice.paymentId],
      ['Place of supply', placeOfSupply(customer)],
    ],
    ...parties(invoice, seller),
    line: { what: invoice.line, sac: seller.sac, amount: money(gross - cgst - sgst - igst) },
    sums: [...creditOf(invoice, money), ...sumsOf(invoice, money)],
    total: [`Total paid (${invoice.currency})`, money(gross)],
    refunds: repaid.map(({ amount, state, gatewayRefundId, createdAt, refundedAt }) => ({
      when: indianDay(refundedAt ?? createdAt),
      what: state === 'refunded' ? `Paid back${gatewayRefundId ? `, ${gatewayRefundId}` : ''}` : 'On its way back',
      amount: money(-amount),
    })),
    left: back > 0 ? [gross > back ? 'Left after refunds' : 'Refunded in full', money(gross - back)] : null,
    notes: [
      'Paid in advance by the payment named above: nothing is due.',
      ...(taxed
        ? ['No tax is payable under reverse charge.']
        : ['Supply meant for export without payment of integrated tax.']),
    ],
  }
}

/** What a credit note keeps, as far as it is printed; its parties are those of its invoice. `failed`: the money did not arrive. */
export type PrintedNote = Pick<Printed, 'number' | 'issuedAt' | 'gross' | 'cgst' | 'sgst' | 'igst'> & {
  failed: boolean
}

/** What a credit note says: what of an invoice was credited to its customer. The same note always says the same, until its refund fails. */
export function creditNoteSheet(note: PrintedNote, invoice: Printed, seller: Seller): Sheet {
  const { gross, cgst, sgst, igst, failed } = note
  const money = (minor: number) => priceText(minor, invoice.currency as Currency)
  return {
    title: failed ? 'Credit note, void' : 'Credit note',
    number: note.number,
    facts: [
      ['Credit note number', note.number],
      ['Date', indianDay(note.issuedAt)],
      ['Of invoice', `${invoice.number}, ${indianDay(invoice.issuedAt)}`],
      ['Place of supply', placeOfSupply(invoice.customer)],
    ],
    ...parties(invoice, seller),
    line: { what: `Refund of ${invoice.line}`, sac: seller.sac, amount: money(gross - cgst - sgst - igst) },
    sums: sumsOf(note, money),
    total: [`Total credited (${invoice.currency})`, money(gross)],
    refunds: [],
    left: null,
    notes: [
      failed
        ? 'Void: the payment gateway could not pay it back, so nothing was credited.'
        : `The money went back to where it came from, payment ${invoice.paymentId}.`,
    ],
  }
}

const parties = (invoice: Printed, seller: Seller): Pick<Sheet, 'seller' | 'customer'> => ({
  seller: [...addressLines(seller), stateLine(seller.state_code), seller.gstin && `GSTIN ${seller.gstin}`].filter(
    Boolean,
  ),
  customer: invoice.customer.name
    ? customerLines(invoice.customer)
    : ['Account holder', invoice.userId, 'No billing details were given.'],
})

/** Of an upgrade the price and what was credited of it, both with their taxes. */
const creditOf = ({ gross, credit, creditLine }: Printed, money: (minor: number) => string): Pair[] =>
  credit > 0
    ? [
        ['Price, taxes included', money(gross + credit)],
        [creditLine, money(-credit)],
      ]
    : []

function sumsOf(
  { gross, cgst, sgst, igst }: Pick<Printed, 'gross' | 'cgst' | 'sgst' | 'igst'>,
  money: (minor: number) => string,
): Pair[] {
  const taxes: Pair[] = igst
    ? [['IGST 18 %', money(igst)]]
    : [
        ['CGST 9 %', money(cgst)],
        ['SGST 9 %', money(sgst)],
      ]
  return [['Taxable value', money(gross - cgst - sgst - igst)], ...(cgst + sgst + igst > 0 ? taxes : [])]
}

const addressLines = ({ name, address }: { name: string; address: string }) => [name, ...address.split('\n')]
const stateLine = (code: string) => (INDIAN_STATES[code] ? `State: ${INDIAN_STATES[code]} (${code})` : '')

const customerLines = (of: Record<string, string>): string[] =>
  [
    ...addressLines({ name: of.name ?? '', address: of.address ?? '' }),
    [of.city, of.postal_code].filter(Boolean).join(' '),
    countryName(of.country ?? ''),
    stateLine(of.state_code ?? ''),
    of.gstin ? `GSTIN ${of.gstin}` : '',
  ].filter(Boolean)

/** Rupees without billing details are taxed as another state's: which one is not known. */
export function placeOfSupply({ country, state_code: state }: Record<string, string>): string {
  if (country && country !== 'IN') return `Outside India (${countryName(country)})`
  if (!country) return 'Outside India'
  return state && INDIAN_STATES[state] ? `${INDIAN_STATES[state]} (${state})` : 'India, state not given'
}
