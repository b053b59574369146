import type { RowsSeen } from '#records/rules/xai.ts'

/** What a model may see: which values, and at most how many rows of a result. */
export type Sight = { sees: RowsSeen; rows: number }

/** Tables of the catalog and columns of them; of those without columns the name alone. */
export type Shown = [table: string, columns: string[]][]

/**
 * What the bytes of a request to a model's provider are of. `names`: names, types and counts of tables and columns; `values`: values that the
 * catalog shows as samples or finds; `rows`: cells and figures of results; `conversation`: questions and earlier answers; `calls`: what the model
 * called before; `other`: what is none of these, and how the provider wants it written.
 */
export const SENT_KINDS = [
  'instructions',
  'names',
  'descriptions',
  'values',
  'rows',
  'conversation',
  'calls',
  'errors',
  'other',
] as const
export type SentKind = (typeof SENT_KINDS)[number]

/** What left the server for an answer, in bytes; `kinds` add up to `bytes`. */
export type Sent = Sight & {
  /** Hosts of the providers, each once. */
  hosts: string[]
  /** Requests, those counted again that were tried again. */
  requests: number
  bytes: number
  kinds: Partial<Record<SentKind, number>>
  /** ISO 8601: until when the requests themselves can be downloaded; null where they are not kept. */
  kept_until: string | null
}

/** A piece of a text: its kind and its length in UTF-16 units. */
type Piece = { kind: SentKind; length: number }

/**
 * While a tool's lines are put together, private characters stand around what comes from the data. Nothing else can bring them along: the
 * data's own are escaped before (`output-text.ts`).
 */
const FIRST_MARK = 0xe010
const END = '\ue00f'
const MARKS = /[\ue00f-\ue018]/g

/** A text as part of a tool's lines that says of what kind it is; inside another, the inner kind counts. */
export const tagged = (kind: SentKind, text: string): string =>
  text === '' ? '' : `${String.fromCharCode(FIRST_MARK + SENT_KINDS.indexOf(kind))}${text}${END}`

export const untagged = (text: string): string => text.replace(MARKS, '')

/** What beside a text of a message says of which kinds it is; it is kept with the message and not sent to providers. */
export const kindOptions = (kinds: string) => ({ tabletalk: { kinds } })

/** What a tool tells a model, from lines with tags; without one they are names. */
export function toolText(lines: string) {
  const { text, kinds } = piecesOf(lines, 'names')
  return { type: 'text' as const, value: text, providerOptions: kindOptions(kinds) }
}

/** A text without its tags, and its pieces; what has no tag is of the kind `rest`. */
function piecesOf(text: string, rest: SentKind): { text: string; kinds: string } {
  const pieces: Piece[] = []
  const open: SentKind[] = [rest]
  let from = 0
  const take = (to: number) => {
    add(pieces, open.at(-1)!, to - from)
    from = to + 1
  }
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    take(index)
    if (mark === END) open.pop()
    else open.push(SENT_KINDS[mark.charCodeAt(0) - FIRST_MARK]!)
  }
  take(text.length)
  return { text: untagged(text), kinds: writtenPieces(pieces) }
}

/** The pieces of a text in which these stand whole; all else is of the kind `rest`. */
export function kindsIn(text: string, rest: SentKind, inside: [SentKind, string][]): string {
  const found = inside
    .filter(([, part]) => part !== '')
    .map(([kind, part]) => ({ kind, from: text.indexOf(part), length: part.length }))
    .filter(({ from }) => from >= 0)
    .toSorted((a, b) => a.from - b.from)
  const pieces: Piece[] = []
  let at = 0
  for (const { kind, from, length } of found) {
    if (from < at) continue
    add(pieces, rest, from - at)
    add(pieces, kind, length)
    at = from + length
  }
  add(pieces, rest, text.length - at)
  return writtenPieces(pieces)
}

function add(pieces: Piece[], kind: SentKind, length: number): void {
  if (length <= 0) return
  const last = pieces.at(-1)
  if (last?.kind === kind) last.length += length
  else pieces.push({ kind, length })
}

/** Pieces as they travel with a message: "n120r400", a letter for the place of the kind and a length. */
const writtenPieces = (pieces: Piece[]): string =>
  pieces.map(({ kind, length }) => `${String.fromCharCode(97 + SENT_KINDS.indexOf(kind))}${length}`).join('')

