import type { CanvasJson } from './answers.ts'
import type { Filter, FilterValue } from './filter.ts'

/** A filter that is set: one of the board, or one for this address alone. */
type SetOnScreen = Pick<Filter, 'id' | 'name' | 'places'> & { value: FilterValue }

/** What the page of a canvas starts from. */
export type CanvasScreen = {
  canvas: CanvasJson
  filters: SetOnScreen[]
  /** Parts of the address that set no filter of this canvas. */
  wrongFilters: string[]
  may: { update: boolean; create: boolean }
  userId: string
  linkHosts: string[]
  now: string
}
