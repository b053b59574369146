/**
 * The script of every page, under 1 KB: fetches what the page needs and nothing else. It is a module, so it runs once the
 * document is parsed. Everything works without it, only less comfortably.
 */
const has = (selector: string) => document.querySelector(selector)

if (has('[data-island]')) {
  import('./mount.tsx')
  // What is pressed in an island whose script is still on its way is marked, and pressed again once it is awake.
  const early = (event: Event) => {
    const pressed = (event.target as Element).closest('button, summary, label, input')
    if (!pressed?.closest('[data-island]:not([data-island-ready])')) return
    event.preventDefault()
    pressed.setAttribute('data-pressed', '')
  }
  addEventListener('click', early, true)
  // So is Enter in a box that sends with it.
  const enter = (event: KeyboardEvent) => {
    const box = event.target as HTMLTextAreaElement
    const sends = box.matches('[data-island]:not([data-island-ready]) [enterkeyhint=send]')
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !sends) return
    event.preventDefault()
    box.form?.querySelector('[type=submit]')?.setAttribute('data-pressed', '')
  }
  addEventListener('keydown', enter, true)
}
const asks = '[hx-get],[hx-post],[hx-put],[hx-patch],[hx-delete]'
if (has(asks)) {
  // What is chosen or typed before htmx has come is told again to what asks the server about it.
  const early: Event[] = []
  const keep = (event: Event) => early.push(event)
  for (const type of ['change', 'input']) addEventListener(type, keep, true)
  const tell = () => {
    for (const type of ['change', 'input']) removeEventListener(type, keep, true)
    for (const { type, target } of early)
      if ((target as Element).closest(asks)) target?.dispatchEvent(new Event(type, { bubbles: true }))
  }
  // It begins in a timer of its own.
  import('./kit/htmx.ts').then(() => setTimeout(tell))
}
const demoForm = document.querySelector<HTMLFormElement>('[data-demo]')
if (demoForm) import('./kit/demo.ts').then(({ demo }) => demo(demoForm))
import('./kit/page.ts')
