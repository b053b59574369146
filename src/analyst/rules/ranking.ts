import { root, stem } from '#base/stems.ts'
import { inEnglish, translated } from './languages.ts'
import { synonymsOf } from './synonyms.ts'
import { termsOfName, termsOfText } from './words.ts'

/** What is searched of a table. `values`: frequent values of columns that hold texts. */
export type SearchedTable = {
  name: string
  source: string
  description: string
  columns: { name: string; description: string; values: string[] }[]
}

/** Tables that have a term, by their place in the list of all, with how much they speak of it. */
type Postings = { tables: Int32Array; weights: Float32Array }

/** All that is searched of the tables of a workspace, made ready once. Tables are told by their place in the list they were added in. */
export type TableIndex = {
  size: number
  /** Terms of names, descriptions and sources; those of values stand apart, since not every model may know which values there are. */
  said: Map<string, Postings>
  values: Map<string, Postings>
  joins: Int32Array[]
  /** Places of the tables of this name, and of those with a column of this name, by names in small letters. */
  named: Map<string, number>
  columns: Map<string, number[]>
  /** The words of all names in order, and the same written backwards: names are also found by how their words begin and end. */
  forwards: string[]
  backwards: string[]
  roots: Map<string, string[]>
}

/** BM25: how soon repeating a word stops to count, and how much tables with many words are held back. */
const K1 = 1.2
const B = 0.5
/** What a word counts by the place where it stands. */
const WEIGHT = { table: 4, column: 2, description: 1, columnDescription: 0.5, source: 1.5, value: 0.4 }
/** How much less a word of a long name of a table counts: its number of words to this power. */
const LONG_NAME = 0.7

/** What counts of a term that is not the word of the question itself. */
const SHARE = { root: 0.7, synonym: 0.3, part: 0.5, ending: 0.4 }
/** What words count that say how to answer rather than of what. */
const ASKING = 0.3
const ASKING_WORDS = new Set(
  'all alphabetical ascending average both bottom compute corresponding count descending detail different distinct first given high highest id include information last least less list low lowest made make many maximum minimum more most much name neither nor number one only order other record report result return same some sort sum three together top total two use used value whole'
    .split(' ')
    .map(stem),
)

/** What a table counts of what the tables say that it is joined to, and how far that reaches. */
const JOINED = 0.6
const HOPS = 2
/** Tables that are joined to more than so many pass on less to each of them. */
const FEW_JOINS = 6
/** A word that more tables have is not passed on: it tells nothing of those that they are joined to. */
const MOST_PASSING = 500

const backwards = (text: string): string => [...text].toReversed().join('')
const rarity = (size: number, having: number): number => Math.log(1 + (size - having + 0.5) / (having + 0.5))

export class IndexBuilder {
  #size = 0
  readonly #said = new Collected()
  readonly #values = new Collected()
  readonly #words = new Set<string>()
  readonly #named = new Map<string, number>()
  readonly #columns = new Map<string, number[]>()

  add(table: SearchedTable): void {
    const at = this.#size++
    const own = termsOfName(table.name)
    const words = own.filter((word) => /\p{L}/u.test(word)).length
    this.#said.add(at, own, WEIGHT.table / Math.max(1, words) ** LONG_NAME)
    this.#said.add(at, termsOfText(table.description), WEIGHT.description)
    this.#said.add(at, termsOfName(table.source), WEIGHT.source)
    for (const word of own) this.#words.add(word)
    this.#named.set(table.name.toLowerCase(), at)
    for (const column of table.columns) {
      const terms = termsOfName(column.name)
      this.#said.add(at, terms, WEIGHT.column)
      this.#said.add(at, termsOfText(column.description), WEIGHT.columnDescription)
      this.#values.add(at, column.values.flatMap(termsOfText), WEIGHT.value)
      for (const word of terms) this.#words.add(word)
      const places = this.#columns.getOrInsertComputed(column.name.toLowerCase(), () => [])
      if (places.at(-1) !== at) places.push(at)
    }
  }

