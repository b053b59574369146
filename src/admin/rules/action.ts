import { z } from 'zod'

/** Why somebody does what they do: stands in the audit log. */
export const REASON_LENGTH = 500
export const reason = z
  .string('Say why.')
  .trim()
  .min(3, 'Say why, in a few words.')
  .max(REASON_LENGTH, `Say it in at most ${REASON_LENGTH} characters.`)

/** The body of an action that needs nothing else. */
export const reasonBody = z.object({ reason })

/** A body as a form sends it, where the boxes of a list share the name `name[]`. */
export const withBoxes = <Body extends z.ZodType>(name: string, body: Body) =>
  z.preprocess((value) => {
    const sent = value as Record<string, unknown> | null
    return typeof sent === 'object' && sent ? { ...sent, [name]: [sent[`${name}[]`] ?? []].flat() } : value
  }, body)

/** An action of an admin as it is asked for: a question, the reason, and where it matters something to type. */
export type Action = {
  /** Names it within its page: letters and dashes. */
  id: string
  /** "Disable account" */
  title: string
  message: string
  /** Text of the button that does it, and of the one that asks. */
  button: string
  type: 'danger' | 'warning' | 'info'
  address: string
  fields?: Record<string, string>
  /** What has to be typed, letter by letter, into the field `confirm`. */
  confirm?: string
  /** How the reason is asked for, where it has another name. */
  asks?: { name: string; label: string }
  /** It answers with a file. */
  download?: boolean
}
