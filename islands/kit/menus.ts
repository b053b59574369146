/** Menus of the page: one open at a time, arrow keys, Home, End and Escape. */
const openMenu = () => document.querySelector<HTMLDetailsElement>('details.menu[open]')

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'))
    if (!menu.contains(event.target as Node)) menu.open = false
})

document.addEventListener('focusout', (event) => {
  const menu = openMenu()
  const to = event.relatedTarget as Node | null
  // Whoever presses on a text in it gives the focus to what the page can focus around it.
  if (menu?.contains(event.target as Node) && to && !menu.contains(to) && !to.contains(menu)) menu.open = false
})

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented) return
  const focused = document.activeElement
  const menu = openMenu() ?? focused?.closest<HTMLDetailsElement>('details.menu') ?? null
  if (!menu) return
  if (event.key === 'Escape') return close(menu, focused, event)
  if (!menu.contains(focused) || !(event.key in STEPS)) return
  if (focused?.matches('input, textarea, select')) return
  event.preventDefault()
  menu.open = true
  step(menu, STEPS[event.key]!)
})

const STEPS: Record<string, 1 | -1 | 'first' | 'last'> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
}

/** A fold inside the menu closes first, then the menu. */
function close(menu: HTMLDetailsElement, focused: Element | null, event: KeyboardEvent) {
  const fold = focused?.closest<HTMLDetailsElement>('details.fold[open]')
  const innermost = fold ?? menu
  // What lies below stays as it is.
  if (innermost.open) event.preventDefault()
  innermost.open = false
  innermost.querySelector('summary')?.focus()
}

/** Goes on among the entries of the list that has the focus: a side list is a list of its own. */
function step(menu: HTMLDetailsElement, to: 1 | -1 | 'first' | 'last') {
  const focused = document.activeElement as HTMLElement
  const list = focused.closest('.orgs-side') ?? menu.querySelector(':scope > .menu-list')
  const entries = [...(list?.querySelectorAll<HTMLElement>(':is(a[href], button, summary)') ?? [])].filter(
    (it) => it.closest('.orgs-side, .menu-list') === list && it.checkVisibility(),
  )
  const at = entries.indexOf(focused)
  const next =
    to === 'first' ? 0 : to === 'last' ? -1 : at < 0 ? (to === 1 ? 0 : -1) : (at + to + entries.length) % entries.length
  entries.at(next)?.focus()
}
