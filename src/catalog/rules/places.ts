import { LOCALES } from '#base/locales.ts'
import { folded } from './folded.ts'
import { OTHER_NAMES, SPORT_CODES } from './other-names.ts'

export type PlaceKind = 'countries' | 'states of the US' | 'states of India'
/** The ISO 3166 code of a place by any way to write it, as `plain` makes it; null for a way that two places share. */
export type PlaceIndex = Map<string, string | null>
export type Places = ReadonlyMap<PlaceKind, PlaceIndex>

let loaded: Promise<Places> | undefined
/** Countries by both codes and by their English names, states of the US and of India by code and name. */
export const places = (): Promise<Places> => (loaded ??= load())

async function load(): Promise<Places> {
  const [{ default: codes }, { default: english }, { iso31662 }, former] = await Promise.all([
    import('i18n-iso-countries/codes.json'),
    import('i18n-iso-countries/langs/en.json'),
    import('iso-3166'),
    // The codes that ISO had for states of India before 2023.
    import('@svg-maps/india'),
  ])
  const countries: PlaceIndex = new Map()
  for (const [two, three] of codes as [string, string, string][])
    addNames(countries, two, [
      ...[two, three, ...namesIn(english.countries, two), ...(OTHER_NAMES[two] ?? [])],
      SPORT_CODES[two],
    ])
  const states = (country: string): PlaceIndex => {
    const index: PlaceIndex = new Map()
    // "Puducherry (Pondicherry)" gives both.
    for (const { code, name } of iso31662.filter((one) => one.code.startsWith(country)))
      addNames(index, code, [
        ...[code, code.slice(country.length), name, ...name.split(/[()]/)],
        ...(OTHER_NAMES[code] ?? []),
      ])
    return index
  }
  const india = states('IN-')
  const before: PlaceIndex = new Map()
  for (const { id, name } of former.default.locations) {
    const code = india.get(plain(name))
    if (code) addNames(before, code, [id, `IN-${id}`])
  }
  addRest(india, before)
  return new Map([
    ['countries', countries],
    ['states of the US', states('US-')],
    ['states of India', india],
  ])
}

let everywhere: Promise<Places> | undefined
/** The same with countries by their number and by their names in all languages that packages list, also by those that they had. */
export const placesInAllLanguages = (): Promise<Places> => (everywhere ??= loadLanguages())

async function loadLanguages(): Promise<Places> {
  const [known, { default: codes }, { default: languages }, { iso31663 }] = await Promise.all([
    places(),
    import('i18n-iso-countries/codes.json'),
    import('i18n-iso-countries/supportedLocales.json'),
    import('iso-3166'),
  ])
  const translated = await Promise.all(
    languages.map(
      async (language): Promise<Names> => (await import(`i18n-iso-countries/langs/${language}.json`)).default.countries,
    ),
  )
  const [inProduct, others]: PlaceIndex[] = [new Map(), new Map()]
  for (const [code, , number] of codes as [string, string, string][]) {
    addNames(inProduct!, code, [number])
    for (const locale of Object.keys(LOCALES))
      for (const style of ['long', 'short'] as const)
        addNames(inProduct!, code, [new Intl.DisplayNames(locale, { type: 'region', style }).of(code)])
    for (const names of translated) addNames(others!, code, namesIn(names, code))
  }
  // The names and long codes that a country had before; one that became several is none of them.
  for (const { type, from, to } of iso31663)
    if (type === 'change') addNames(others!, to[0]?.alpha2 ?? '', [from.name, from.alpha3])
  const countries = new Map(known.get('countries'))
  for (const rest of [inProduct!, others!]) addRest(countries, rest)
  return new Map([...known, ['countries', countries]])
}

/** Names of countries by their codes of two letters. */
type Names = Record<string, string | string[]>
const namesIn = (names: Names, code: string) => [names[code] ?? []].flat()

/** Letters and digits alone, without accents and the words between. Vowel signs are letters: टोगो is not टोंगा. */
export const plain = (text: string) =>
  folded(text)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/\b(the|of|and)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Adds names of a place, also without the spaces between their words; a name of two is none. */
export function addNames(index: PlaceIndex, place: string, names: (string | undefined)[]): void {
  for (const name of names) {
    const key = name && plain(name)
    if (!key) continue
    for (const form of new Set([key, key.replaceAll(' ', '')]))
      index.set(form, (index.has(form) ? index.get(form)! : place) === place ? place : null)
  }
}

/** Adds the names of another index that the first has not. */
export function addRest(index: PlaceIndex, others: PlaceIndex): void {
  for (const [name, place] of others) if (!index.has(name)) index.set(name, place)
}

/** A place is looked for by words and by codes in capitals: "in" is none. */
const NAMES_PLACE = /^\p{Lu}{2,3}$|.{4}/u

/** The codes of the places that a text names, by their kinds: also by what their people are called (German). */
export async function placesNamed(text: string): Promise<Map<PlaceKind, string>> {
  const found = new Map<PlaceKind, string>()
  if (!NAMES_PLACE.test(text.trim())) return found
  for (const [kind, index] of await places()) {
    const code = index.get(plain(text))
    if (code) found.set(kind, code)
  }
  if (found.size > 0) return found
  const { nationalities } = (await import('i18n-nationality/langs/en.json')).default
  const codes = Object.entries(nationalities).filter(
    ([, people]) => plain(people) === plain(text).replace(/s$/, '') || plain(people) === plain(text),
  )
  return codes.length === 1 ? found.set('countries', codes[0]![0]) : found
}

/** Share of the values of a column that have to be places of one kind. */
const LEAST_PLACES = 0.8

/** The kinds of places that a column has, each with the code of every value that is one. @param values folded */
export function placeCodes(all: Places, values: string[]): Map<PlaceKind, Map<string, string>> {
  const found = new Map<PlaceKind, Map<string, string>>()
  if (values.length < 2) return found
  for (const [kind, index] of all) {
    const codes = new Map(
      values.flatMap((value) => {
        const code = index.get(plain(value))
        return code ? [[value, code] as const] : []
      }),
    )
    if (codes.size >= values.length * LEAST_PLACES) found.set(kind, codes)
  }
  return found
}
