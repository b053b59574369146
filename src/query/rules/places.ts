import {
  addNames,
  addRest,
  type PlaceIndex,
  type PlaceKind,
  placesInAllLanguages,
  plain,
} from '#catalog/rules/places.ts'
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

/** The places of a map by their names, and the shapes of these; places that it is too small for have none. */
type Index = { names: PlaceIndex; shapeOf: Map<string, string> }
const cache = new Map<ChartMap, Promise<Index>>()

function indexOf(map: ChartMap): Promise<Index> {
  const found = cache.get(map)
  if (found) return found
  const made = load(map)
  cache.set(map, made)
  return made
}

const KINDS: Record<ChartMap, PlaceKind> = { world: 'countries', india: 'states of India', usa: 'states of the US' }

async function load(map: ChartMap): Promise<Index> {
  const [{ features }, known] = await Promise.all([boundaries(map), placesInAllLanguages()])
  const names = new Map(known.get(KINDS[map]))
  const titles: PlaceIndex = new Map()
  // Shapes of what has no code are called by their names.
  const shapes = features.map(({ properties: { name, title } }) => {
    const place = names.get(plain(name)) ?? names.get(plain(title)) ?? name
    addNames(titles, place, [title])
    return [place, name] as const
  })
  addRest(names, titles)
  return { names, shapeOf: new Map(shapes) }
}

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

function find({ names, shapeOf }: Index, map: ChartMap, name: string | null): string | null {
  const place = name === null ? null : placeOf(names, map, name)
  return place === null ? null : (shapeOf.get(place) ?? null)
}

function placeOf(index: PlaceIndex, map: ChartMap, name: string): string | null {
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
    [...index].flatMap(([known, place]) => (known.length > 3 && ` ${key} `.includes(` ${known} `) ? [place] : [])),
  )
  return within.size === 1 ? [...within][0]! : null
}
