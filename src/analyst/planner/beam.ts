import { type Kind, kindsOf, type Line } from './items.ts'
import { judging, type RoleWeights } from './role-model.ts'

/** A role for every part of a question, and the sum of their log-probabilities. */
export type Roles = { roles: string[]; score: number }

/** A reading in the making, from its last part to its first. */
type Step = { role: string; score: number; before: Step | null }

/** Roles less likely than this, by their logarithm, are not tried. */
const UNLIKELY = -8

/** The likeliest ways to give every part a role, best first, at most `width`. */
export function readings(line: Line, width: number, weights: RoleWeights | null): Roles[] {
  let beam: (Step | null)[] = [null]
  for (let index = 0; index < line.items.length; index++) {
    const kinds = kindsOf(line.items[index]!)
    const judge = judging(line, index, weights)
    const judged = new Map<string, [role: string, weight: number][]>()
    const likely = (before: string) => {
      const known = judged.get(before)
      if (known) return known
      const found = judge(before).filter(
        ([role, weight]) => weight > UNLIKELY && (!role.includes('.') || kinds.includes(role.split('.')[0] as Kind)),
      )
      judged.set(before, found)
      return found
    }
    const next: Step[] = []
    for (const before of beam)
      for (const [role, weight] of likely(before?.role ?? ''))
        next.push({ role, score: (before?.score ?? 0) + weight, before })
    beam = next.sort((a, b) => b.score - a.score).slice(0, width)
  }
  return beam.map((last) => {
    const roles: string[] = []
    for (let step = last; step; step = step.before) roles.unshift(step.role)
    return { roles, score: last?.score ?? 0 }
  })
}
