import type { Banner } from '#records/rules/setting.ts'
import type { StructuredData } from './rules/public-page.ts'

/** The person in the header; null for guests. */
export type Viewer = { id: string; name: string; email: string; image: string | null; admin: boolean }

export type Theme = 'system' | 'light' | 'dark'

export type Frame = {
  /** Page title before " · {site}". */
  title: string
  viewer: Viewer | null
  theme: Theme
  /** In whose way numbers and days are written, as a BCP 47 tag: the person's choice, else that of the browser. Islands read it too. */
  locale: string
  /** Path of the request, marks the current entry of a navigation. */
  path: string
  description?: string | undefined
  /** The page's own address, and what programs read of it; left out where search engines should not list it. */
  listed?: { address: string; data: StructuredData[] } | null
  /** Where the page's scripts call the API; /api when it is left out. */
  apiBase?: string | undefined
  /** What is said above every page during maintenance. */
  banner?: Banner | null
  /** `ask` shows the bar; `signal` tells scripts that this browser declines by itself. */
  consent?: { ask: boolean; signal: string | null }
}
