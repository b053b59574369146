import type { CanvasJson } from './answers.ts'

/** What the page of a canvas starts from. */
export type CanvasScreen = {
  canvas: CanvasJson
  may: { update: boolean; create: boolean }
  userId: string
  linkHosts: string[]
  now: string
}
