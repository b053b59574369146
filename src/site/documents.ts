import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE } from '#base/site.ts'

const DOCS = join(import.meta.dir, '../../docs')

/** Guides in the order of the index; the file of each is docs/guides/{slug}.md. */
export const GUIDES = [
  'getting-started',
  'asking-questions',
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
  'running-it-yourself',
  'admin-panel',
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

/** A heading that can be linked to. */
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
const MOST_HITS = 30

/** How much a word tells: in the title of a section most, then of the guide, then as a word of its own in the text. */
const WEIGHTS = { title: 12, guide: 5, word: 2, part: 1 }

/** Sections of the guides that hold every word, the best first. */
export function search(typed: string): Hit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return []
  return GUIDES.map((slug) => document(`guides/${slug}`))
    .flatMap(({ slug, title: guide, sections }) => sections.map((section) => ({ slug, guide, ...section })))
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map(({ section: { text, ...hit } }) => ({ ...hit, excerpt: excerptOf(text, words[0]!) }))
}

/** 0 when some word is nowhere. */
function scoreOf({ guide, title, text }: Section & { guide: string }, words: string[]): number {
  const [inGuide, inTitle, inText] = [guide.toLowerCase(), title.toLowerCase(), text.toLowerCase()]
  const each = words.map((word) => {
    const times = Math.min(4, inText.split(word).length - 1)
    const whole = inText.split(/[^\p{L}\p{N}_]+/u).includes(word) ? WEIGHTS.word : 0
    return (
      (inTitle.includes(word) ? WEIGHTS.title : 0) +
      (inGuide.includes(word) ? WEIGHTS.guide : 0) +
      (times > 0 ? whole + times * WEIGHTS.part : 0)
    )
  })
  return each.some((score) => score === 0) ? 0 : each.reduce((sum, score) => sum + score, 0)
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 3)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const cut = text.slice(from, from + EXCERPT)
  const whole = from + EXCERPT >= text.length ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return `${from > 0 ? '… ' : ''}${whole}`
}
