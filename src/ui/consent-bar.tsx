import { urls } from '../urls.ts'
import { ButtonLink, Submit } from './button.tsx'

/**
 * Asks once whether pages may be counted. It stands in the page above its content and covers nothing; yes and no look and weigh the
 * same. Without a script it is a form that leads back here.
 */
export const ConsentBar = () => (
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
