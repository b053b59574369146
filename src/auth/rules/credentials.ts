/** Length of a password in characters. */
export const PASSWORD = { least: 10, most: 128 } as const

/** What is wrong with a new password, or null. */
export function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD.least) return `Use at least ${PASSWORD.least} characters for your password.`
  if (password.length > PASSWORD.most) return `Use at most ${PASSWORD.most} characters for your password.`
  return null
}

/** The one spelling under which an email address is kept and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** What is wrong with an email address, or null. The mail that reaches it is the real proof. */
export const emailProblem = (email: string): string | null =>
  email.length <= 254 && /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>.]+$/.test(email)
    ? null
    : 'Enter an email address such as name@example.com.'

/** What is wrong with a person's name, or null; it may be left out. */
export const nameProblem = (name: string): string | null =>
  name.length > 100 ? 'Use at most 100 characters for your name.' : null
