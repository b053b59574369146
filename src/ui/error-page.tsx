import type { ErrorKind } from '#base/errors.ts'
import { urls } from '../urls.ts'

export const ErrorPage = (props: { title: string; message: string; kind: ErrorKind }) => (
  <section class="error-page">
    <h1>{props.title}</h1>
    <p>{props.message}</p>
    <p>
      {props.kind === 'unauthenticated' ? <a href={urls.login}>Login</a> : <a href={urls.home}>Go to the start page</a>}
    </p>
  </section>
)
