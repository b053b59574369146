import { urls } from '../urls.ts'

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
        <button class="button button-small" type="submit" name="analytics" value="on">
          Accept analytics
        </button>
        <button class="button button-small" type="submit" name="analytics" value="off">
          Decline analytics
        </button>
        <a class="button button-small button-quiet" href={urls.cookiePreferences}>
          Settings
        </a>
      </div>
    </form>
  </section>
)
