import { splitRunTogether } from './run-together.ts'
import { inWords } from './text.ts'
import { singular } from './word-forms.ts'

const NO_NOUNS = new Set(['does', 'have', 'these', 'they', 'this', 'those', 'were'])
const SHORT_PLURALS = new Set(['ids', 'men'])
/** Found before, and those that questions mean otherwise than the library: "she lives in". */
const singulars = new Map([
  ['aged', 'age'],
  ['lives', 'live'],
  ['premises', 'premise'],
])
const MOST_SINGULARS = 50_000

/** Singular, lower-case form by which words of questions and of names in the catalog meet ("Cities" and "city"). */
export function stem(word: string): string {
  const w = word.toLowerCase()
  let one = singulars.get(w)
  if (one === undefined) {
    const isNoun = (w.length >= 4 || SHORT_PLURALS.has(w)) && /[a-z]/.test(w) && !NO_NOUNS.has(w)
    one = isNoun ? singular(w) : w
    if (singulars.size < MOST_SINGULARS) singulars.set(w, one)
  }
  return one
}

/** Found before. */
const roots = new Map<string, string>()

/** Root for looser matching: "shipped", "shipping" and "shipment" meet; never used for exact matches. */
export function root(word: string): string {
  const cached = roots.get(word)
  if (cached !== undefined) return cached
  const found = rootOf(stem(word))
  if (roots.size < MOST_SINGULARS) roots.set(word, found)
  return found
}

function rootOf(s: string): string {
  if (s.length < 6) return s
  const cut = s.replace(/(ations?|ments?|ings?|ers?|ors?|ed|ion|al|ly)$/, '')
  const base = cut.length >= 4 ? cut : s
  return base.replace(/(.)\1$/, '$1').replace(/e$/, '')
}

const SHORTHAND = new Map([
  ['fname', ['first', 'name']],
  ['lname', ['last', 'name']],
  ['mname', ['middle', 'name']],
  ['dob', ['date', 'of', 'birth']],
  ['num', ['number']],
  ['qty', ['quantity']],
  ['amt', ['amount']],
  ['dept', ['department']],
  ['emp', ['employee']],
  ['stu', ['student']],
  ['cust', ['customer']],
  ['desc', ['description']],
  ['addr', ['address']],
  ['pct', ['percentage']],
  ['perc', ['percentage']],
  ['yr', ['year']],
  ['avg', ['average']],
  ['prof', ['professor']],
  ['percap', ['per', 'capita']],
  ['wt', ['weight']],
  ['nm', ['name']],
  ['cd', ['code']],
  ['acct', ['account']],
  ['cnt', ['count']],
  ['tot', ['total']],
  ['mgr', ['manager']],
])
/** Weight at the end of a word: "brainwt". */
const GLUED = /^(\p{L}{3,})wt$/u
const INITIALS = new Map([
  ['f', 'first'],
  ['l', 'last'],
])

function spelled(word: string, next: string | undefined): string[] {
  const initial = next === 'name' ? INITIALS.get(word) : undefined
  const [, weighed] = word.match(GLUED) ?? []
  return initial ? [initial] : weighed ? [weighed, 'weight'] : (SHORTHAND.get(word) ?? [word])
}

/** Words of a name in the catalog: splits snake_case, camelCase and common words written together, digits kept, stemmed. */
export function nameWords(name: string): string[] {
  return inWords(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((word) => splitRunTogether(word.toLowerCase()))
    .flatMap((word, index, all) => spelled(word, all[index + 1]))
    .map(stem)
}
