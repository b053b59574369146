import { LOCALES } from '#base/locales.ts'
import { OTHER_NAMES } from '#catalog/rules/other-names.ts'
import { boundaries } from './boundaries.ts'
import { CHART_MAPS, type ChartMap } from './chart-kinds.ts'

/** Which shape each place of a chart is; null for what is none of the map. */
export type Placed = { map: ChartMap; shapes: (string | null)[] }

/**
 * Finds the map that most of the places are on, and their shapes there: by ISO 3166 codes (IN, IND, 356, US-CA, CA), by names in all
 * languages that packages list, by former and other usual names, and by these in another order ("Korea, Rep."). A name of two
 * countries is none. Null where no map has any.
 */
export async function placesOf(names: (string | null)[]): Promise<Placed | null> {
  const indexes = await Promise.all(CHART_MAPS.map(indexOf))
  const placed = CHART_MAPS.map(
    (map, i): Placed => ({ map, shapes: names.map((name) => find(indexes[i]!, map, name)) }),
  )
  const found = ({ shapes }: Placed) => shapes.filter((shape) => shape !== null).length
  const best = placed.reduce((best, one) => (found(one) > found(best) ? one : best))
  return found(best) > 0 ? best : null
}

type Index = Map<string, string | null>
const cache = new Map<ChartMap, Promise<Index>>()

function indexOf(map: ChartMap): Promise<Index> {
  const found = cache.get(map)
  if (found) return found
  const made = map === 'world' ? countries() : states(map)
  cache.set(map, made)
  return made
}

/** Letters and digits alone, without accents and the words between. Vowel signs are letters: टोगो is not टोंगा. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/\b(the|of|and)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const SHORT: Record<string, string> = {
  ...{ rep: 'republic', dem: 'democratic', dr: 'democratic republic', pdr: 'people s democratic republic' },
  ...{ rb: 'bolivarian republic', fed: 'federated', sts: 'states', st: 'saint', is: 'islands', utd: 'united' },
}
const written = (name: string) =>
  plain(name)
    .split(' ')
    .map((word) => SHORT[word] ?? word)
    .join(' ')
/** Words that say how a country is governed. Democratic and federal ones are not among them: two of one name differ by these. */
const GOVERNED = /^(?:(?:republic|people|s|socialist|islamic|arab|bolivarian|plurinational|united|state|kingdom) ?)*$/

function find(index: Index, map: ChartMap, name: string | null): string | null {
  if (name === null) return null
  const key = plain(name)
  // "Korea, Rep." and "Bolivia (Plurinational State of)" have the words in another order.
  const [, head, tail] = /^([^,(]+)[,(]([^,()]+)\)?$/.exec(name) ?? []
  const forms = [
    ...[key, written(name)],
    ...(head && tail ? [written(`${tail} ${head}`), ...(GOVERNED.test(written(tail)) ? [written(head)] : [])] : []),
    // "Tamilnadu", "J & K", "U.K."
    key.replaceAll(' ', ''),
  ]
  const form = forms.find((form) => index.has(form))
  if (form !== undefined || map === 'world') return index.get(form ?? '') ?? null
  // "NCT of Delhi", "State of Texas": one name of a state among other words.
  const within = new Set(
    [...index].flatMap(([known, shape]) => (known.length > 3 && ` ${key} `.includes(` ${known} `) ? [shape] : [])),
  )
  return within.size === 1 ? [...within][0]! : null
}

/** Adds names of a shape, also without the spaces between their words; a name of two is none. */
function add(index: Index, shape: string, names: (string | undefined)[]) {
  for (const name of names) {
    const key = name && plain(name)
    if (!key) continue
    for (const form of new Set([key, key.replaceAll(' ', '')]))
      index.set(form, (index.has(form) ? index.get(form) : shape) === shape ? shape : null)
  }
}

/** Adds the names of another index that the first has not. */
function addRest(index: Index, others: Index) {
  for (const [name, shape] of others) if (!index.has(name)) index.set(name, shape)
}

/** Names of countries by their codes of two letters. */
type Names = Record<string, string | string[]>
const namesIn = (names: Names, alpha2: string) => [names[alpha2] ?? []].flat()

async function countries(): Promise<Index> {
  const [{ features }, { default: codes }, { default: english }, { default: languages }, { iso31663 }] =
    await Promise.all([
      boundaries('world'),
      import('i18n-iso-countries/codes.json'),
      import('i18n-iso-countries/langs/en.json'),
      import('i18n-iso-countries/supportedLocales.json'),
      import('iso-3166'),
    ])
  const translated = await Promise.all(
    languages.map(
      async (language): Promise<Names> => (await import(`i18n-iso-countries/langs/${language}.json`)).default.countries,
    ),
  )
  const shapes = new Set(features.map(({ properties }) => properties.name))
  const index: Index = new Map()
  const titles: Index = new Map()
  const inProduct: Index = new Map()
  const otherNames: Index = new Map()
  const shapeOf = new Map<string, string>()
  for (const [alpha2, alpha3, number] of codes as [string, string, string][]) {
    const usual = namesIn(english.countries, alpha2)
    // Shapes of countries without a number have their name instead. Countries that the map is too small for have names as well: a name
    // that they share is not another's.
    const shape = [number, ...usual].find((one) => shapes.has(one)) ?? `no shape ${number}`
    shapeOf.set(alpha2, shape)
    add(index, shape, [alpha2, alpha3, number, ...usual, ...(OTHER_NAMES[alpha2] ?? [])])
    for (const locale of Object.keys(LOCALES))
      for (const style of ['long', 'short'] as const)
        add(inProduct, shape, [new Intl.DisplayNames(locale, { type: 'region', style }).of(alpha2)])
    for (const names of translated) add(otherNames, shape, namesIn(names, alpha2))
  }
  for (const { properties } of features) add(titles, properties.name, [properties.title])
  // The names and long codes that a country had before; one that became several is none of them.
  for (const { type, from, to } of iso31663)
    if (type === 'change') add(otherNames, shapeOf.get(to[0]?.alpha2 ?? '') ?? 'no shape', [from.name, from.alpha3])
  for (const others of [titles, inProduct, otherNames]) addRest(index, others)
  for (const [name, shape] of index) if (shape?.startsWith('no shape')) index.set(name, null)
  return index
}

async function states(map: 'india' | 'usa'): Promise<Index> {
  const [{ features }, { iso31662 }, former] = await Promise.all([
    boundaries(map),
    import('iso-3166'),
    map === 'india' ? import('@svg-maps/india') : null,
  ])
  const index: Index = new Map()
  for (const { properties } of features) add(index, properties.name, [properties.name])
  const country = map === 'india' ? 'IN-' : 'US-'
  for (const { code, name } of iso31662.filter((one) => one.code.startsWith(country))) {
    // "Puducherry (Pondicherry)" gives both.
    const names = [name, ...name.split(/[()]/)]
    const shape = names.map((one) => index.get(plain(one))).find(Boolean)
    if (shape) add(index, shape, [code, code.slice(country.length), ...names, ...(OTHER_NAMES[code] ?? [])])
  }
  // The codes that ISO had before 2023, under which the shapes are kept.
  const before: Index = new Map()
  for (const { id, name } of former?.default.locations ?? []) add(before, name, [id, `${country}${id}`])
  addRest(index, before)
  return index
}
