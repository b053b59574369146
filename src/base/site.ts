/** Site metadata: what the product calls itself. No page spells these out by hand. */
export type Site = {
  name: string
  title: string
  tagline: string
  description: string
  keywords: string[]
  email: string
  /** Year of the copyright line, fixed by the specification. */
  year: number
  offices: { name: string; lines: string[] }[]
}

/** What it says until System Settings say otherwise. */
export const DEFAULT_SITE: Site = {
  name: 'Tabletalk',
  title: 'Tabletalk: ask your tables',
  tagline: 'Ask your tables.',
  description:
    'Ask questions of your data in plain language and get answers you can trust: the SQL, the grid, a chart, and every number bound to the cell it came from.',
  keywords: ['data analysis', 'natural language', 'SQL', 'business intelligence', 'charts'],
  email: 'hello@tabletalk.example',
  year: 2025,
  offices: [
    { name: 'US office', lines: ['548 Market Street', 'San Francisco, CA 94104', 'United States'] },
    { name: 'India office', lines: ['91 Springboard, Koramangala', 'Bengaluru, Karnataka 560095', 'India'] },
  ],
}

/**
 * What holds now. A process serves one product, and its name stands in every layout, letter and paper: so it is one live object, read
 * where it is written down and never kept. `nameSite` is called by whoever watches the settings.
 */
export const SITE: Site = { ...DEFAULT_SITE }

export function nameSite(site: Omit<Site, 'year'>): void {
  Object.assign(SITE, site)
}