/** The pieces of a text as they were written with it; null where they are not of a text of this length. */
export function readPieces(kinds: unknown, text: string): Piece[] | null {
  if (typeof kinds !== 'string' || !/^([a-i]\d+)+$/.test(kinds)) return null
  const pieces = [...kinds.matchAll(/([a-i])(\d+)/g)].map(([, letter, length]) => ({
    kind: SENT_KINDS[letter!.charCodeAt(0) - 97]!,
    length: Number(length),
  }))
  return pieces.reduce((sum, { length }) => sum + length, 0) === text.length ? pieces : null
}

/** JSON texts that stand in a request as they are, with the pieces that they consist of. */
export type Known = Map<string, Piece[]>

/** Kinds that tell more than others: they count where the same text is known as both. */
const TELLS = (kind: SentKind): number =>
  ['other', 'instructions', 'calls', 'conversation', 'errors', 'names', 'descriptions', 'values', 'rows'].indexOf(kind)
const most = (pieces: Piece[]) => Math.max(...pieces.map(({ kind }) => TELLS(kind)))

/** Notes what a JSON text is of; `pieces` are those of the text that it is the string of. */
function note(known: Known, json: string, pieces: Piece[]): void {
  const before = known.get(json)
  if (!before || most(before) < most(pieces)) known.set(json, pieces)
}

export function knowText(known: Known, text: string, kinds: SentKind | Piece[]): void {
  if (text !== '')
    note(known, JSON.stringify(text), Array.isArray(kinds) ? kinds : [{ kind: kinds, length: text.length }])
}

/** A value that stands in the request as JSON, as a string of JSON, or in its texts. */
export function knowValue(known: Known, value: unknown, kind: SentKind): void {
  const json = JSON.stringify(value)
  if (json === undefined || json.length < 3) return
  note(known, json, [{ kind, length: json.length }])
  knowText(known, json, kind)
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

/**
 * The bytes of a request's body by kind; their sum is the body's. Every string and every part of the JSON that is known letter for letter
 * counts as what is known of it; the rest (names of fields, ids, settings, quotes) is `other`, as is a body that is no JSON.
 */
export function bytesByKind(body: string, known: Known): Partial<Record<SentKind, number>> {
  const kinds: Partial<Record<SentKind, number>> = {}
  let countedBytes = 0
  const count = (kind: SentKind, bytes: number) => {
    if (bytes <= 0) return
    kinds[kind] = (kinds[kind] ?? 0) + bytes
    countedBytes += bytes
  }
  const lengths = new Set([...known.keys()].map((json) => json.length))
  for (const { from, to, skip } of nodesOf(body)) {
    if (!lengths.has(to - from)) continue
    const json = body.slice(from, to)
    const pieces = known.get(json)
    if (!pieces) continue
    skip()
    if (json.startsWith('"')) {
      const text = JSON.parse(json) as string
      let at = 0
      for (const { kind, length } of pieces) {
        const written = JSON.stringify(text.slice(at, at + length))
        count(kind, bytesOf(written) - 2)
        at += length
      }
    } else count(pieces[0]!.kind, bytesOf(json))
  }
  count('other', bytesOf(body) - countedBytes)
  return kinds
}

/** Strings, objects and lists of a JSON text, each before what is in it; `skip` leaves out what is in the one at hand. */
function* nodesOf(json: string): Generator<{ from: number; to: number; skip(): void }> {
  const ends = endsOf(json)
  let at = 0
  while (at < json.length) {
    const to = ends.get(at)
    if (to === undefined) {
      at++
      continue
    }
    let next = json[at] === '"' ? to : at + 1
    yield {
      from: at,
      to,
      skip() {
        next = to
      },
    }
    at = next
  }
}

function endsOf(json: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') {
      const from = at
      for (at++; at < json.length && json[at] !== '"'; at++) if (json[at] === '\\') at++
      ends.set(from, at + 1)
    } else if (sign === '{' || sign === '[') open.push(at)
    else if (sign === '}' || sign === ']') {
      const from = open.pop()
      if (from !== undefined) ends.set(from, at + 1)
    }
  }
  return ends
}

export function addKinds(
  all: Partial<Record<SentKind, number>>,
  more: Partial<Record<SentKind, number>>,
): Partial<Record<SentKind, number>> {
  const sum = { ...all }
  for (const kind of SENT_KINDS) if (more[kind]) sum[kind] = (sum[kind] ?? 0) + more[kind]
  return sum
}
