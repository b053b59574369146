import { element } from './element.ts'

type Line = { level: string; message: string; request_id: string | null; created_at: string; fields: object }

/** Lines shown at most: older ones go. */
const MOST = 500

/** Shows new lines of the logs under the button while it is pressed. */
export function logTail(button: HTMLElement): void {
  const panel = document.getElementById('log-tail')!
  const list = panel.querySelector<HTMLElement>('[data-log-lines]')!
  const state = panel.querySelector<HTMLElement>('[data-log-state]')!
  let source: EventSource | null = null
  let count = 0
  button.hidden = false

  const add = (line: Line) => {
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40
    const fields = Object.keys(line.fields).length > 0 ? ` ${JSON.stringify(line.fields).slice(0, 300)}` : ''
    list.append(
      element(
        'li',
        { 'data-level': line.level },
        element('time', {}, line.created_at.slice(11, 19)),
        element('b', {}, line.level),
        element('span', {}, `${line.message}${fields}`),
      ),
    )
    while (list.childElementCount > MOST) list.firstElementChild!.remove()
    if (atEnd) list.scrollTop = list.scrollHeight
    count++
    state.textContent = `Live: ${count} new ${count === 1 ? 'line' : 'lines'}.`
  }
  const start = () => {
    panel.hidden = false
    state.textContent = 'Waiting for new lines…'
    source = new EventSource(button.dataset.logTail!)
    source.onmessage = (event) => add(JSON.parse(event.data) as Line)
    // It ends now and then and comes back by itself; closed for good, it must be said.
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) stop('The connection was refused. Reload the page to go on.')
    }
  }
  const stop = (text: string) => {
    source?.close()
    source = null
    state.textContent = text
    button.setAttribute('aria-pressed', 'false')
  }
  button.addEventListener('click', () => {
    const on = source === null
    button.setAttribute('aria-pressed', String(on))
    if (on) start()
    else stop('Stopped.')
  })
}
