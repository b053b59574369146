import { SITE } from '#base/site.ts'
import type { AllTerms } from '#billing/rules/plan.ts'
import { asset } from '#ui/assets.ts'
import { breadcrumbs, type StructuredData } from '#ui/rules/public-page.ts'
import type { HttpContext } from '#web/http-context.ts'
import { originOf } from '#web/page.tsx'
import { organizationData, softwareData } from './rules/structured-data.ts'

export const siteData = (c: HttpContext, terms: AllTerms): StructuredData[] => {
  const origin = originOf(c)
  return [organizationData(SITE, origin, `${origin}${asset('icon-512.png')}`), softwareData(SITE, origin, terms)]
}

/** The way from the start page to this one. @param trail names with their paths */
export const wayTo = (c: HttpContext, ...trail: [name: string, path: string][]): StructuredData =>
  breadcrumbs([['Home', '/'] as [string, string], ...trail].map(([name, path]) => [name, `${originOf(c)}${path}`]))
