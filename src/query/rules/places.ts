import { LOCALES } from '#base/locales.ts'
import { boundaries } from './boundaries.ts'
import { CHART_MAPS, type ChartMap } from './chart-kinds.ts'

/** Which shape each place of a chart is; null for what is none of the map. */
export type Placed = { map: ChartMap; shapes: (string | null)[] }

/**
 * Finds the map that most of the places are on, and their shapes there: by ISO 3166 codes (IN, IND, 356, US-CA, CA), by names in the
 * languages of the product, and by the other names that packages list. A name of two countries is none. Null where no map has any.
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

/** Letters and digits alone, without accents and the words between. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(the|of|and)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function find(index: Index, map: ChartMap, name: string | null): string | null {
  if (name === null) return null
  const key = plain(name)
  const whole = index.get(key)
  if (whole !== undefined || map === 'world') return whole ?? null
  // "NCT of Delhi", "State of Texas": one name of a state among other words.
  const within = new Set(
    [...index].flatMap(([known, shape]) => (known.length > 3 && ` ${key} `.includes(` ${known} `) ? [shape] : [])),
  )
  return within.size === 1 ? [...within][0]! : null
}

/** Adds names of a shape; a name of two is none, unless `weak`: then those that were there first stay. */
function add(index: Index, shape: string, names: (string | undefined)[], weak = false) {
  for (const name of names) {
    const key = name && plain(name)
    if (!key) continue
    const other = index.get(key)
    if (other === undefined) index.set(key, shape)
    else if (other !== shape && !weak) index.set(key, null)
  }
}

async function countries(): Promise<Index> {
  const [{ features }, { default: codes }, { default: english }] = await Promise.all([
    boundaries('world'),
    import('i18n-iso-countries/codes.json'),
    import('i18n-iso-countries/langs/en.json'),
  ])
  const index: Index = new Map()
  const shapes = new Set(features.map(({ properties }) => properties.name))
  const drawn = (codes as [string, string, string][]).filter(([, , number]) => shapes.has(number))
  for (const [alpha2, alpha3, number] of codes as [string, string, string][]) {
    // Countries that the map is too small for have names as well: a name that they share is not another's.
    const names = [(english.countries as Record<string, string | string[]>)[alpha2] ?? []].flat()
    add(index, shapes.has(number) ? number : `no shape ${number}`, [alpha2, alpha3, number, ...names])
  }
  for (const { properties } of features) add(index, properties.name, [properties.title], true)
  for (const locale of Object.keys(LOCALES))
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(locale, { type: 'region', style })
      for (const [alpha2, , number] of drawn) add(index, number, [names.of(alpha2)], true)
    }
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
    if (shape) add(index, shape, [code, code.slice(country.length), ...names])
  }
  // The codes that ISO had before 2023, under which the shapes are kept.
  for (const { id, name } of former?.default.locations ?? []) add(index, name, [id, `${country}${id}`], true)
  return index
}
