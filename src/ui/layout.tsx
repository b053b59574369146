import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { asset } from './assets.ts'

/** The person in the header; null for guests. */
export type Viewer = { id: string; name: string; email: string; image: string | null; admin: boolean }
export type Theme = 'system' | 'light' | 'dark'

/** What every layout needs besides its content. */
export type Frame = {
  /** Page title before " · {site}". */
  title: string
  viewer: Viewer | null
  theme: Theme
  /** Path of the request, marks the current entry of a navigation. */
  path: string
  /** One sentence for search engines. */
  description?: string | undefined
}

function Document(props: { frame: Frame; class: string; children: Child }) {
  const { frame } = props
  return (
    <html lang="en" data-theme={frame.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{frame.title === SITE.title ? SITE.title : `${frame.title} · ${SITE.name}`}</title>
        <meta name="description" content={frame.description ?? SITE.description} />
        <link rel="stylesheet" href={asset('app.css')} />
        <script type="module" src={asset('islands/boot.js')} />
      </head>
      <body class={props.class}>{props.children}</body>
    </html>
  )
}

/** Public pages: wide header, footer. */
export const SiteLayout = (props: { frame: Frame; children: Child }) => (
  <Document frame={props.frame} class="site">
    <main id="main">{props.children}</main>
  </Document>
)

/** Signed-in pages. */
export const AppLayout = (props: { frame: Frame; children: Child }) => (
  <Document frame={props.frame} class="app">
    <main id="main">{props.children}</main>
  </Document>
)

/** Admin panel: sidebar with groups. */
export const AdminLayout = (props: { frame: Frame; children: Child }) => (
  <Document frame={props.frame} class="admin">
    <main id="main">{props.children}</main>
  </Document>
)
