import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE } from '#base/site.ts'

const DOCS = join(import.meta.dir, '../../docs')

/** Guides in the order of the index; the file of each is docs/guides/{slug}.md. */
export const GUIDES = [
  'getting-started',
  'asking-questions',
  'adding-data',
  'people-and-roles',
  'credits-and-plans',
  'api-and-command-line',
  'running-it-yourself',
] as const

/** Legal pages; the file of each is docs/legal/{slug}.md. */
export const LEGAL = ['privacy', 'terms', 'cookies', 'refund', 'cancellation'] as const
export type LegalSlug = (typeof LEGAL)[number]

export type Section = { id: string; title: string; text: string }
/** `html` is made from our own Markdown: it holds nothing that a visitor wrote. */
export type Document = { slug: string; title: string; summary: string; html: string; sections: Section[] }

const kept = new Map<string, Document>()

/** A page of docs/, read once under each name of the product. @param path such as `guides/getting-started` */
export function document(path: string): Document {
  const key = `${SITE.name}\n${SITE.email}\n${path}`
  const known = kept.get(key)
  if (known) return known
  const made = parsed(path.split('/').at(-1)!, readFileSync(join(DOCS, `${path}.md`), 'utf8'))
  kept.set(key, made)
  return made
}

/** The first line is the title, the paragraph below it the summary; the rest is the body. */
function parsed(slug: string, markdown: string): Document {
  const text = markdown.replaceAll('{{name}}', SITE.name).replaceAll('{{email}}', SITE.email)
  const [, title = slug, summary = '', body = ''] = /^# (.+)\n+([\s\S]+?)\n\n([\s\S]*)$/.exec(text) ?? []
  // A table may be wider than a phone: it scrolls for itself, also by keyboard.
  const html = Bun.markdown
    .html(body, { headings: { ids: true } })
    .replaceAll('<table>', '<div class="doc-table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
  return { slug, title, summary: summary.replace(/\s+/g, ' '), html, sections: sectionsOf(html) }
}

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()

const sectionsOf = (html: string): Section[] =>
  html
    .split(/(?=<h2 )/)
    .map((part) => /^<h2 id="([^"]*)">([\s\S]*?)<\/h2>([\s\S]*)$/.exec(part))
    .filter((found) => found !== null)
    .map(([, id, title, text]) => ({ id: id!, title: plain(title!), text: plain(text!) }))

export type Hit = { slug: string; guide: string; id: string; title: string; excerpt: string }
/** Longest excerpt of a hit in characters. */
const EXCERPT = 160

/** Sections of the guides that hold every word, those that name one in their title first. */
export function search(typed: string): Hit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return []
  const rank = (title: string) => (words.some((word) => title.toLowerCase().includes(word)) ? 0 : 1)
  return GUIDES.map((slug) => document(`guides/${slug}`))
    .flatMap(({ slug, title: guide, sections }) => sections.map((section) => ({ slug, guide, ...section })))
    .filter(({ guide, title, text }) => words.every((word) => `${guide} ${title} ${text}`.toLowerCase().includes(word)))
    .sort((a, b) => rank(a.title) - rank(b.title))
    .map(({ text, ...hit }) => ({ ...hit, excerpt: excerptOf(text, words[0]!) }))
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 3)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const cut = text.slice(from, from + EXCERPT)
  const whole = from + EXCERPT >= text.length ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return `${from > 0 ? '… ' : ''}${whole}`
}
