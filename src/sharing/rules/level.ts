import type { OrganizationRole } from '../../ctx.ts'

/** What somebody may do with what is shared, weakest first. Each holds those before it. */
export const LEVELS = ['view', 'comment', 'edit'] as const
export type Level = (typeof LEVELS)[number]

/** The words of each behind "can", and in front of "it". */
export const LEVEL_TEXTS: Record<Level, string> = { view: 'view', comment: 'comment on', edit: 'edit' }

const at = (level: Level) => LEVELS.indexOf(level)
export const includes = (has: Level, needed: Level): boolean => at(has) >= at(needed)
export const strongest = <L extends Level | null>(one: L, other: Level | null): L | Level =>
  other !== null && (one === null || at(other) > at(one)) ? other : one
const weakest = (one: Level, other: Level): Level => (at(other) < at(one) ? other : one)

type About = {
  role: OrganizationRole
  /** Whether their role may change such things at all. */
  mayUpdate: boolean
  isMaker: boolean
  /** What everybody in the workspace may. */
  workspace: Level
  /** What they were given by name. */
  named: Level | null
}

/**
 * What somebody may do with a thing of a workspace that they see. Sharing narrows what a role may and never widens it: owners and whoever made
 * it have all of what their role may, others what the workspace or their name was given.
 */
export function levelFor({ role, mayUpdate, isMaker, workspace, named }: About): Level {
  const given = role === 'owner' || isMaker ? 'edit' : strongest(workspace, named)
  return weakest(given, mayUpdate ? 'edit' : 'comment')
}
