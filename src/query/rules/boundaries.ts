import type { ChartMap } from './chart-kinds.ts'

/**
 * Shapes of countries and states as GeoJSON, from packages: countries of Natural Earth (world-atlas, ISC, public domain), states of the US
 * Census Bureau (us-atlas, ISC), states of India by svg-maps (CC BY 4.0, named under the map). Borders are as these packages draw them.
 * Each is loaded when a map of it is drawn. The property `name` of a shape is its key: the ISO 3166-1 number of a country, the name of a state.
 */
export type Boundaries = { type: 'FeatureCollection'; features: Shape[] }
type Shape = { type: 'Feature'; properties: { name: string; title: string }; geometry: Geometry }
type Ring = [number, number][]
type Geometry = { type: string; coordinates: unknown }

/** What has to stand under a map. */
export const MAP_CREDITS: Record<ChartMap, string> = {
  world: 'Boundaries: Natural Earth',
  usa: 'Boundaries: US Census Bureau',
  india: 'Boundaries: svg-maps.com, CC BY 4.0',
}

export async function boundaries(map: ChartMap): Promise<Boundaries> {
  if (map === 'india') return india()
  const [{ feature }, atlas] = await Promise.all([
    import('topojson-client'),
    map === 'world' ? import('world-atlas/countries-110m.json') : import('us-atlas/states-albers-10m.json'),
  ])
  const topology = atlas.default as unknown as Topology
  const shapes = feature(topology, topology.objects[map === 'world' ? 'countries' : 'states']!)
  return {
    type: 'FeatureCollection',
    features: ('features' in shapes ? shapes.features : [shapes]).map(({ id, properties, geometry }) => {
      const title = String(properties?.name)
      const name = map === 'world' && id !== undefined ? String(id) : title
      return { type: 'Feature', properties: { name, title }, geometry: unbroken(geometry as Geometry) }
    }),
  }
}

type Topology = Parameters<typeof import('topojson-client')['feature']>[0]

/** Rings that cross the date line go on beyond it, instead of across the whole map. One around a pole has to break. */
function unbroken({ type, coordinates }: Geometry): Geometry {
  const ring = (points: Ring): Ring => {
    let turns = 0
    const moved = points.map(([x, y], i): [number, number] => {
      const step = x - (points[i - 1]?.[0] ?? x)
      if (Math.abs(step) > 180) turns -= Math.sign(step)
      return [x + 360 * turns, y]
    })
    return turns === 0 ? moved : points
  }
  const rings = (list: Ring[]) => list.map(ring)
  return { type, coordinates: type === 'Polygon' ? rings(coordinates as Ring[]) : (coordinates as Ring[][]).map(rings) }
}

async function india(): Promise<Boundaries> {
  const { default: map } = await import('@svg-maps/india')
  const locations = (map as { locations: Location[] }).locations
  return {
    type: 'FeatureCollection',
    features: locations.map(({ name, path }) => ({
      type: 'Feature',
      properties: { name, title: name },
      geometry: { type: 'MultiPolygon', coordinates: ringsOf(path).map((ring) => [ring]) },
    })),
  }
}

type Location = { id: string; name: string; path: string }

function ringsOf(path: string): Ring[] {
  const rings: Ring[] = []
  let [x, y] = [0, 0]
  for (const [, command = '', list = ''] of path.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const numbers = list.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi)?.map(Number) ?? []
    const kind = command.toLowerCase()
    const isRelative = command === kind
    const both = kind === 'm' || kind === 'l'
    if (kind === 'z') {
      // The next ring begins where this one did.
      const start = rings.at(-1)?.[0]
      if (start) [x, y] = start
      rings.at(-1)?.push([x, y])
    } else if (!both && kind !== 'h' && kind !== 'v') throw new Error(`a boundary has the command ${command}`)
    for (let at = 0; at < numbers.length; at += both ? 2 : 1) {
      const [first = 0, second = 0] = numbers.slice(at)
      const next: [number, number] = both
        ? [first, second]
        : kind === 'h'
          ? [first, isRelative ? 0 : y]
          : [isRelative ? 0 : x, first]
      ;[x, y] = isRelative ? [x + next[0], y + next[1]] : next
      if (kind === 'm' && at === 0) rings.push([])
      rings.at(-1)?.push([x, y])
    }
  }
  return rings.filter((ring) => ring.length > 3)
}
