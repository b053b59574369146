import type { Child } from 'hono/jsx'
import { Field } from '#ui/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'

const TABS = {
  profile: [urls.profile, 'Profile'],
  security: [urls.profileSecurity, 'Security'],
  notifications: [urls.profileNotifications, 'Notifications'],
  keys: [urls.profileKeys, 'API keys'],
  account: [urls.profileAccount, 'Account'],
} as const

/** The head of every page under /profile, with its tabs. */
export const ProfileFrame = (props: { here: keyof typeof TABS; children: Child }) => (
  <div class="page profile">
    <PageHead title="Profile and settings" />
    <Tabs label="Profile" here={TABS[props.here][0]} of={Object.values(TABS)} />
    {props.children}
  </div>
)

/** A page with one thing to say. */
export const CentredPage = (props: { title: string; text: Child; children: Child }) => (
  <div class="page centred">
    <header class="stack" data-gap="2">
      <h1>{props.title}</h1>
      <p class="muted">{props.text}</p>
    </header>
    {props.children}
  </div>
)

/** Asks for the password again; who has none is told what stands for it. */
export const PasswordAgain = (props: { form: FormState; has: boolean; id: string }) =>
  props.has ? (
    <Field
      form={props.form}
      id={props.id}
      name="password"
      label="Your password"
      type="password"
      autocomplete="current-password"
    />
  ) : (
    <p class="hint">You sign in with Google. This works for ten minutes after signing in.</p>
  )

/** How long ago, in words that stay true for a while. */
export function ago(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((Number(now) - Number(at)) / 60_000))
  if (minutes < 10) return 'just now'
  if (minutes < 60) return `${minutes} minutes ago`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`
  const days = Math.round(hours / 24)
  return days === 1 ? 'yesterday' : `${days} days ago`
}
