import { Submit } from './button.tsx'

/** What asks before a form is sent: a dialog where scripts run, otherwise the page that its address may answer. */
export type Question = { title: string; message: string; action: string; type?: 'danger' | 'warning' }

export const asking = ({ title, message, action, type }: Question) => ({
  'data-confirm': title,
  'data-confirm-message': message,
  'data-confirm-action': action,
  'data-confirm-type': type,
})

type Props = Parameters<typeof Submit>[0] & {
  to: string
  /** What is sent along. */
  fields?: Record<string, string>
  ask?: Question | undefined
}

/** A button that posts what it stands for, as a form of its own. */
export const PostButton = ({ to, fields = {}, ask, ...button }: Props) => (
  <form method="post" action={to} {...(ask && asking(ask))}>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <Submit {...button} />
  </form>
)
