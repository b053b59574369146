/** @jsxImportSource react */
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { type Field, fill } from './kit/drafts.ts'
import { islands } from './registry.ts'

const loaders: Record<string, () => Promise<{ default: ComponentType<never> }>> = islands

/** Wakes one server-rendered island: its props lie in the JSON script element behind it. */
async function hydrate(host: HTMLElement) {
  const name = host.dataset.island ?? ''
  const load = loaders[name]
  const props = host.nextElementSibling?.textContent
  if (!load || !props) return
  const Component = (await load()).default as ComponentType<Record<string, unknown>>
  const pressed = [...host.querySelectorAll<HTMLElement>('[data-pressed]')]
  for (const element of pressed) element.removeAttribute('data-pressed')
  // What was typed before the page woke is not lost.
  const typed = [...host.querySelectorAll<Field>('textarea, input:not([type=file])')]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => [field, field.value] as const)
  flushSync(() => hydrateRoot(host, <Component {...JSON.parse(props)} />, { identifierPrefix: `${name}-` }))
  for (const [field, value] of typed) fill(field, value)
  host.dataset.islandReady = ''
  for (const element of pressed) element.click()
}

/** Islands marked `lazy` wait until they are about to be seen; the others wake at once. */
function wakeAll(root: ParentNode) {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          seen.unobserve(target)
          void hydrate(target as HTMLElement)
        }
    },
    { rootMargin: '200px' },
  )
  for (const host of root.querySelectorAll<HTMLElement>('[data-island]'))
    if (host.dataset.when === 'visible') seen.observe(host)
    else void hydrate(host)
}

wakeAll(document)
