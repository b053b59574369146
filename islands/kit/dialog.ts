import type { IconName } from '#ui/rules/icon.ts'
import { TIMES } from '#ui/rules/times.ts'
import { button, element, icon } from './element.ts'

export type Confirmation = {
  title: string
  message: string
  /** Text of the acting button; default "Confirm". */
  confirm?: string | undefined
  cancel?: string | undefined
  type?: 'danger' | 'warning' | 'info' | undefined
  /** Runs on confirm while the dialog shows "Processing..."; a failure keeps it open and shows the message. */
  act?: (() => Promise<unknown>) | undefined
}

export type Notification = {
  type: 'success' | 'error' | 'warning' | 'info'
  title: string
  message: string
  details?: string
  /** Default "OK". */
  confirm?: string
  /** Shows a second button; `true` for "Cancel". */
  cancel?: string | true
  /** Milliseconds, or null to stay; default by type. */
  autoClose?: number | null
}

const MARKS: Record<string, IconName> = {
  danger: 'warning',
  warning: 'warning',
  info: 'info',
  error: 'error',
  success: 'success',
}

let dialogs = 0

function frame(type: string, title: string, message: string) {
  const id = `dialog-${++dialogs}`
  const body = element('div', { class: 'dialog-body', id: `${id}-text` }, element('p', {}, message))
  const foot = element('div', { class: 'dialog-foot' })
  const mark = element('span', { class: 'dialog-icon' }, icon(MARKS[type] ?? 'info'))
  const dialog = element(
    'dialog',
    { class: 'dialog', 'data-type': type, 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-text` },
    element('div', { class: 'dialog-head' }, mark, element('h2', { id: `${id}-title` }, title)),
    body,
    foot,
  )
  return { dialog, body, foot }
}

/** Shows a modal dialog. @returns whether it was closed as `confirm` */
export function open(dialog: HTMLDialogElement): Promise<boolean> {
  document.body.append(dialog)
  dialog.showModal()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // The browser has given the focus back by then to what had it.
  dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'confirm')
  })
  return promise
}

/** Asks before something that matters. Escape cancels, Enter confirms. */
export function confirmDialog(ask: Confirmation): Promise<boolean> {
  const { dialog, body, foot } = frame(ask.type ?? 'info', ask.title, ask.message)
  const text = ask.confirm ?? 'Confirm'
  const cancel = button('', () => dialog.close('cancel'), ask.cancel ?? 'Cancel')
  const confirm = button(ask.type === 'danger' ? 'button-danger' : 'button-primary', () => act(), text)
  confirm.autofocus = true
  let busy = false
  const show = (isBusy: boolean) => {
    busy = isBusy
    confirm.textContent = busy ? 'Processing...' : text
    confirm.ariaBusy = busy ? 'true' : null
    cancel.disabled = busy
  }
  const act = async () => {
    if (busy) return
    if (!ask.act) return dialog.close('confirm')
    show(true)
    try {
      await ask.act()
      dialog.close('confirm')
    } catch (error) {
      body.querySelector('.alert')?.remove()
      const message = error instanceof Error ? error.message : String(error)
      body.append(element('div', { class: 'alert alert-error', role: 'alert' }, message))
    } finally {
      show(false)
    }
  }
  dialog.addEventListener('cancel', (event) => busy && event.preventDefault())
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target === cancel) return
    event.preventDefault()
    confirm.click()
  })
  foot.append(cancel, confirm)
  return open(dialog)
}

/** Milliseconds after which a notification closes by itself, or null. */
export const closesAfter = (note: Pick<Notification, 'type' | 'autoClose'>): number | null =>
  note.autoClose === undefined ? TIMES.notice[note.type] : note.autoClose

/** Tells what happened; successes and hints close by themselves, errors stay. */
export function notifyDialog(note: Notification): Promise<boolean> {
  const { dialog, body, foot } = frame(note.type, note.title, note.message)
  if (note.details) body.append(element('pre', {}, note.details))
  const close = (how: string) => dialog.close(how)
  if (note.cancel) foot.append(button('', () => close('cancel'), note.cancel === true ? 'Cancel' : note.cancel))
  const ok = button('button-primary', () => close('confirm'), note.confirm ?? 'OK')
  ok.autofocus = true
  foot.append(ok)
  const after = closesAfter(note)
  const timer = after === null ? undefined : setTimeout(close, after, 'cancel')
  return open(dialog).finally(() => clearTimeout(timer))
}

/** A short message in the corner; goes after five seconds unless told otherwise, waits while the pointer is on it. */
export function toast(
  type: Notification['type'],
  message: string,
  autoClose: number = TIMES.toast,
  link?: { label: string; address: string },
): void {
  const go = () => note.remove()
  const close = button('button-quiet button-small button-icon', go, icon('cross'))
  close.ariaLabel = 'Close'
  let timer = setTimeout(go, autoClose)
  const note = element(
    'div',
    {
      class: 'toast',
      'data-type': type,
      role: type === 'error' ? 'alert' : 'status',
      onpointerenter: () => clearTimeout(timer),
      onpointerleave: () => {
        timer = setTimeout(go, autoClose)
      },
    },
    icon(MARKS[type]!),
    element('p', {}, message, ...(link ? [' ', element('a', { href: link.address }, link.label)] : [])),
    close,
  )
  toasts().append(note)
}

function toasts(): HTMLElement {
  const there = document.querySelector<HTMLElement>('.toasts')
  if (there) return there
  const host = element('section', { class: 'toasts', 'aria-label': 'Notifications' })
  document.body.append(host)
  return host
}
