import { MapChart } from 'echarts/charts'
import { boundaries } from '../boundaries.ts'
import type { ChartMap } from '../chart-kinds.ts'
import { mapName } from './areas.ts'
import { core } from './echarts.ts'

core.use([MapChart])

/** Makes the shapes of a map known; each is fetched once. */
export async function register(map: ChartMap): Promise<void> {
  const name = mapName(map)
  if (!core.getMap(name)) core.registerMap(name, (await boundaries(map)) as Parameters<typeof core.registerMap>[1])
}
