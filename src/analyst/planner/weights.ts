import type { Ranker } from './rank.ts'
import type { RoleWeights } from './role-model.ts'
import { SLOT_NAMES, type Slot } from './skeleton.ts'
import type { StructureWeights } from './structure.ts'
import stored from './weights.json'

/** Probabilities from which the analyst answers, and answers with a doubt. */
export type Thresholds = { sure: number; likely: number }
/** What `bun run train` writes: weights of the structure models in bytes, as base64 and with what a byte of 1 stands for. */
export type Stored = {
  structure: Record<Slot, { scale: number; bytes: string }>
  roles: RoleWeights
  /** How likely each reading of a question is among the others. */
  ranker: Ranker
  thresholds: Thresholds
}

const { structure, roles, ranker, thresholds } = stored as unknown as Stored
const bySlot = <T>(of: (slot: Slot) => T) =>
  Object.fromEntries(SLOT_NAMES.map((slot) => [slot, of(slot)])) as Record<Slot, T>

export const ROLE_WEIGHTS: RoleWeights = roles
export const RANKER: Ranker = ranker
export const THRESHOLDS: Thresholds = thresholds
export const STRUCTURE_SCALE = bySlot((slot) => structure[slot].scale)
export const STRUCTURE: StructureWeights = bySlot((slot) => new Int8Array(Buffer.from(structure[slot].bytes, 'base64')))
