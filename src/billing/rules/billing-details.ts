import { z } from 'zod'
import { PRINTABLE } from '#ui/rules/printed-letters.ts'
import { COUNTRIES } from './country.ts'
import { gstinProblem, INDIAN_STATES } from './invoice.ts'

const line = (most: number) =>
  z
    .string()
    .trim()
    .normalize()
    .overwrite((text) => text.replace(/[^\S\n]*\r?\n\s*/g, '\n').replace(/\t/g, ' '))
    .max(most, `Please use at most ${most} characters.`)
    .regex(PRINTABLE, 'Invoices cannot print all of these letters. Please write it in Latin ones.')
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
