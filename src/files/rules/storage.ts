import { HELD_PLAN_NAMES, type HeldPlan } from '#organizations/rules/plan.ts'
import { bytesText, limitText } from './transfer.ts'

/** What an organization keeps and may keep, in bytes. `plan`: that of its owner. */
export type Storage = { used: number; limit: number; plan: HeldPlan }

/** Share from which the bar warns. */
export const NEARLY_FULL = 0.9

/** Bytes that are left. */
export const roomIn = ({ used, limit }: Storage): number => Math.max(0, limit - used)

/** Why a file does not fit, and what can be done. @param size 0 where it is not known */
export function noRoom(storage: Storage, size: number): string {
  const left = roomIn(storage)
  const file = size > 0 ? `this file has ${bytesText(size)}` : 'this file has more'
  const more = storage.plan === 'premium' ? '' : ', or choose a larger plan'
  return `Your organization keeps up to ${limitText(storage.limit / 1_048_576)} of files on the ${HELD_PLAN_NAMES[storage.plan]} plan. ${bytesText(left)} are left and ${file}. Delete files that you no longer need${more}.`
}
