import type { Notification } from './dialog.ts'
import { store, takeStored } from './stored.ts'

/** What a person must read before they go on: it stays until they have. */
export type Notice = Pick<Notification, 'title' | 'message'>
const NAME = 'notice'

/** A dialog for the page that comes next in this tab. */
export const noticeLater = (notice: Notice): void => store('sessionStorage', NAME, notice)

const show = async (notice: Notice) =>
  (await import('./dialog.ts')).notifyDialog({ type: 'warning', autoClose: null, ...notice })

/** Shows the dialog that the page before left behind, and those that the server marked on this page, where they also stand as alerts. */
export async function showNotices(): Promise<void> {
  const left = takeStored<Notice>('sessionStorage', NAME)
  if (left) await show(left)
  for (const alert of document.querySelectorAll<HTMLElement>('[data-notice]')) {
    // Reloading or going back is not told again.
    const address = new URL(location.href)
    address.searchParams.delete('done')
    history.replaceState(history.state, '', address)
    await show({ title: alert.dataset.notice ?? '', message: alert.textContent.trim() })
  }
}
