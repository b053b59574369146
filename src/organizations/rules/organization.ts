import { z } from 'zod'

const short = (label: string, most: number) =>
  z.string().trim().max(most, `Use at most ${most} characters for the ${label}.`)

const name = short('name', 100).min(1, 'Enter a name.')

const website = short('website', 300).refine(
  (text) => text === '' || /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text),
  'Enter an address such as https://example.com.',
)

const about = {
  description: short('description', 2000).optional(),
  industry: short('industry', 100).optional(),
  size: short('size', 50).optional(),
  website: website.optional(),
  location: short('location', 200).optional(),
}

export const newOrganization = z.object({ name: z.string('Enter a name.').pipe(name), ...about })
/** PUT /organizations/{id}: what is left out stays. */
export const organizationChange = z.object({ name: name.optional(), ...about })

export type NewOrganization = z.infer<typeof newOrganization>
export type OrganizationChange = z.infer<typeof organizationChange>

/** Sizes that the form offers; the API takes any text. */
export const SIZES = ['1-10', '11-50', '51-200', '201-1000', 'More than 1000'] as const
