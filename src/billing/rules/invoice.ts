import { HOUR } from '#base/time.ts'

/** GST state codes of India, as the first two digits of a GSTIN name them. */
export const INDIAN_STATES: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
}
/** Where the India office sells from. */
export const SELLER_STATE = '29'

/** Who sells, as it is printed: `address` has lines, `sac` is the accounting code of what is sold. */
export type Seller = { name: string; address: string; state_code: string; gstin: string; sac: string }

/** India is five and a half hours ahead, all year. */
const INDIA = 5.5 * HOUR

/** The Indian financial year of a moment, April to March: `26-27`. */
export function financialYear(moment: Date): string {
  const india = new Date(Number(moment) + INDIA)
  const first = india.getUTCMonth() >= 3 ? india.getUTCFullYear() : india.getUTCFullYear() - 1
  const two = (year: number) => String(year % 100).padStart(2, '0')
  return `${two(first)}-${two(first + 1)}`
}

/** The day of a moment in India, by which invoices are dated and numbered: "1 April 2026". */
export const indianDay = (moment: Date): string =>
  new Date(Number(moment) + INDIA).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** `TT/26-27/000001`, at most 16 characters as the law asks. */
export const invoiceNumber = (year: string, sequence: number): string =>
  `TT/${year}/${String(sequence).padStart(6, '0')}`

/** `CN/26-27/000001`: a series of its own. */
export const creditNoteNumber = (year: string, sequence: number): string =>
  `CN/${year}/${String(sequence).padStart(6, '0')}`

export type Taxes = { cgst: number; sgst: number; igst: number }

/**
 * The tax within a gross amount, in minor units: 18 % GST in India, split in halves within the seller's state; none on exports.
 * @param customer stateCode: '' where it is not known, which counts as another state
 */
export function taxesIn(
  gross: number,
  { country, stateCode }: { country: string; stateCode: string },
  sellerState: string = SELLER_STATE,
): Taxes {
  if (country !== 'IN') return { cgst: 0, sgst: 0, igst: 0 }
  if (stateCode !== sellerState) return { cgst: 0, sgst: 0, igst: rounded(gross * 18) }
  const half = rounded(gross * 9)
  return { cgst: half, sgst: half, igst: 0 }
}

/**
 * The tax within a part of an invoice that goes back, in minor units: its share of each tax of the invoice, so that the whole has all of it.
 * @param amount at most what the invoice is about
 */
export function partOfTaxes({ gross, cgst, sgst, igst }: Taxes & { gross: number }, amount: number): Taxes {
  const part = (tax: number) => Number((BigInt(tax) * BigInt(amount) * 2n + BigInt(gross)) / (BigInt(gross) * 2n))
  return { cgst: part(cgst), sgst: part(sgst), igst: part(igst) }
}

/** round(part / 118) in whole numbers, halves up. */
const rounded = (part: number): number => Math.floor((part * 2 + 118) / 236)

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last character of a GSTIN, made of the first fourteen. */
export function gstinCheckDigit(first: string): string {
  let sum = 0
  for (const [index, character] of [...first].entries()) {
    const product = ALPHABET.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return ALPHABET[(36 - (sum % 36)) % 36]!
}

/** What is wrong with a GSTIN; null when nothing is. */
export function gstinProblem(gstin: string): string | null {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(gstin))
    return 'A GSTIN has 15 characters, for example 29AAGCB7383J1Z4.'
  if (!INDIAN_STATES[gstin.slice(0, 2)]) return 'The first two digits of this GSTIN name no state.'
  if (gstinCheckDigit(gstin.slice(0, 14)) !== gstin[14])
    return 'The last character of this GSTIN does not fit the others. Please check it.'
  return null
}

/** The file name of an invoice or a credit note: "TT-26-27-000001.pdf". */
export const pdfName = (number: string): string => `${number.replaceAll('/', '-')}.pdf`
