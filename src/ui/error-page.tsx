import type { ErrorKind } from '#base/errors.ts'
import { urls } from '../urls.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './rules/icon.ts'

const MARKS: Partial<Record<ErrorKind, IconName>> = { not_found: 'search', forbidden: 'lock', unauthenticated: 'lock' }

/** What happened and the way on, in place of the page that was asked for. */
export const ErrorPage = (props: { title: string; message: string; kind: ErrorKind }) => (
  <section class="page narrow error-page">
    <Icon name={MARKS[props.kind] ?? 'warning'} />
    <h1>{props.title}</h1>
    <p>{props.message}</p>
    <p class="row">
      {props.kind === 'unauthenticated' ? (
        <a class="button button-primary" href={urls.login}>
          Login
        </a>
      ) : (
        <a class="button button-primary" href={urls.home}>
          Go to the start page
        </a>
      )}
    </p>
  </section>
)