  /** @param joins pairs of tables that are joined */
  done(joins: [number, number][]): TableIndex {
    const joined = Array.from({ length: this.#size }, () => new Set<number>())
    for (const [a, b] of joins) {
      if (a === b) continue
      joined[a]!.add(b)
      joined[b]!.add(a)
    }
    const roots = new Map<string, string[]>()
    for (const word of this.#words) roots.getOrInsertComputed(root(word), () => []).push(word)
    return {
      size: this.#size,
      said: this.#said.done(this.#size),
      values: this.#values.done(this.#size),
      joins: joined.map((others) => Int32Array.from(others)),
      named: this.#named,
      columns: this.#columns,
      forwards: [...this.#words].sort(),
      backwards: [...this.#words].map(backwards).sort(),
      roots,
    }
  }
}

class Collected {
  readonly #terms = new Map<string, { tables: number[]; weights: number[] }>()
  readonly #lengths: number[] = []

  add(table: number, terms: string[], weight: number): void {
    this.#lengths[table] = (this.#lengths[table] ?? 0) + terms.length * weight
    for (const term of terms) {
      const postings = this.#terms.getOrInsertComputed(term, () => ({ tables: [], weights: [] }))
      if (postings.tables.at(-1) === table) postings.weights[postings.weights.length - 1]! += weight
      else {
        postings.tables.push(table)
        postings.weights.push(weight)
      }
    }
  }

  done(size: number): Map<string, Postings> {
    const mean = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, size) || 1
    const done = new Map<string, Postings>()
    for (const [term, { tables, weights }] of this.#terms) {
      const rare = rarity(size, tables.length)
      const scores = Float32Array.from(weights, (weight, at) => {
        const often = weight / (1 - B + (B * this.#lengths[tables[at]!]!) / mean)
        return (rare * often * (K1 + 1)) / (often + K1)
      })
      done.set(term, { tables: Int32Array.from(tables), weights: scores })
    }
    return done
  }
}

/** Characters and words of a question that are looked up: more are no question. */
const MOST_CHARACTERS = 2_000
const MOST_WORDS = 60
/** Words of the catalog that one word of a question may stand for, beside itself. */
const MOST_FORMS = 30

/** `named`: the table, or a column that few tables have, is called letter for letter. */
export type RankedTable = { table: number; score: number; named: boolean }

/** What is asked: `query` is what is searched, `question` the words of the person, which count less beside it. */
export type Asked = { query: string; question: string }
const QUESTION = 0.3
/** How much more a table counts at most for its standing: of two that speak as much the one with the better comes first. */
const STANDING = 0.1
/** Tables that are ranked: many more than are shown. */
const MOST_RANKED = 100

/**
 * Tables that speak of what is asked, most fitting first: those that are named letter for letter, then by BM25 over all words, where a
 * table counts some of what the tables say that it is joined to.
 * @param options values: whether values may speak for a table; favoured: how much a query that somebody verified speaks for a table, 0 to 1; standing: how much verified queries and ratings say for a table whatever is asked, −0.5 to 1; only: tables that may be found
 */
export function rank(
  index: TableIndex,
  { query, question }: Asked,
  {
    values,
    favoured = new Map(),
    standing = new Map(),
    only = () => true,
  }: {
    values: boolean
    favoured?: ReadonlyMap<number, number>
    standing?: ReadonlyMap<number, number>
    only?: ((table: number) => boolean) | undefined
  },
): RankedTable[] {
  const words = wordsOf(index, query).map((term) => ({ term, counts: 1 }))
  const more = wordsOf(index, question).filter((term) => !words.some((word) => word.term === term))
  const counts = words.length > 0 ? QUESTION : 1
  const scores = new Float64Array(index.size)
  const scratch = new Float64Array(index.size)
  for (const word of [...words, ...more.map((term) => ({ term, counts }))]) {
    const share = (ASKING_WORDS.has(word.term) ? ASKING : 1) * word.counts
    for (const table of speaking(index, formsOf(index, word.term), values, scratch)) {
      scores[table]! += scratch[table]! * share
      scratch[table] = 0
    }
  }
  for (const [table, share] of standing) scores[table]! *= 1 + STANDING * share
  const best = scores.reduce((most, score) => Math.max(most, score), 0) || 1
  for (const [table, share] of favoured) scores[table]! += best * share
  const named = namedIn(index, `${query.slice(0, MOST_CHARACTERS)} ${question.slice(0, MOST_CHARACTERS)}`)
  for (let table = 0; table < index.size; table++) if (!only(table)) scores[table] = 0
  // Only those that may be shown are put in order.
  const least = scores.toSorted().at(-MOST_RANKED) ?? 0
  const found: RankedTable[] = [...named]
    .filter(only)
    .slice(0, MOST_RANKED)
    .map((table) => ({ table, score: scores[table]!, named: true }))
  // Where more than are ranked speak as much as the last of them, none of these takes the place of one that speaks more.
  for (const isNext of [(score: number) => score > least, (score: number) => score === least])
    for (let table = 0; table < index.size && found.length < 2 * MOST_RANKED; table++)
      if (scores[table]! > 0 && isNext(scores[table]!) && !named.has(table))
        found.push({ table, score: scores[table]!, named: false })
  return found.sort((a, b) => Number(b.named) - Number(a.named) || b.score - a.score || a.table - b.table)
}

/** The terms that are looked up of a text; where it is in another language that is known, with those of its English. */
function wordsOf(index: TableIndex, text: string): string[] {
  const read = text.slice(0, MOST_CHARACTERS)
  const terms = [...termsOfText(read), ...termsOfText(translated(read)?.text ?? '')]
  return [...new Set(terms.flatMap((term) => compound(index, term) ?? [term]))].slice(0, MOST_WORDS)
}

const isKnown = (index: TableIndex, term: string): boolean =>
  index.said.has(term) || synonymsOf(term).size > 0 || inEnglish(term) !== undefined

/** Letters between the words of a compound, and its shortest part. */
const LINKS = ['', 's', 'n', 'en', 'es', 'e']
const SHORTEST_PART = 4

/** The words of a compound that no name has, "customerorders" or "Kundenbestellungen", in English where they are of another language. */
function compound(index: TableIndex, term: string): string[] | null {
  if (term.length < 2 * SHORTEST_PART || term.length > 40 || isKnown(index, term)) return null
  const part = (text: string): string[] | null => {
    const own = stem(text)
    if (index.said.has(own)) return [own]
    const english = inEnglish(text)
    return english ? termsOfText(english) : synonymsOf(own).size > 0 ? [own] : null
  }
  for (let at = term.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const [start, end] = [term.slice(0, at), term.slice(at)]
    const right = part(end)
    if (!right) continue
    for (const link of LINKS) {
      const left = start.endsWith(link) ? part(link ? start.slice(0, -link.length) : start) : null
      if (left) return [...left, ...right]
    }
  }
  return null
}

/** The terms of the catalog that a word of a question may stand for, with how surely: 1 for the word itself. */
function formsOf(index: TableIndex, term: string): Map<string, number> {
  const forms = new Map([[term, 1]])
  const add = (form: string, share: number) => {
    if (forms.size <= MOST_FORMS && share > (forms.get(form) ?? 0)) forms.set(form, share)
  }
  for (const form of index.roots.get(root(term)) ?? []) add(form, SHARE.root)
  for (const synonym of synonymsOf(term)) add(synonym, SHARE.synonym)
  if (!/^\p{L}[\p{L}\p{M}]{3,}$/u.test(term)) return forms
  const having = (form: string) => index.said.get(form)?.tables.length ?? 0
  // A compound is rarer than the word in it, which must not make it weigh more than that.
  const usual = having(term) > 0 ? rarity(index.size, having(term)) : Number.POSITIVE_INFINITY
  const addCompound = (form: string, rest: string) => {
    if (rest.length < 3 || !isKnown(index, stem(rest))) return
    add(form, SHARE.part * Math.min(1, usual / rarity(index.size, having(form))))
  }
  for (const form of beginning(index.forwards, term)) addCompound(form, form.slice(term.length).replace(/^_+/, ''))
  for (const form of beginning(index.backwards, backwards(term)))
    addCompound(backwards(form), backwards(form).slice(0, -term.length))
  // Endings of languages whose word forms are not known.
  if (forms.size === 1 && !index.said.has(term) && term.length >= 5) {
    const start = term.slice(0, Math.max(4, term.length - 3))
    for (const form of beginning(index.forwards, start)) if (form.length <= start.length + 3) add(form, SHARE.ending)
  }
  return forms
}

function beginning(sorted: string[], start: string): string[] {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < start) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < low + MOST_FORMS && sorted[end]?.startsWith(start)) end++
  return sorted.slice(low, end)
}

/**
 * The tables that speak of a word by one of its forms, or are joined to one that does.
 * @param scores where it is written how much each of them does; all 0 before
 */
function speaking(index: TableIndex, forms: Map<string, number>, values: boolean, scores: Float64Array): number[] {
  const found: number[] = []
  const note = (table: number, score: number) => {
    const before = scores[table]!
    if (before === 0) found.push(table)
    if (score > before) scores[table] = score
  }
  for (const [term, share] of forms)
    for (const postings of [index.said.get(term), values ? index.values.get(term) : undefined]) {
      const { tables, weights } = postings ?? NONE
      for (let at = 0; at < tables.length; at++) note(tables[at]!, weights[at]! * share)
    }
  for (let hop = 0; hop < HOPS && found.length <= MOST_PASSING; hop++)
    for (const [table, score] of found.map((table) => [table, scores[table]!] as const)) {
      const joined = index.joins[table]!
      const passed = score * JOINED * Math.min(1, FEW_JOINS / joined.length)
      for (const other of joined) note(other, passed)
    }
  return found
}
const NONE: Postings = { tables: new Int32Array(), weights: new Float32Array() }

/** A column that more tables have says little when it is called. */
const MOST_WITH_COLUMN = 20

/** The tables that a text calls letter for letter, themselves or by a column: by names that are no plain words. */
function namedIn(index: TableIndex, text: string): Set<number> {
  const found = new Set<number>()
  for (const name of text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*/gu) ?? []) {
    if (!/[_\d]/.test(name)) continue
    const table = index.named.get(name)
    if (table !== undefined) found.add(table)
    const tables = index.columns.get(name) ?? []
    if (tables.length <= MOST_WITH_COLUMN) for (const one of tables) found.add(one)
  }
  return found
}

/** Tables that are shown at most, and at least; a table that speaks less than half as much as the best is left out. */
const MOST_SHOWN = 20
const FEWEST_SHOWN = 4
const WORTH_SHOWING = 0.5

export function shortlist(ranked: RankedTable[]): RankedTable[] {
  const best = Math.max(0, ...ranked.slice(0, 2 * MOST_SHOWN).map(({ score }) => score))
  return ranked
    .filter(({ score, named }, at) => named || at < FEWEST_SHOWN || score >= best * WORTH_SHOWING)
    .slice(0, MOST_SHOWN)
}
