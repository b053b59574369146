import { beforeAll, describe, expect, test } from 'bun:test'
import { voiceOf } from '#analyst/models.ts'
import * as chat from '#chat/ask.ts'
import { answerOf } from '#chat/messages.ts'
import { createHealth } from '#outside/model-health.ts'
import type { Models } from '#outside/models.ts'
import { DEFAULT_XAI, type XaiConfig } from '#records/rules/xai.ts'
import { type ScriptedTurn, SHORT_TIMEOUTS, startModelServer } from '../../../tests/support/model-server.ts'
import { newTeam, workspaceCtx } from '../../../tests/support/people.ts'
import { configurationOf, LOCAL, modelsAt, PROVIDERS } from '../../../tests/support/providers.ts'
import { look } from '../../../tests/support/secrets.ts'
import { upload } from '../../../tests/support/upload.ts'
import { testWorld } from '../../../tests/support/world.ts'
import * as tester from './test.ts'

// On the embedded database only: it is about what providers answer, and what people are told of it.

const { app, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  expect((await upload(app, owner, workspace, 'orders.csv', 'id,region\n1,North\n2,South\n')).status).toBe(201)
})

async function ask(models: Models) {
  const ctx = await workspaceCtx({ ...(await testWorld()), models }, owner.user.id, workspace)
  const asked = await chat.ask(ctx, { message: 'How many orders?', conversationId: null })
  await asked.done
  const answer = await answerOf(ctx, asked.messageId)
  look(JSON.stringify(answer), 'an answer')
  return answer
}

/**
 * What a provider does with every request; what the person reads; the step of the live test that fails, and what it says; how often the
 * provider is asked, and whether a second one answers instead.
 */
type Case = [
  what: string,
  turn: ScriptedTurn,
  words: RegExp,
  step: [name: string, note: RegExp],
  tries: number,
  falls: boolean,
]
const KEY = /refused our key/
const BUSY = /is overloaded or out of quota/
const SILENT = /did not answer in time/
const RULES = /by rules of its own/
const CASES: Case[] = [
  ['refuses the key', { status: 401 }, KEY, ['Key', /refused the key \(401\)/], 1, false],
  ['forbids the model', { status: 403 }, KEY, ['Key', /refused the key \(403\)/], 1, false],
  ['knows no such model', { status: 404 }, /does not exist/, ['Model', /no such model .*\(404\)/], 1, false],
  ['is asked too often', { status: 429, headers: { 'retry-after': '0' } }, BUSY, ['Answer', /too often/], 3, true],
  ['wants an hour', { status: 429, headers: { 'retry-after': '3600' } }, BUSY, ['Answer', /too often/], 1, true],
  ['fails', { status: 500 }, /The model failed/, ['Answer', /server failed \(500\)/], 3, true],
  ['is overloaded', { status: 529 }, BUSY, ['Answer', /overloaded.*\(529\)/], 3, true],
  ['says so in its stream', { overloaded: true }, BUSY, ['Answer', /server is overloaded/], 1, true],
  ['is behind a broken gateway', { status: 502, body: '<h1>Bad' }, /failed/, ['Answer', /failed \(502\)/], 3, true],
  ['sends what cannot be read', { garbage: '<html>' }, /could not be read/, ['Answer', /could not be read/], 1, true],
  ['loses the connection', { cut: 'There' }, /broke off/, ['Answer', /broke (the connection )?off/], 1, false],
  ['never answers', { hang: true }, SILENT, ['Answer', SILENT], 1, true],
  ['falls silent', { stall: 'There' }, SILENT, ['Answer', SILENT], 1, false],
  ['finds it too long', { refuses: 'tooLong' }, /too long for the model/, ['Answer', /too long/], 1, false],
  ['lets no model answer this', { refuses: 'filtered' }, RULES, ['Answer', /lets the model answer no such/], 1, false],
  ['lets the model say nothing', { filtered: '' }, RULES, ['Answer', RULES], 1, false],
  ['lets the model say no more', { filtered: 'There' }, RULES, ['Answer', RULES], 1, false],
]

const change = (turn: ScriptedTurn): Partial<XaiConfig> =>
  'hang' in turn || 'stall' in turn ? { limits: { ...DEFAULT_XAI.limits, silence: 0.3 } } : {}
/** What happened is read from a provider's answer in one place, which the live test asks of each provider: a chat asks them in turn. */
const inTurn = (at: number) => PROVIDERS[at % PROVIDERS.length]!

describe.each(PROVIDERS)('$api by $header.0', (provider) => {
  // Where a second one helps nobody, the same is told with one, below.
  test.each(CASES.filter(([, , , , , falls], at) => falls && inTurn(at) === provider))(
    '%s: told to whoever asks',
    async (_, turn, words, _step, tries) => {
      const server = await startModelServer(() => turn)
      const { status, error, receipt } = await ask(modelsAt(provider, server.url, change(turn)))
      expect(error).toMatch(words)
      expect(status).toBe('failed')
      expect(receipt?.credits).toBe(0)
      expect(server.requests).toHaveLength(tries)
    },
  )

  test.each(CASES)('%s: told to admins by the live test', async (_, turn, _words, [name, note]) => {
    const server = await startModelServer(() => turn)
    const outcome = await tester.test(
      configurationOf(provider, server.url, change(turn)),
      'model',
      LOCAL,
      SHORT_TIMEOUTS,
    )
    look(JSON.stringify(outcome), 'a live test')
    expect(outcome.ok).toBe(false)
    expect(outcome.steps.find(({ state }) => state === 'fail')).toMatchObject({
      // Who cuts it early is told by the client of the network, else by that of the interface.
      name: 'cut' in turn ? expect.stringMatching(/Answer|Connection/) : name,
      note: expect.stringMatching(note),
    })
  })

  test.each(CASES.filter((_, at) => inTurn(at) === provider))(
    '%s: a second provider answers where that helps',
    async (_, turn, words, _step, tries, falls) => {
      const [first, second] = [
        await startModelServer(() => turn),
        await startModelServer([{ say: 'The second one says this.' }]),
      ]
      const models = modelsAt(provider, first.url, change(turn))
      const other = { ...DEFAULT_XAI.fallback, preset: 'anthropic' as const, address: second.url, name: 'the-second' }
      const now = configurationOf(provider, first.url, { fallback: other })
      const voice = voiceOf(now, 'fallback', LOCAL, SHORT_TIMEOUTS)!
      const health = createHealth()
      const { text, error, status, receipt } = await ask({ ...models, fallback: { ...voice, health } })
      if (falls) expect(text).toBe('The second one says this.')
      else {
        expect(error).toMatch(words)
        expect([status, receipt?.credits]).toEqual([words === RULES ? 'refused' : 'failed', 0])
      }
      expect(first.requests).toHaveLength(tries)
      expect(second.requests).toHaveLength(falls ? 1 : 0)
      expect(health.failures).toBe(falls ? 1 : 0)
    },
  )
})
