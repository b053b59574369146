import type { IconName } from '#ui/rules/icon.ts'
import { TIMES } from '#ui/rules/times.ts'
import { element, icon } from './element.ts'

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
  dialogs += 1
  const id = `dialog-${dialogs}`
  const heading = element('h2', { id: `${id}-title` }, title)
  const body = element('div', { class: 'dialog-body', id: `${id}-text` }, element('p', {}, message))
  const foot = element('div', { class: 'dialog-foot' })
  const mark = element('span', { class: 'dialog-icon' }, icon(MARKS[type] ?? 'info'))
  const dialog = element(
    'dialog',
    { class: 'dialog', 'data-type': type, 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-text` },
    element('div', { class: 'dialog-head' }, mark, heading),
    body,
    foot,
  )
  return { dialog, body, foot }
}

/** Shows a modal dialog and gives what `close(value)` was called with; focus goes back to where it was. */
function open(dialog: HTMLDialogElement): Promise<boolean> {
  const before = document.activeElement
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((done) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      done(dialog.returnValue === 'confirm')
    })
  })
}

/** Asks before something that matters. Escape cancels, Enter confirms. */
export function confirmDialog(ask: Confirmation): Promise<boolean> {
  const { dialog, body, foot } = frame(ask.type ?? 'info', ask.title, ask.message)
  const text = ask.confirm ?? 'Confirm'
  const kind = ask.type === 'danger' ? 'button-danger' : 'button-primary'
  const confirm = element('button', { type: 'button', class: `button ${kind}`, autofocus: '' }, text)
  const cancel = element('button', { type: 'button', class: 'button' }, ask.cancel ?? 'Cancel')
  let busy = false
  cancel.addEventListener('click', () => dialog.close('cancel'))
  confirm.addEventListener('click', async () => {
    if (busy) return
    if (!ask.act) return dialog.close('confirm')
    busy = true
    confirm.textContent = 'Processing...'
    confirm.setAttribute('aria-busy', 'true')
    cancel.disabled = true
    try {
      await ask.act()
      dialog.close('confirm')
    } catch (error) {
      body.querySelector('.alert')?.remove()
      const message = error instanceof Error ? error.message : String(error)
      body.append(element('div', { class: 'alert alert-error', role: 'alert' }, message))
    } finally {
      busy = false
      confirm.textContent = text
      confirm.removeAttribute('aria-busy')
      cancel.disabled = false
    }
  })
  dialog.addEventListener('cancel', (event) => {
    if (busy) event.preventDefault()
  })
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
  if (note.cancel) {
    const cancel = element('button', { type: 'button', class: 'button' }, note.cancel === true ? 'Cancel' : note.cancel)
    cancel.addEventListener('click', () => dialog.close('cancel'))
    foot.append(cancel)
  }
  const ok = element('button', { type: 'button', class: 'button button-primary', autofocus: '' }, note.confirm ?? 'OK')
  ok.addEventListener('click', () => dialog.close('confirm'))
  foot.append(ok)
  const after = closesAfter(note)
  const timer = after === null ? undefined : setTimeout(() => dialog.close('cancel'), after)
  dialog.addEventListener('close', () => clearTimeout(timer))
  return open(dialog)
}

/** A short message in the corner; goes after five seconds unless told otherwise, waits while the pointer is on it. */
export function toast(
  type: Notification['type'],
  message: string,
  autoClose: number = TIMES.toast,
  link?: { label: string; address: string },
): void {
  const host = toasts()
  const close = element(
    'button',
    { type: 'button', class: 'button button-quiet button-small button-icon' },
    icon('cross'),
  )
  close.setAttribute('aria-label', 'Close')
  const role = type === 'error' ? 'alert' : 'status'
  const note = element(
    'div',
    { class: 'toast', 'data-type': type, role },
    icon(MARKS[type]!),
    element('p', {}, message, ...(link ? [' ', element('a', { href: link.address }, link.label)] : [])),
    close,
  )
  const go = () => note.remove()
  let timer = setTimeout(go, autoClose)
  note.addEventListener('pointerenter', () => clearTimeout(timer))
  note.addEventListener('pointerleave', () => {
    timer = setTimeout(go, autoClose)
  })
  close.addEventListener('click', go)
  host.append(note)
}

function toasts(): HTMLElement {
  const there = document.querySelector<HTMLElement>('.toasts')
  if (there) return there
  const host = element('section', { class: 'toasts', 'aria-label': 'Notifications' })
  document.body.append(host)
  return host
}
