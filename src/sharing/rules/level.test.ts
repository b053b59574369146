import { expect, test } from 'bun:test'
import { type Level, levelFor } from './level.ts'

const member = { role: 'member', mayUpdate: true, isMaker: false } as const
const viewer = { role: 'viewer', mayUpdate: false, isMaker: false } as const
const owner = { role: 'owner', mayUpdate: true, isMaker: false } as const

test.each<[string, Parameters<typeof levelFor>[0], Level]>([
  ['a member has what the workspace has', { ...member, workspace: 'view', named: null }, 'view'],
  ['a name gives more', { ...member, workspace: 'view', named: 'edit' }, 'edit'],
  ['a name takes nothing', { ...member, workspace: 'edit', named: 'view' }, 'edit'],
  ['a viewer never edits', { ...viewer, workspace: 'edit', named: 'edit' }, 'comment'],
  ['a viewer who only sees', { ...viewer, workspace: 'view', named: null }, 'view'],
  ['an owner has all', { ...owner, workspace: 'view', named: null }, 'edit'],
  ['so has whoever made it', { ...member, isMaker: true, workspace: 'view', named: null }, 'edit'],
  ['but not beyond their role', { ...viewer, isMaker: true, workspace: 'view', named: null }, 'comment'],
])('%s', (_, about, level) => expect(levelFor(about)).toBe(level))
