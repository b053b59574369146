import { z } from 'zod'
import { HOUR } from '#base/time.ts'
import { COUNTRIES } from './country.ts'

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

/** What the font of the invoices has: Latin, Greek and Cyrillic letters, punctuation, currencies. */
const PRINTABLE =
  /^[\n\x20-\x7E\u00A0-\u024F\u0370-\u03FF\u0400-\u052F\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20A0-\u20C0№™]*$/
const line = (most: number) =>
  z
    .string()
    .trim()
    .normalize()
    .overwrite((text) => text.replace(/[^\S\n]*\r?\n\s*/g, '\n').replace(/\t/g, ' '))
    .max(most, `Please use at most ${most} characters.`)
    .regex(PRINTABLE, 'Invoices can print Latin, Greek and Cyrillic letters only. Please write it in those.')
const code = (most: number) => z.string().trim().toUpperCase().max(most)
type GstPlace = { country: string; state_code: string; gstin: string }
const isGiven = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && 'gstin' in value && typeof value.gstin === 'string'

/** What is wrong with a GSTIN at a place; null when nothing is, or there is none. */
function detailsGstinProblem({ country, state_code: state, gstin }: GstPlace): string | null {
  if (!gstin) return null
  if (country !== 'IN') return 'A GSTIN belongs to an address in India.'
  const code = gstin.slice(0, 2)
  const problem = gstinProblem(gstin)
  if (problem || !INDIAN_STATES[state] || code === state) return problem
  return `This GSTIN belongs to ${INDIAN_STATES[code]}. Please choose that state or check it.`
}

/** Billing details as a form or a call sends them. */
export const billingDetailsBody = z
  .object({
    name: line(200).min(1, 'Please give the name for the invoice.'),
    address: line(400)
      .min(1, 'Please give an address.')
      .refine((text) => text.split('\n').length <= 6, 'Please use at most 6 lines.'),
    city: line(100).min(1, 'Please give a city.'),
    postal_code: line(20).default(''),
    country: code(2)
      .refine((it) => COUNTRIES.has(it), 'Please choose a country.')
      .default('IN'),
    state_code: code(2).default(''),
    gstin: code(50).default(''),
  })
  // Asked even when other fields are wrong: a form says everything at once.
  .refine((given) => given.country !== 'IN' || Boolean(INDIAN_STATES[given.state_code]), {
    path: ['state_code'],
    error: 'Please choose a state.',
    when: isGiven,
  })
  .refine((given) => detailsGstinProblem(given) === null, {
    path: ['gstin'],
    error: ({ input }) => detailsGstinProblem(input as GstPlace) ?? undefined,
    when: isGiven,
  })
  // A state is one of India: another country's address has none.
  .transform((details) => (details.country === 'IN' ? details : { ...details, state_code: '' }))
export type BillingDetails = z.infer<typeof billingDetailsBody>
