import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { asset } from '#ui/assets.ts'
import { Submit } from '#ui/button.tsx'
import { Field, Problem } from '#ui/field.tsx'
import { InRegion } from '#ui/format.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'

type DocumentProps = {
  title: string
  locale: string
  theme?: 'system' | 'light' | 'dark'
  children: Child
  styles: Child
}

/** A page of its own for people who are not signed in: without header and without script. @param props.styles its style sheets */
export const BareDocument = ({ title, locale, theme = 'system', styles, children }: DocumentProps) => (
  <InRegion region={locale}>
    <html lang="en" data-theme={theme} data-locale={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        {styles}
      </head>
      <body class="shared">
        <main class="shared-page">{children}</main>
      </body>
    </html>
  </InRegion>
)

export const Styles = () => (
  <>
    <link rel="icon" href={asset('logo.svg')} type="image/svg+xml" />
    <link rel="stylesheet" href={asset('app.css')} />
    <link rel="stylesheet" href={asset('chat.css')} />
    <link rel="stylesheet" href={asset('canvas.css')} />
  </>
)

/** Where a page that was shared comes from. */
export const MadeWith = ({ kind }: { kind: string }) => (
  <footer class="shared-foot">
    A {kind} to read, made with{' '}
    <a href={urls.home} target="_blank" rel="noopener noreferrer">
      {SITE.name}
    </a>
  </footer>
)

/** Asks for the password of a link, and tells nothing of what lies behind it. */
export const PasswordPage = ({ kind, form }: { kind: string; form: FormState }) => (
  <section class="shared-password">
    <h1>This {kind} has a password</h1>
    <p>Whoever sent you the link knows it.</p>
    <form class="form" method="post">
      <Problem text={form.problem} />
      <Field form={form} name="password" label="Password" type="password" autofocus />
      <Submit look="primary" label={`Open the ${kind}`} />
    </form>
  </section>
)
