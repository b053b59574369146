import { document, GUIDES, type Section } from './documents.ts'
import { alike, soughtStems, stem, stemsIn } from './rules/search-words.ts'

export type Hit = { slug: string; guide: string; id: string; title: string; excerpt: string }
type Place = Section & {
  slug: string
  guide: string
  stems: { title: string[]; guide: string[]; text: Map<string, number> }
}

/** Longest excerpt of a hit in characters. */
const EXCERPT = 160
const MOST_HITS = 12

/** How much a word tells by where it stands. */
const WEIGHTS = { title: 3.5, guide: 1.2, text: 1 }
/** A word of the same meaning counts less than the word itself. */
const ALIKE = 0.35
/** The part of what was searched for that a section must have, and of what the best one has. */
const LEAST = { covered: 0.5, ofBest: 0.25 }

let read: { guides: unknown[]; places: Place[] } | null = null

/** All sections with their stems, made once for each name of the product. */
function places(): Place[] {
  const guides = GUIDES.map((slug) => document(`guides/${slug}`))
  if (read?.guides.every((guide, at) => guide === guides[at])) return read.places
  const found = guides.flatMap(({ slug, title: guide, summary, sections }) =>
    sections.map((section) => {
      const text = new Map<string, number>()
      for (const one of stemsIn(section.text)) text.set(one, (text.get(one) ?? 0) + 1)
      return {
        ...section,
        slug,
        guide,
        stems: { title: stemsIn(section.title), guide: stemsIn(`${guide} ${summary}`), text },
      }
    }),
  )
  read = { guides, places: found }
  return found
}

/** Sections of the guides by what their words mean, the best first: each must have most of what is searched for, itself or in other words. */
export function search(typed: string): Hit[] {
  const stems = soughtStems(typed)
  if (stems.length === 0) return []
  const all = places()
  const words = stems.map((one) => {
    const like = alike(one)
    return {
      one,
      like,
      rarity: Math.max(rarityOf(one, all), ALIKE * Math.max(0, ...like.map((near) => rarityOf(near, all)))),
    }
  })
  const whole = words.reduce((sum, { rarity }) => sum + rarity, 0)
  const scored = all
    .map((place) => {
      const each = words.map(({ one, like, rarity }) => {
        const itself = strength(one, place)
        const other = ALIKE * Math.max(0, ...like.map((near) => strength(near, place)))
        return { rarity, strength: Math.max(itself, other), itself }
      })
      const covered = each.reduce((sum, word) => sum + (word.strength > 0 ? word.rarity : 0), 0) / whole
      const score = each.reduce((sum, word) => sum + word.rarity * word.strength, 0) * covered ** 2
      return { place, covered, score, literal: each.some(({ itself }) => itself > 0) }
    })
    // Other words alone are too little: everything would be found by something.
    .filter(({ covered, literal }) => covered >= LEAST.covered && literal)
    .toSorted((a, b) => b.score - a.score)
  const best = scored[0]?.score ?? 0
  return scored
    .filter(({ score }) => score >= LEAST.ofBest * best)
    .slice(0, MOST_HITS)
    .map(({ place: { slug, guide, id, title, text } }) => ({
      ...{ slug, guide, id, title },
      excerpt: excerptOf(text, [...stems, ...words.flatMap(({ like }) => like)]),
    }))
}

/** More for a word that few sections have; nothing for one that stands nowhere. */
function rarityOf(one: string, all: Place[]): number {
  const having = all.filter((place) => strength(one, place) > 0).length
  return having === 0 ? 0 : Math.log(1 + (all.length - having + 0.5) / (having + 0.5))
}

function strength(one: string, { stems }: Place): number {
  const times = stems.text.get(one) ?? 0
  return (
    (stems.title.includes(one) ? WEIGHTS.title : 0) +
    (stems.guide.includes(one) ? WEIGHTS.guide : 0) +
    (times > 0 ? WEIGHTS.text * (1 + Math.log2(times) / 2) : 0)
  )
}

/** Text around the first of these words that stands in it. */
function excerptOf(text: string, stems: string[]): string {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((found) => ({
    at: found.index,
    is: stem(found[0].toLowerCase()),
  }))
  const first = stems.map((one) => words.find(({ is }) => is === one)?.at).find((at) => at !== undefined) ?? 0
  const at = Math.max(0, first - EXCERPT / 3)
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const cut = text.slice(from, from + EXCERPT)
  const whole = from + EXCERPT >= text.length ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return `${from > 0 ? '… ' : ''}${whole}`
}
