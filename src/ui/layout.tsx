import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import { asset, hasAsset } from './assets.ts'
import { MaintenanceBanner } from './banners.tsx'
import { ButtonLink, Submit } from './button.tsx'
import type { Frame } from './frame.ts'
import { Header, Logo } from './header.tsx'
import { Offices } from './offices.tsx'
import { ThemeSwitch } from './user-menu.tsx'

/** The picture of a shared link, drawn by `bun run pictures`. */
const CARD = { name: 'share.png', width: 1200, height: 630 }

/** What search engines and link previews read of a public page; other pages ask not to be listed. */
const HeadTags = ({ frame, title }: { frame: Frame; title: string }) => {
  const { address, data = [] } = frame.listed ?? {}
  if (!frame.listed || !address) return <meta name="robots" content="noindex" />
  const description = frame.description ?? SITE.description
  const card = hasAsset(CARD.name) ? new URL(asset(CARD.name), address).href : null
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content="en_US" />
      {card && (
        <>
          <meta property="og:image" content={card} />
          <meta property="og:image:width" content={String(CARD.width)} />
          <meta property="og:image:height" content={String(CARD.height)} />
          <meta property="og:image:alt" content={SITE.tagline} />
        </>
      )}
      <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {card && <meta name="twitter:image" content={card} />}
      {data.length > 0 && (
        <script type="application/ld+json">
          {raw(inScript({ '@context': 'https://schema.org', '@graph': data }))}
        </script>
      )}
    </>
  )
}

/** JSON that cannot end the element it stands in. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Asks once whether pages may be counted. It stands in the page above its content and covers nothing; yes and no look and weigh the
 * same. Without a script it is a form that leads back here.
 */
const ConsentBar = () => (
  <section class="consent" aria-label="Cookie choice" data-consent>
    <form method="post" action={urls.cookiePreferences}>
      <p>
        May we count how this site is used? Nothing leaves our servers, and everything works without it.{' '}
        <a href={urls.cookies}>Cookie Policy</a>
      </p>
      <div class="consent-choices">
        <input type="hidden" name="from" value="bar" />
        <Submit look="small" label="Accept analytics" name="analytics" value="on" />
        <Submit look="small" label="Decline analytics" name="analytics" value="off" />
        <ButtonLink look="quiet small" to={urls.cookiePreferences} label="Settings" />
      </div>
    </form>
  </section>
)

/**
 * What stands around a page: `site` for public pages, with a wide header and a footer; `admin` for the panel, whose sidebar is part of its
 * own pages.
 */
export type LayoutName = 'site' | 'app' | 'admin'

export function Layout(props: { frame: Frame; class: LayoutName; children: Child }) {
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

const QUICK = [
  ['Organizations', urls.organizations],
  ['About Us', urls.aboutUs],
  ['Contact', urls.contactUs],
] as const

const LEGAL = [
  ['Privacy', urls.privacy],
  ['Terms', urls.terms],
  ['Cookies', urls.cookies],
  ['Cookie Preferences', urls.cookiePreferences],
  ['Refunds', urls.refund],
  ['Cancellation', urls.cancellation],
] as const

const Links = (props: { links: readonly (readonly [string, string])[] }) => (
  <ul>
    {props.links.map(([label, href]) => (
      <li>
        <a href={href}>{label}</a>
      </li>
    ))}
  </ul>
)

const Footer = ({ frame }: { frame: Frame }) => (
  <footer class="footer">
    <div class="footer-inner">
      <div class="stack footer-brand" data-gap="3">
        <Logo text />
        <p>{SITE.tagline}</p>
        <p>
          <a href={`mailto:${SITE.email}`}>{SITE.email}</a>
        </p>
      </div>
      <nav aria-labelledby="quick-links">
        <h2 id="quick-links">Quick Links</h2>
        <Links links={QUICK} />
      </nav>
      <Offices />
      <div class="footer-end">
        <p>
          © {SITE.year} {SITE.name}. All rights reserved.
        </p>
        <nav aria-label="Legal">
          <Links links={LEGAL} />
        </nav>
        <ThemeSwitch theme={frame.theme} />
      </div>
    </div>
  </footer>
)
