import { beforeAll, expect, test } from 'bun:test'
import type { Answer, OfferedReading } from '#analyst/rules/answer.ts'
import { call, join, newTeam, signUp } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'

/** Readings that the built-in analyst offers, and what choosing one does. */
let workspace: string

const CITIES = ['Pune', 'Delhi', 'Agra']
const WEATHER = ['rainy', 'sun', 'fog', 'snow']
const ZONES = ['North', 'South']
const of = <T>(list: T[], at: number): T => list[at % list.length]!

const { world, app, owner, place } = await newTeam()
const other = await signUp(app)
beforeAll(async () => {
  workspace = place.workspace.id
  await join(world, place.organization.id, other!.user.id, 'member')
  const rows = Array.from({ length: 60 }, (_, at) =>
    [
      at,
      of(CITIES, at),
      of(['Delhi', 'Kochi'], at),
      of(WEATHER, at),
      of(ZONES, at),
      of(ZONES, at),
      at * 1.5,
      at * 2.25,
    ].join(','),
  )
  const file = ['trip_id,origin_city,destination_city,weather,pickup_zone,dropoff_zone,fare,distance_km', ...rows].join(
    '\n',
  )
  const { status } = await upload(app, owner!, workspace, 'trips.csv', new TextEncoder().encode(file))
  expect(status).toBe(201)
})

type Reply = {
  message_id: string
  conversation_id: string
  status: string
  answer: string
  clarification: { question: string; options: string[] } | null
  readings: OfferedReading[]
  receipt: { credits: number }
}
const ask = async (message: string, conversation_id?: string): Promise<Reply> =>
  (
    await call(app, owner!, 'POST', `/api/workspaces/${workspace}/query-data`, {
      message,
      context: { conversation_id },
    })
  ).body
const balance = async () => (await call(app, owner!, 'GET', '/api/billing/credits')).body
const choose = (id: string, reading: string | null, who = owner!) =>
  call(app, who, 'POST', `/api/messages/${id}/reading`, { reading })

test('a word that names nothing is asked about with what it may stand for, its result and no charge', async () => {
  const before = await balance()
  const { status, clarification, readings, receipt } = await ask('How many rain trips are there?')
  expect({ status, asks: clarification?.question, options: clarification?.options, credits: receipt.credits }).toEqual({
    status: 'clarify',
    asks: '“rain” names nothing here as it is written. What do you mean by it?',
    options: ['Number of trips with weather rainy'],
    credits: 0,
  })
  expect(readings).toMatchObject([{ id: 'a1', first: '15', word: 'rain', means: 'weather is rainy' }])
  expect(await balance()).toEqual(before)
})

test('a reading that is chosen answers in place of the question back, for nothing, and is undone', async () => {
  const { message_id: id, conversation_id } = await ask('How many trips for Delhi?')
  const before = await balance()
  const { status, body } = await choose(id, 'a2')
  const answer = body.answer as Answer
  expect({ status, text: answer.text, by: answer.byChips, ends: answer.status }).toEqual({
    ...{ status: 200, by: 'chosen', ends: 'answered' },
    text: 'Number of trips in Delhi (destination city is Delhi): 30.',
  })
  expect(answer.numbers).toMatchObject([{ text: '30', state: 'bound' }])
  expect(answer.readings?.map(({ id, chosen }) => [id, chosen])).toEqual([
    ['a1', undefined],
    ['a2', true],
  ])
  expect(await balance()).toEqual(before)
  const again = (await choose(id, 'a1')).body.answer as Answer
  expect(again).toMatchObject({ byChips: 'chosen', text: expect.stringContaining('20') })
  // The next question goes on from what is shown.
  const next = await ask('Only for rainy', conversation_id)
  expect(next).toMatchObject({ status: 'answered', queries: [{ sql: expect.stringMatching(/origin_city.*weather/) }] })

  const { body: undone } = await choose(id, null)
  expect(undone.answer).toMatchObject({ status: 'clarify', results: [] })
  expect((await call(app, owner!, 'GET', `/api/messages/${id}`)).body).toMatchObject({ status: 'clarify' })
})

test('readings that give the same are one, and then nothing is asked', async () => {
  const { status, readings, receipt } = await ask('How many trips by zone?')
  expect({ status, readings, credits: receipt.credits }).toEqual({ status: 'answered', readings: [], credits: 1 })
})

test('beside an answer that is only likely stand readings that differ from it and from each other in words', async () => {
  const { answer, readings } = await ask('How many rides cost more than 20?')
  expect(answer).toStartWith('I read the question as: Number of trips with a fare above 20')
  const titles = readings.map(({ title }) => title)
  expect(titles).toContain('Number of trips with a distance km above 20')
  expect(titles).not.toContain('Number of trips with a fare above 20')
  expect(new Set(titles).size).toBe(titles.length)
})

test('what names nothing near is refused by its name, and costs nothing', async () => {
  const before = await balance()
  const { status, answer, readings } = await ask('How many trips cycled there?')
  expect({ status, readings }).toEqual({ status: 'refused', readings: [] })
  expect(answer).toContain('“cycled”')
  expect(await balance()).toEqual(before)
})

test('an order that does not say by what is asked about, with what each gives', async () => {
  const { status, clarification, readings, receipt } = await ask('Which weather is the best?')
  expect({ status, asks: clarification?.question, credits: receipt.credits }).toEqual({
    status: 'clarify',
    asks: '“best” does not say by what. Which one do you mean?',
    credits: 0,
  })
  expect(readings.map(({ title }) => title)).toEqual([
    'Top weather by average fare',
    'Top weather by average distance km',
    'Top weather by number of trips',
  ])
  expect(readings.every(({ first }) => first !== '')).toBe(true)
})

test('an answer that leaves a word out says so and costs nothing', async () => {
  const { status, answer, receipt } = await ask('Average fare of cycled trips by weather')
  if (status === 'answered') expect(answer).toContain('found no place for')
  expect(receipt.credits).toBe(0)
})

test('only whoever asked chooses, and only what is offered', async () => {
  const { message_id: id } = await ask('How many trips for Delhi?')
  expect((await choose(id, 'a1', other!)).status).toBe(404)
  expect((await choose(id, 'a9')).status).toBe(404)
  expect((await choose(id, null)).status).toBe(409)
  expect((await call(app, owner!, 'POST', `/api/messages/${id}/reading`, {})).status).toBe(400)
})

test('what was chosen is proposed for the workspace, and then read so without a question', async () => {
  const { message_id: id } = await ask('What is the average fare of rain trips?')
  await choose(id, 'a1')
  const { status, body } = await call(app, owner!, 'POST', `/api/messages/${id}/proposal`, { from: 'reading' })
  expect([status, body]).toMatchObject([201, { name: 'rain', content: { meaning: 'weather is rainy' } }])
  const decision = { version_id: body.version_id, approve: true, reason: '' }
  const path = `/api/workspaces/${workspace}/definitions/${body.id}/decision`
  expect((await call(app, owner!, 'POST', path, decision)).status).toBe(200)
  const after = await ask('How many rain trips are there?')
  expect(after).toMatchObject({ status: 'answered', receipt: { credits: 1 } })
  expect(after.answer).toContain('15')
  expect(after.answer).toContain('Here “rain” means weather is rainy.')
})
