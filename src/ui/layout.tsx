import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import { asset } from './assets.ts'
import { ConsentBar } from './consent-bar.tsx'
import { Footer } from './footer.tsx'
import type { Frame } from './frame.ts'
import { HeadTags } from './head-tags.tsx'
import { Header } from './header.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'

function Document(props: { frame: Frame; class: string; children: Child }) {
  const { frame } = props
  const title = frame.title === SITE.title ? SITE.title : `${frame.title} · ${SITE.name}`
  return (
    <html
      lang="en"
      data-theme={frame.theme}
      data-locale={frame.locale}
      data-privacy={frame.consent?.signal ?? undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <title>{title}</title>
        <meta name="description" content={frame.description ?? SITE.description} />
        <meta name="keywords" content={SITE.keywords.join(', ')} />
        {/* Islands read their words about the product here. */}
        <meta name="application-name" content={SITE.name} data-email={SITE.email} />
        {frame.apiBase && <meta name="api-base" content={frame.apiBase} />}
        <meta name="color-scheme" content="light dark" />
        <HeadTags frame={frame} title={title} />
        <link rel="icon" href={urls.favicon} sizes="32x32" />
        <link rel="icon" href={asset('logo.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={asset('icon-180.png')} />
        <link rel="manifest" href={urls.manifest} />
        <link rel="preload" href={asset('inter-latin.woff2')} as="font" type="font/woff2" crossorigin="" />
        <link rel="stylesheet" href={asset('app.css')} />
        <script type="module" src={asset('boot.js')} />
      </head>
      <body class={props.class}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header frame={frame} />
        <main id="main" tabindex={-1}>
          {frame.banner && <MaintenanceBanner banner={frame.banner} />}
          {frame.consent?.ask && <ConsentBar />}
          {props.children}
        </main>
        {props.class === 'site' && <Footer frame={frame} />}
      </body>
    </html>
  )
}

/** Public pages: wide header, footer. */
export const SiteLayout = (props: { frame: Frame; children: Child }) => (
  <Document frame={props.frame} class="site">
    {props.children}
  </Document>
)

/** Signed-in pages. */
export const AppLayout = (props: { frame: Frame; children: Child }) => (
  <Document frame={props.frame} class="app">
    {props.children}
  </Document>
)

/** Admin panel; its sidebar of groups is part of the pages of `admin`. */
export const AdminLayout = (props: { frame: Frame; children: Child }) => (
  <Document frame={props.frame} class="admin">
    {props.children}
  </Document>
)
