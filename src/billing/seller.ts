import { SITE } from '#base/site.ts'
import type { Config } from '#config.ts'
import { SELLER_STATE, type Seller } from './rules/invoice.ts'

/** The office that sells where the configuration names no other. */
const office = () => SITE.offices.find((office) => office.lines.includes('India'))

/** Who sells, as invoices to come print it; issued ones keep what they were issued with. */
export const sellerOf = ({ SELLER_NAME, SELLER_ADDRESS, SELLER_GSTIN, SELLER_SAC }: Config): Seller => ({
  name: SELLER_NAME ?? SITE.name,
  address: SELLER_ADDRESS
    ? SELLER_ADDRESS.split('|')
        .map((line) => line.trim())
        .join('\n')
    : (office()?.lines.join('\n') ?? ''),
  state_code: SELLER_GSTIN?.slice(0, 2) ?? SELLER_STATE,
  gstin: SELLER_GSTIN ?? '',
  sac: SELLER_SAC,
})
