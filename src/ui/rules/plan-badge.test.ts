import { expect, test } from 'bun:test'
import { planBadge } from './plan-badge.ts'
import { badgeCount } from './times.ts'

test.each([
  ['premium', { label: 'Premium', colour: 'blue' }],
  ['flexible', { label: 'Flexible', colour: 'green' }],
  ['team', { label: 'Team', colour: 'purple' }],
  ['Research lab', { label: 'Research lab', colour: 'purple' }],
  ['free', null],
  ['', null],
  [null, null],
  [undefined, null],
] as const)('the plan %p has the badge %p', (plan, badge) => {
  expect(planBadge(plan)).toEqual(badge)
})

test.each([
  [1, '1'],
  [9, '9'],
  [10, '9+'],
  [250, '9+'],
])('%p invitations are counted as %p', (count, text) => {
  expect(badgeCount(count)).toBe(text)
})
