import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import type { Frame } from './frame.ts'
import { Logo } from './logo.tsx'
import { Offices } from './offices.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

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

export const Footer = ({ frame }: { frame: Frame }) => (
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
