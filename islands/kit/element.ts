import { ICONS, type IconName } from '#ui/rules/icon.ts'

type Attributes = Record<string, string | ((event: never) => unknown)>

/** Makes an element; text children are text, never markup. @param attributes functions hear events: `onclick` that of a click */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'string') created.setAttribute(name, value)
    else created.addEventListener(name.slice(2), value as EventListener)
  created.append(...children)
  return created
}

/** @param look classes beside `button` */
export const button = (look: string, onclick: () => unknown, ...children: (Node | string)[]) =>
  element('button', { type: 'button', class: `button ${look}`.trim(), onclick }, ...children)

export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}
