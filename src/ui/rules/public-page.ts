/** Pages that search engines may list: everything else is for whoever uses the product, or leads somewhere with a secret. */
export const PUBLIC_PAGES = [
  '/',
  '/about-us',
  '/contact-us',
  '/documentation',
  '/documentation/api',
  '/pricing',
  '/login',
  '/register',
  '/privacy',
  '/terms',
  '/cookies',
  '/refund',
  '/cancellation',
  '/cookie-preferences',
  '/refund-requests',
] as const

/** Guides have addresses of their own below the documentation. */
export const isPublicPage = (path: string): boolean =>
  (PUBLIC_PAGES as readonly string[]).includes(path) || /^\/documentation\/[a-z0-9-]+$/.test(path)

export type StructuredData = { '@type': string } & Record<string, unknown>

/** The way to a page, as search engines show it. @param trail names with their full addresses, from the start page on */
export const breadcrumbs = (trail: [name: string, address: string][]): StructuredData => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
})
