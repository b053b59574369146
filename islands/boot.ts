/**
 * The script of every page, under 1 KB: fetches what the page needs and nothing else. It is a module, so it runs once the
 * document is parsed. Everything works without it, only less comfortably.
 */
const has = (selector: string) => document.querySelector(selector)

if (has('[data-island]')) import('./mount.tsx')
if (has('[hx-get],[hx-post],[hx-put],[hx-patch],[hx-delete]')) import('./kit/htmx.ts')
const demoForm = document.querySelector<HTMLFormElement>('[data-demo]')
if (demoForm) import('./kit/demo.ts').then(({ demo }) => demo(demoForm))
import('./kit/page.ts')
