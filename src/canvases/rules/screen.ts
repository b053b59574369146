import type { CanvasJson } from './answers.ts'
import type { FilterValues } from './filter-address.ts'

/** What the page of a canvas starts from. */
export type CanvasScreen = {
  canvas: CanvasJson
  /** Those that the address sets. */
  filters: FilterValues
  /** Parts of the address that set no filter of this canvas. */
  wrongFilters: string[]
  may: { update: boolean; comment: boolean; create: boolean }
  userId: string
  linkHosts: string[]
  now: string
}
