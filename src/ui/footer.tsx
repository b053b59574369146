import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import { Logo } from './logo.tsx'

export const Footer = () => (
  <footer class="footer">
    <div class="footer-inner">
      <div class="stack footer-brand" data-gap="3">
        <Logo />
        <p>{SITE.tagline}</p>
        <p>
          <a href={`mailto:${SITE.email}`}>{SITE.email}</a>
        </p>
      </div>
      <nav aria-labelledby="quick-links">
        <h2 id="quick-links">Quick Links</h2>
        <ul>
          <li>
            <a href={urls.organizations}>Organizations</a>
          </li>
          <li>
            <a href={urls.chat}>Chat</a>
          </li>
          <li>
            <a href={urls.register}>Get Started</a>
          </li>
        </ul>
      </nav>
      {SITE.offices.map((office) => (
        <div>
          <h2>{office.name}</h2>
          <address>
            {office.lines.map((line) => (
              <div>{line}</div>
            ))}
          </address>
        </div>
      ))}
      <p class="footer-end">
        © {SITE.year} {SITE.name}. All rights reserved.
      </p>
    </div>
  </footer>
)
