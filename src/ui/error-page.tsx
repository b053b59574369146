import type { ErrorKind } from '#base/errors.ts'
import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import { ButtonLink, Submit } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './rules/icon.ts'

const MARKS: Partial<Record<ErrorKind, IconName>> = {
  not_found: 'search',
  forbidden: 'lock',
  unauthenticated: 'lock',
  wrong_method: 'info',
  rate_limited: 'info',
}

/** What to do, where the message only says what happened. */
const ADVICE: Partial<Record<ErrorKind, string>> = {
  not_found: 'The address may be mistyped, what it led to may be gone, or it is not shared with you.',
  wrong_method: 'Go back and use the buttons of the page that led you here.',
  internal: 'Try again in a moment. If it stays like this, write to us and name the request below.',
  unavailable: 'Try again in a moment.',
  timeout: 'Try again in a moment.',
}

export type ErrorPageProps = {
  kind: ErrorKind
  status: number
  title: string
  message: string
  /** Email address of the person who is signed in. */
  who: string | null
  /** Address to try again; null where that would send a form once more. */
  again: string | null
  requestId: string
  /** Address of its lines in the log, for admins; null for everybody else. */
  logs: string | null
}

/** What happened and the way on, in place of the page that was asked for. */
export const ErrorPage = (props: ErrorPageProps) => {
  const { kind, status, title, message, who, again, requestId, logs } = props
  const ours = status >= 500
  return (
    <section class="page narrow error-page" data-kind={ours ? 'ours' : 'theirs'}>
      <Icon name={MARKS[kind] ?? 'warning'} />
      <p class="error-status num">Error {status}</p>
      <h1>{title}</h1>
      <p>{message}</p>
      {ADVICE[kind] && <p>{ADVICE[kind]}</p>}
      {kind === 'forbidden' && who && (
        <p>
          You are signed in as <strong>{who}</strong>. If another account of yours may do this,{' '}
          <a href={urls.logout}>sign out</a> and come back with it.
        </p>
      )}
      <div class="row error-ways">
        {ours && again && <ButtonLink look="primary" to={again} label="Try again" />}
        {kind === 'unauthenticated' ? (
          <ButtonLink look="primary" to={urls.login} label="Login" />
        ) : (
          <a class={ours && again ? 'button' : 'button button-primary'} href={who ? urls.organizations : urls.home}>
            {who ? 'Go to your organizations' : 'Go to the start page'}
          </a>
        )}
        {ours && (
          <ButtonLink
            to={`mailto:${SITE.email}?subject=${encodeURIComponent(`Problem ${requestId}`)}`}
            label="Write to us"
          />
        )}
      </div>
      {status === 404 && <Elsewhere signedIn={who !== null} />}
      {(ours || status === 404 || logs) && (
        <p class="error-request">Request {logs ? <a href={logs}>{requestId}</a> : <code>{requestId}</code>}</p>
      )}
    </section>
  )
}

const Elsewhere = ({ signedIn }: { signedIn: boolean }) => (
  <div class="error-elsewhere">
    <search>
      <form class="row doc-search" method="get" action={urls.documentation}>
        <input
          class="input"
          type="search"
          name="q"
          maxlength={100}
          placeholder="Search the guides"
          aria-label="Search the guides"
          data-question
        />
        <Submit label="Search" />
      </form>
    </search>
    <ul>
      {(signedIn ? HERE : PUBLIC).map(([label, href]) => (
        <li>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  </div>
)

const PUBLIC = [
  ['Try the demo', `${urls.home}#demo`],
  ['Documentation', urls.documentation],
  ['Pricing', urls.pricing],
  ['Contact', urls.contactUs],
] as const
const HERE = [
  ['Chat', urls.chat],
  ['Billing & Credits', urls.billing],
  ['Documentation', urls.documentation],
  ['Contact', urls.contactUs],
] as const
