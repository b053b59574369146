import type { Site } from '#base/site.ts'
import { PACKS } from '#billing/rules/pack.ts'
import { type AllTerms, PERIODS, PLAN_NAMES, PLANS } from '#billing/rules/plan.ts'
import { quote } from '#billing/rules/price.ts'
import type { StructuredData } from '#ui/rules/public-page.ts'

const rupees = (paise: number) => (paise / 100).toFixed(2)

/** Who runs the site. @param origin without a slash at the end @param logo full address */
export const organizationData = (site: Site, origin: string, logo: string): StructuredData => ({
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: site.name,
  url: `${origin}/`,
  logo,
  email: site.email,
  address: site.offices.map(({ name, lines }) => ({
    '@type': 'PostalAddress',
    name,
    streetAddress: lines.slice(0, -1).join(', '),
    addressCountry: lines.at(-1),
  })),
})

/** The product with what it costs: the same figures as the price list. */
export const softwareData = (site: Site, origin: string, terms: AllTerms): StructuredData => ({
  '@type': 'SoftwareApplication',
  name: site.name,
  description: site.description,
  url: `${origin}/`,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  publisher: { '@id': `${origin}/#organization` },
  offers: [
    { '@type': 'Offer', name: 'Free', price: '0.00', priceCurrency: 'INR', url: `${origin}/register` },
    ...PLANS.flatMap((plan) =>
      PERIODS.map((period) => ({
        '@type': 'Offer',
        name: `${PLAN_NAMES[plan]}, ${period}`,
        price: rupees(terms[plan].prices[period]),
        priceCurrency: 'INR',
        url: `${origin}/pricing?period=${period}`,
      })),
    ),
    ...PACKS.map((credits) => ({
      '@type': 'Offer',
      name: `${credits} credits`,
      price: rupees(quote(credits).finalAmount),
      priceCurrency: 'INR',
      url: `${origin}/pricing`,
    })),
  ],
})

export const questionsData = (all: { question: string; answer: string }[]): StructuredData => ({
  '@type': 'FAQPage',
  mainEntity: all.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
