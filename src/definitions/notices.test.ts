import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { HOUR } from '#base/time.ts'
import { mails } from '#db/schema/index.ts'
import { call, leave, newTeam, type Person } from '../../tests/support/people.ts'
import { tellWaiting } from './notices.ts'

const { world, app, owner, member, viewer, place } = await newTeam('member', 'viewer')
const { organization, workspace } = place

const path = `/api/workspaces/${workspace.id}/definitions`
const propose = async (who: Person, name: string): Promise<{ id: string; version_id: string }> =>
  (await call(app, who, 'POST', path, { definition: { kind: 'term', name, meaning: 'What it says.' } })).body
const decide = ({ id, version_id }: { id: string; version_id: string }, approve: boolean, reason = '') =>
  call(app, owner, 'POST', `${path}/${id}/decision`, { version_id, approve, reason })
const told = async (who: Person, kind: string) => {
  const rows = await world.db
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.to, who.user.email), eq(mails.kind, kind)))
    .orderBy(mails.id)
  return rows.map(({ text }) => text)
}
const tell = (hours: number) => tellWaiting({ ...world, now: () => new Date(Date.now() + hours * HOUR) })

test('owners are told of proposals of others once an hour, however many there are and however many servers ask', async () => {
  await propose(owner, 'margin')
  await tell(1.9)
  expect(await told(owner, 'proposals_waiting')).toEqual([])
  await propose(member, 'churn')
  // Their own, of which nobody was told, began no quiet hour.
  await Promise.all([tell(2), tell(2), tell(2)])
  const [first, ...more] = await told(owner, 'proposals_waiting')
  expect(first).toContain('2 proposals wait for a decision of an owner')
  expect(first).toContain(`/workspaces/${workspace.id}/definitions?tab=proposals`)
  expect(more).toEqual([])
  await propose(member, 'cohort')
  await tell(2.5)
  expect(await told(owner, 'proposals_waiting')).toHaveLength(1)
  await tell(3.5)
  expect((await told(owner, 'proposals_waiting'))[1]).toContain('3 proposals wait')
  await tell(9)
  expect(await told(owner, 'proposals_waiting')).toHaveLength(2)
  for (const who of [member, viewer]) expect(await told(who, 'proposals_waiting')).toEqual([])
})

test('whoever proposed is told what was decided, as long as they may see the workspace', async () => {
  const [refused, accepted, late] = [
    await propose(member, 'lead'),
    await propose(member, 'lag'),
    await propose(member, 'late'),
  ]
  expect((await decide(refused, false, 'Finance says it otherwise.')).status).toBe(200)
  expect((await decide(accepted, true)).status).toBe(200)
  expect((await decide(await propose(owner, 'own'), true)).status).toBe(200)
  const decided = await told(member, 'proposal_decided')
  expect(decided).toHaveLength(2)
  expect(decided[0]).toMatch(/was rejected[\s\S]+Finance says it otherwise\./)
  expect(decided[1]).toMatch(/was approved[\s\S]+lag/)
  await leave(world, organization.id, member.user.id)
  expect((await decide(late, true)).status).toBe(200)
  expect(await told(member, 'proposal_decided')).toHaveLength(2)
  expect(await told(owner, 'proposal_decided')).toEqual([])
})
