import { SITE } from '#base/site.ts'

/** What the login page says of what was done elsewhere; the address carries the name only, so that nobody else can word it. */
const NOTES = {
  password_changed: { title: null, text: 'Your password is changed. Sign in with it.' },
  session_ended: { title: 'Session ended', text: 'Your session has ended. Please log in again.' },
  payment_waits: {
    title: 'Session ended',
    text: 'Your session has ended. Please log in again: a payment that you made is confirmed then.',
  },
} as const
/** With a title it must be read before the person goes on. */
export type LoginNote = { title: string | null; text: string }
export type SignInNote = keyof typeof NOTES

const GOOGLE_PROBLEMS = {
  google_denied: 'You did not allow the sign-in with Google. Try again, or sign in with your email.',
  google_expired: 'The sign-in with Google took too long or was begun in another browser. Please try again.',
  google_down: 'Google does not answer at the moment. Try again later, or sign in with your email.',
  google_unverified: 'Google has not verified your email address. Verify it there, or sign in with your email.',
  google_failed: 'The sign-in with Google did not work. Please try again.',
  google_disabled: 'This account is disabled. Write to {email}.',
} as const
export type GoogleProblem = keyof typeof GOOGLE_PROBLEMS

export const noteOf = (name: string | undefined): LoginNote | null =>
  name !== undefined && Object.hasOwn(NOTES, name) ? NOTES[name as SignInNote] : null
export const problemOf = (name: string | undefined): string | null =>
  (name && (GOOGLE_PROBLEMS as Record<string, string>)[name]?.replace('{email}', SITE.email)) || null
