import { folded } from './folded.ts'
import { OTHER_NAMES } from './other-names.ts'

export type PlaceKind = 'countries' | 'states of the US' | 'states of India'
/** For each kind, the code of a place by any way to write it, folded; a way that two places share is none. */
export type Places = ReadonlyMap<PlaceKind, ReadonlyMap<string, string>>

let loaded: Promise<Places> | undefined
/** ISO 3166: countries by both codes and by their English names, states of the US and of India by code and name. */
export const places = (): Promise<Places> => (loaded ??= load())

async function load(): Promise<Places> {
  const [{ default: codes }, { default: english }, { iso31662 }, former] = await Promise.all([
    import('i18n-iso-countries/codes.json'),
    import('i18n-iso-countries/langs/en.json'),
    import('iso-3166'),
    // The codes that ISO had for states of India before 2023.
    import('@svg-maps/india'),
  ])
  const names = english.countries as Record<string, string | string[]>
  const countries = (codes as [string, string, string][]).map(([two, three]): [string, string[]] => [
    two,
    [two, three, ...[names[two] ?? []].flat(), ...(OTHER_NAMES[two] ?? [])],
  ])
  const states = (country: string, others: { id: string; name: string }[] = []) =>
    iso31662
      .filter(({ code }) => code.startsWith(country))
      .map(({ code, name }): [string, string[]] => {
        // "Puducherry (Pondicherry)" gives both.
        const all = [name, ...name.split(/[()]/)].filter((one) => one.trim() !== '')
        const before = others.filter((one) => all.some((two) => plain(two) === plain(one.name)))
        return [
          code,
          [code, code.slice(country.length), ...all, ...before.map(({ id }) => id), ...(OTHER_NAMES[code] ?? [])],
        ]
      })
  return new Map([
    ['countries', indexOf(countries)],
    ['states of the US', indexOf(states('US-'))],
    ['states of India', indexOf(states('IN-', former.default.locations))],
  ])
}

const plain = (text: string) => folded(text).replace(/&/g, 'and')

function indexOf(all: [code: string, names: string[]][]): Map<string, string> {
  const index = new Map<string, string>()
  const shared = new Set<string>()
  for (const [code, names] of all)
    for (const name of names.map(plain)) {
      if (index.has(name) && index.get(name) !== code) shared.add(name)
      index.set(name, code)
    }
  for (const name of shared) index.delete(name)
  return index
}

/** A place is looked for by words and by codes in capitals: "in" is none. */
const NAMES_PLACE = /^\p{Lu}{2,3}$|.{4}/u

/** The codes of the places that a text names, by their kinds: also by what their people are called (German). */
export async function placesNamed(text: string): Promise<Map<PlaceKind, string>> {
  const found = new Map<PlaceKind, string>()
  if (!NAMES_PLACE.test(text.trim())) return found
  for (const [kind, index] of await places()) if (index.has(plain(text))) found.set(kind, index.get(plain(text))!)
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
      values.flatMap((value) => (index.has(plain(value)) ? [[value, index.get(plain(value))!]] : [])),
    )
    if (codes.size >= values.length * LEAST_PLACES) found.set(kind, codes)
  }
  return found
}
