import { CONSENT_DAYS, SIGNAL_NAMES } from '#records/rules/consent.ts'
import { Submit } from '#ui/button.tsx'
import { Problem, Saved } from '#ui/field.tsx'
import { dayText } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { urls } from '../../urls.ts'

type Props = {
  consent: { analytics: boolean; on: string | null; signal: 'gpc' | 'dnt' | null }
  saved: boolean
  problem: string | null
}

/** What this browser may keep, and the one thing that is up to its owner. */
export const CookiePreferencesPage = ({ consent, saved, problem }: Props) => (
  <div class="page narrow consent-page">
    <PageHead
      title="Cookie Preferences"
      text={
        <>
          What this site may keep in your browser. What exactly that is stands in the{' '}
          <a href={urls.cookies}>Cookie Policy</a>.
        </>
      }
    />
    <Saved show={saved && !problem}>{consent.analytics ? 'Saved. Analytics is on.' : 'Saved. Analytics is off.'}</Saved>
    <Problem text={problem} />
    <form class="card" method="post" action={urls.cookiePreferences}>
      <div class="card-body consent-kind">
        <h2>Necessary</h2>
        <p class="consent-state">
          <Icon name="lock" />
          Always on
        </p>
        <p class="muted">
          Keeps you signed in, keeps this choice and the look you chose. Without it nobody could sign in, so it needs no
          consent.
        </p>
      </div>
      <fieldset class="card-body consent-kind" disabled={consent.signal !== null}>
        <legend>Analytics</legend>
        <p class="consent-state">{consent.analytics ? 'On' : 'Off'}</p>
        <p class="muted">
          Counts what is done here, such as signing up or asking a question, under a random name of this browser. Never
          what you ask, what your data holds, your name or your address. It stays on our own servers for thirteen months
          at most and helps us see where people get stuck.
        </p>
        {consent.signal && (
          <p class="consent-signal">
            <Icon name="info" />
            Your browser sends {SIGNAL_NAMES[consent.signal]}. We take that as a no, without asking: analytics stays off
            while it does.
          </p>
        )}
        <div class="consent-choices">
          <label>
            <input type="radio" name="analytics" value="on" checked={consent.analytics} required />
            On
          </label>
          <label>
            <input type="radio" name="analytics" value="off" checked={!consent.analytics} />
            Off
          </label>
        </div>
      </fieldset>
      <div class="card-foot row spread">
        <Submit look="primary" label="Save preferences" disabled={consent.signal !== null} />
        <p class="muted small">
          {consent.on
            ? `Chosen on ${dayText(consent.on)}; it counts for ${CONSENT_DAYS} days.`
            : 'You have not chosen yet: analytics is off.'}
        </p>
      </div>
    </form>
    <p class="muted small">
      You can change this at any time. Switching analytics off takes the random name out of your browser, and what was
      counted under it cannot be traced to you any more. Do Not Track and Global Privacy Control count as off.
    </p>
  </div>
)
