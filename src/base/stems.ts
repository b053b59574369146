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

/** Forms of verbs that have no -ed, by the verb; what is rated has a rating. */
const IRREGULAR = new Map(
  `sold sell sale sell paid pay sent send bought buy given give gave give taken take took take made make won win lost lose spent spend lent lend
  met meet built build held hold kept keep taught teach caught catch brought bring written write wrote write driven drive drove drive
  flown fly flew fly grown grow grew grow known know begun begin began begin drawn draw chosen choose broken break stolen steal
  thrown throw threw throw eaten eat worn wear ran run owned own rated rating`
    .match(/\S+ \S+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
)
/** Of one syllable with a single vowel before its last consonant, or ending in v or c: "clos(ed)" is close, "list(ed)" is list. */
const LACKS_E = /^[^aeiou]*[aeiou](?:[^aeiouwxy]|[^aeiou]*[vc])$/

function rootOf(word: string): string {
  const s = IRREGULAR.get(word) ?? word
  const done = s.match(/^(.{3,})ed$|^(.{4,})ing$/)
  const verb = done?.[1] ?? done?.[2] ?? ''
  if (LACKS_E.test(verb)) return `${verb}e`
  if (s.length < 6) return s
  const cut = s.replace(/(ations?|ments?|ings?|ers?|ors?|ed|ion|al|ly)$/, '')
  const base = cut.length >= 4 ? cut : s
  // "Shipped" is of ship, "selling" of sell.
  return base.replace(base.length === 4 ? /([^lsfz])\1$/ : /(.)\1$/, '$1').replace(/e$/, '')
}

/** Words of names, each with what it is short for. */
const SHORTHAND = new Map(
  `fname first name, lname last name, mname middle name, dob date of birth, num number, qty quantity, amt amount, dept department,
  emp employee, stu student, cust customer, desc description, addr address, pct percentage, perc percentage, yr year, avg average,
  prof professor, percap per capita, wt weight, nm name, cd code, acct account, cnt count, tot total, mgr manager, ctry country,
  cntry country, wkday weekday, cap capacity, loc location, pmt payment, pts point, bal balance, subj subject`
    .split(/,\s+/)
    .map((line) => line.split(' '))
    .map(([short = '', ...words]) => [short, words] as const),
)
/** Weight at the end of a word: "brainwt". */
const GLUED = /^(\p{L}{3,})wt$/u
/** Of each head: "pcgdp". */
const PER_CAPITA = /^pc(gdp|gni|gnp|income|inc)(\d*)$/
const INITIALS = new Map([
  ['f', 'first'],
  ['l', 'last'],
])

function spelled(word: string, next: string | undefined): string[] {
  const initial = next === 'name' ? INITIALS.get(word) : undefined
  const [, weighed] = word.match(GLUED) ?? []
  const [, figure, year] = word.match(PER_CAPITA) ?? []
  if (figure) return ['per', 'capita', figure, ...(year ? [year] : [])]
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
