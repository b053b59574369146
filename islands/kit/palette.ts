import { open } from './dialog.ts'
import { element, icon } from './element.ts'
import { connectEntries, type Entry, pageEntries, placeEntries, workspaceEntries } from './palette-entries.ts'

/** Most entries shown at once: whoever wants another types. */
const SHOWN = 40
const GROUPS = 'Conversations Agents Canvases Watches Tables Workspaces Pages Organizations Connect'.split(' ')

/** Workspace of this page, by its address or, on /chat and on a canvas, by what stands on it. */
function workspaceHere(): string | null {
  const inside = /^\/workspaces\/([^/]+)/
  const link = document.querySelector<HTMLAnchorElement>('a.new-question, nav[aria-label="Workspace"] a')
  return inside.exec(location.pathname)?.[1] ?? inside.exec(link?.pathname ?? '')?.[1] ?? null
}

/** Entries that hold every word that was typed, those that begin with it first. */
function matching(entries: Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const text = (entry: Entry) => `${entry.label} ${entry.note ?? ''}`.toLowerCase()
  const begins = (entry: Entry) => (words[0] && entry.label.toLowerCase().startsWith(words[0]) ? 0 : 1)
  const place = (entry: Entry) => GROUPS.indexOf(entry.group)
  return entries
    .filter((entry) => words.every((word) => text(entry).includes(word)))
    .sort((a, b) => place(a) - place(b) || begins(a) - begins(b))
    .slice(0, SHOWN)
}

let opened: HTMLDialogElement | null = null

/** Shows the palette: type, choose with the arrow keys, go with Enter. A second call closes it. */
export function togglePalette(): void {
  if (opened) {
    opened.close()
    return
  }
  const field = element('input', {
    class: 'palette-field',
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Go to a conversation, agent, canvas, watch, table or page',
    'aria-label': 'Go to',
    'aria-expanded': 'true',
    'aria-controls': 'palette-list',
    autofocus: '',
    oninput: () => {
      chosen = 0
      draw()
    },
    onkeydown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const all = options()
      if (step !== 0 && all.length > 0) {
        chosen = (chosen + step + all.length) % all.length
        mark()
      } else if (event.key === 'Enter') all[chosen]?.click()
      else return
      event.preventDefault()
    },
  })
  const list = element('div', { class: 'palette-list', id: 'palette-list', role: 'listbox', 'aria-label': 'Places' })
  // A list of options holds nothing else, and an empty one is none.
  const none = element('p', { class: 'palette-none' }, 'Nothing is called that here.')
  const dialog = element('dialog', { class: 'dialog palette', 'aria-label': 'Go to' }, field, list, none)
  const signedIn = document.querySelector('[data-balance]') !== null
  let entries = pageEntries(signedIn)
  let chosen = 0

  const draw = () => {
    const matches = matching(entries, field.value)
    chosen = Math.max(0, Math.min(chosen, matches.length - 1))
    const groups = Map.groupBy(matches, (entry) => entry.group)
    let at = 0
    list.replaceChildren(
      ...[...groups].map(([name, inside]) =>
        element(
          'div',
          { role: 'group', 'aria-label': name },
          element('p', { class: 'palette-group' }, name),
          ...inside.map((entry) => option(entry, at++)),
        ),
      ),
    )
    list.hidden = matches.length === 0
    none.hidden = matches.length > 0
    field.setAttribute('aria-expanded', String(matches.length > 0))
    mark()
  }
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')]
  const mark = () => {
    for (const [at, one] of options().entries()) {
      one.setAttribute('aria-selected', String(at === chosen))
      if (at === chosen) one.scrollIntoView({ block: 'nearest' })
    }
    if (options().length > 0) field.setAttribute('aria-activedescendant', `palette-${chosen}`)
    else field.removeAttribute('aria-activedescendant')
  }
  dialog.addEventListener('click', (event) => {
    // Beside the dialog is its backdrop; a chosen link leads away.
    const link = (event.target as Element).closest('a')
    if (event.target === dialog || link) dialog.close()
  })
  opened = dialog
  void open(dialog).then(() => {
    opened = null
  })
  draw()
  if (!signedIn) return
  const here = workspaceHere()
  const add = (more: Entry[]) => {
    entries = [...entries, ...more]
    draw()
  }
  const connect = async (id: string) => {
    const { entries, problem } = await connectEntries(id)
    if (problem) dialog.append(element('p', { class: 'palette-none', role: 'status' }, problem))
    return entries
  }
  // Each part comes as it arrives; one that cannot be had is left out.
  for (const part of [placeEntries(), ...(here ? [...workspaceEntries(here), connect(here)] : [])])
    part.then(add, () => {})
}

const option = (entry: Entry, at: number): HTMLElement =>
  element(
    'a',
    { href: entry.href, role: 'option', id: `palette-${at}`, tabindex: '-1' },
    icon(entry.icon),
    element('span', { class: 'truncate' }, entry.label),
    ...(entry.note ? [element('small', { class: 'truncate' }, entry.note)] : []),
  )
