import { describe, expect, test } from 'bun:test'
import { INVITATION_LIFE, type InvitationFacts, mayCancel, roleLabel, stateOf } from './invitation.ts'
import { cancellation, newInvitation } from './request.ts'

const NOW = new Date('2030-06-10T12:00:00Z')
const GOOD: InvitationFacts = {
  status: 'pending',
  role: 'member',
  expiresAt: new Date('2030-06-11T12:00:00Z'),
  organizationStatus: 'active',
  inviterRole: 'owner',
}

describe('what has become of an invitation', () => {
  test.each<[string, Partial<InvitationFacts>, string]>([
    ['it waits', {}, 'pending'],
    ['it was accepted', { status: 'accepted' }, 'accepted'],
    ['it was declined', { status: 'declined' }, 'declined'],
    ['it was cancelled', { status: 'cancelled' }, 'cancelled'],
    ['it was written down as expired', { status: 'expired' }, 'expired'],
    ['its date is this moment', { expiresAt: NOW }, 'expired'],
    ['its date is a millisecond away', { expiresAt: new Date(NOW.getTime() + 1) }, 'pending'],
    ['the organization was deleted', { organizationStatus: 'deleted' }, 'organization_deleted'],
    [
      'the organization was deleted after it was accepted',
      { organizationStatus: 'deleted', status: 'accepted' },
      'accepted',
    ],
    ['the inviter has left', { inviterRole: null }, 'withdrawn'],
    ['the inviter only views now', { inviterRole: 'viewer' }, 'withdrawn'],
    ['the inviter is a member and invited a member', { inviterRole: 'member' }, 'pending'],
    ['the inviter is a member and invited a viewer', { inviterRole: 'member', role: 'viewer' }, 'pending'],
    ['the inviter was an owner and invited an owner', { inviterRole: 'member', role: 'owner' }, 'withdrawn'],
    ['the inviter is an owner and invited an owner', { role: 'owner' }, 'pending'],
  ])('%s', (_, facts, state) => expect(stateOf({ ...GOOD, ...facts }, NOW)).toBe(state as never))
})

test('an invitation is good for seven days', () => expect(INVITATION_LIFE).toBe(7 * 24 * 3600 * 1000))

describe('what is asked for', () => {
  test('the role is member unless told, the address is kept in one spelling', () =>
    expect(newInvitation.parse({ email: ' Ada@Example.COM ' })).toEqual({ email: 'ada@example.com', role: 'member' }))

  test.each([
    [{}, 'email', 'Enter your email address.'],
    [{ email: '' }, 'email', 'Enter an email address such as name@example.com.'],
    [{ email: 'ada' }, 'email', 'Enter an email address such as name@example.com.'],
    [{ email: 'ada@example.com, eve@example.com' }, 'email', 'Enter an email address such as name@example.com.'],
    [{ email: 'ada@example.com', role: 'admin' }, 'role', 'Choose a role: owner, member or viewer.'],
  ])('%j is refused', (input, field, message) => {
    const issue = newInvitation.safeParse(input).error?.issues[0]
    expect([issue?.path.join('.'), issue?.message]).toEqual([field, message])
  })

  test('a cancellation names its invitation', () => {
    expect(cancellation.safeParse({}).success).toBe(false)
    expect(cancellation.safeParse({ invitationId: 'x' }).success).toBe(true)
  })
})

test.each([
  ['owner', false, true],
  ['owner', true, true],
  ['member', false, false],
  ['member', true, true],
  ['viewer', false, false],
] as const)('%s, having sent it: %p, may cancel: %p', (role, isInviter, may) =>
  expect(mayCancel(role, isInviter)).toBe(may),
)

test('roles begin a line with a capital', () => expect(roleLabel('viewer')).toBe('Viewer'))
