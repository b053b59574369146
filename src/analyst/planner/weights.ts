import type { AffinityWeights } from './affinity.ts'
import type { Ranker } from './rank.ts'
import type { RoleWeights } from './role-model.ts'
import { bySlot, type Slot } from './skeleton.ts'
import type { StructureWeights } from './structure.ts'
import stored from './weights.json'

/** Probabilities from which the analyst answers, and answers with a doubt. */
export type Thresholds = { sure: number; likely: number }
/** Weights in bytes, as base64, and what a byte of 1 stands for. */
export type Bytes = { scale: number; bytes: string }
/** What `bun run train` writes. */
export type Stored = {
  structure: Record<Slot, Bytes>
  affinity: Bytes
  roles: RoleWeights
  /** How likely each reading of a question is among the others. */
  ranker: Ranker
  thresholds: Thresholds
}

const { structure, affinity, roles, ranker, thresholds } = stored as unknown as Stored
const unpacked = ({ bytes }: Bytes) => new Int8Array(Buffer.from(bytes, 'base64'))

export const ROLE_WEIGHTS: RoleWeights = roles
export const RANKER: Ranker = ranker
export const THRESHOLDS: Thresholds = thresholds
export const STRUCTURE_SCALE = bySlot((slot) => structure[slot].scale)
export const STRUCTURE: StructureWeights = bySlot((slot) => unpacked(structure[slot]))
export const AFFINITY_SCALE = affinity.scale
export const AFFINITY: AffinityWeights = unpacked(affinity)
