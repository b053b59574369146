import type { Notification } from './dialog.ts'

const NAME = 'toast'
type Later = { type: Notification['type']; message: string }

/** A toast for the page that comes next in this tab. */
export const toastLater = (type: Later['type'], message: string): void =>
  sessionStorage.setItem(NAME, JSON.stringify({ type, message } satisfies Later))

/** Shows the toast that the page before left behind. */
export async function showLaterToast(): Promise<void> {
  const left = sessionStorage.getItem(NAME)
  if (!left) return
  sessionStorage.removeItem(NAME)
  const { type, message } = JSON.parse(left) as Later
  const { toast } = await import('./dialog.ts')
  toast(type, message)
}
