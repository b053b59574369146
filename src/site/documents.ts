import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE } from '#base/site.ts'

const DOCS = join(import.meta.dir, '../../docs')

/** Guides in the order of the index; the file of each is docs/guides/{slug}.md. */
export const GUIDES = [
  'getting-started',
  'asking-questions',
  'canvases',
  'watches',
  'agents',
  'adding-data',
  'connecting-databases',
  'external-connections',
  'catalog',
  'sql-editor',
  'people-and-roles',
  'credits-and-plans',
  'usage-and-budgets',
  'security',
  'api-and-command-line',
  'ai-clients',
  'running-it-yourself',
  'admin-panel',
] as const

/** Legal pages; the file of each is docs/legal/{slug}.md. */
export const LEGAL = ['privacy', 'terms', 'cookies', 'refund', 'cancellation'] as const
export type LegalSlug = (typeof LEGAL)[number]

export type Section = { id: string; title: string; text: string }
/** `html` is made from our own Markdown: it holds nothing that a visitor wrote. */
export type Document = { slug: string; title: string; summary: string; html: string; sections: Section[] }

const cache = new Map<string, Document>()

/** A page of docs/, read once under each name of the product. @param path such as `guides/getting-started` */
export function document(path: string): Document {
  const key = `${SITE.name}\n${SITE.email}\n${path}`
  const cached = cache.get(key)
  if (cached) return cached
  const made = parsed(path.split('/').at(-1)!, readFileSync(join(DOCS, `${path}.md`), 'utf8'))
  cache.set(key, made)
  return made
}

/** The first line is the title, the paragraph below it the summary; the rest is the body. */
function parsed(slug: string, markdown: string): Document {
  const text = markdown.replaceAll('{{name}}', SITE.name).replaceAll('{{email}}', SITE.email)
  const [, title = slug, summary = '', body = ''] = /^# (.+)\n+([\s\S]+?)\n\n([\s\S]*)$/.exec(text) ?? []
  let codes = 0
  // A table may be wider than a phone: it scrolls for itself, also by keyboard.
  const html = Bun.markdown
    .html(body, { headings: { ids: true } })
    .replaceAll('<table>', '<div class="doc-table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<(h[23]) id="([^"]+)">([\s\S]*?)<\/\1>/g, anchored)
    .replace(/<pre tabindex="0"><code/g, () => copied(++codes))
  return { slug, title, summary: summary.replace(/\s+/g, ' '), html, sections: sectionsOf(html) }
}

const anchored = (_: string, tag: string, id: string, inside: string) =>
  `<${tag} id="${id}">${inside} <a class="doc-anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>`

/** Code with a button that copies it, which a script shows. */
const copied = (number: number) =>
  `<pre tabindex="0"><button type="button" class="button doc-copy" data-copy="code-${number}" hidden>Copy</button><code id="code-${number}"`

const plain = (html: string) =>
  html
    .replace(/<a class="doc-anchor"[\s\S]*?<\/a>|<button[\s\S]*?<\/button>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?)])|(?<=\() /g, '')
    .trim()

const sectionsOf = (html: string): Section[] =>
  html
    .split(/(?=<h2 )/)
    .map((part) => /^<h2 id="([^"]*)">([\s\S]*?)<\/h2>([\s\S]*)$/.exec(part))
    .filter((found) => found !== null)
    .map(([, id, title, text]) => ({ id: id!, title: plain(title!), text: plain(text!) }))
