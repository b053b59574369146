import { beforeAll, describe, expect, test } from 'bun:test'
import * as chat from '#chat/ask.ts'
import { answerOf } from '#chat/messages.ts'
import type { Models } from '#outside/models.ts'
import { SEAL } from '../../tests/support/model-formats.ts'
import { type ScriptedTurn, startModelServer, USAGE } from '../../tests/support/model-server.ts'
import { newTeam, workspaceCtx } from '../../tests/support/people.ts'
import { modelsAt, NAME, PROVIDERS } from '../../tests/support/providers.ts'
import { upload } from '../../tests/support/upload.ts'
import { testWorld } from '../../tests/support/world.ts'

// On the embedded database only: it is about what is sent to providers and what comes back.

const { app, owner, place } = await newTeam()
const workspace = place.workspace.id
beforeAll(async () => {
  expect((await upload(app, owner, workspace, 'orders.csv', 'id,region\n1,North\n2,South\n')).status).toBe(201)
})

async function ask(models: Models, message: string, conversationId: string | null = null) {
  const ctx = await workspaceCtx({ ...(await testWorld()), models }, owner.user.id, workspace)
  const asked = await chat.ask(ctx, { message, conversationId })
  await asked.done
  return { ...(await answerOf(ctx, asked.messageId)), conversationId: asked.conversationId }
}

const sql = 'select count(*) as n from orders'
const LOOKS: ScriptedTurn[] = [
  { call: 'run_sql', input: { title: 'Grüße', sql, source: 'workspace' }, think: 'They want a count.' },
  { say: ['There are ', '2 orders.'], think: 'It is two.' },
]

describe.each(PROVIDERS)('$api with $key', (provider) => {
  const { path, header } = provider

  test('answers by calling tools', async () => {
    const server = await startModelServer([{ status: 529 }, { status: 429, headers: { 'retry-after': '0' } }, ...LOOKS])
    const { status, error, text, receipt } = await ask(modelsAt(provider, server.url), 'How many orders – Zürich?')
    expect({ status, error, text }).toEqual({ status: 'answered', error: null, text: 'There are 2 orders.' })
    const { input, output, cached } = USAGE
    expect(receipt).toMatchObject({
      model: NAME,
      input_tokens: 2 * input,
      output_tokens: 2 * output,
      cached_input_tokens: 2 * cached,
    })
    expect(server.requests.map(({ path }) => path)).toEqual([path, path, path, path])
    const [first, second] = server.requests.slice(2)
    const [name, value] = header
    expect(first!.headers[name]).toEqual(value instanceof RegExp ? expect.stringMatching(value) : value)
    expect(first!.tools).toContain('run_sql')
    expect(JSON.stringify(first!.body)).toContain('Zürich')
    expect(JSON.stringify(second!.body)).toContain('Grüße')
  })

  test('is sent back what it thought, by itself alone', async () => {
    const tellsThoughts = !/chat/.test(provider.api)
    const server = await startModelServer([...LOOKS, { say: 'Still 2.' }])
    const models = modelsAt(provider, server.url)
    const first = await ask(models, 'How many orders?')
    const thoughts = first.steps.filter(({ tool }) => tool === 'think')
    expect(thoughts.map(({ title, state, note, thoughts }) => [title, state, note, thoughts])).toEqual(
      tellsThoughts
        ? [
            ['Thought', 'done', undefined, true],
            ['Thought', 'done', undefined, true],
          ]
        : [],
    )
    expect(JSON.stringify(first)).not.toContain('They want')
    await ask(models, 'Sure?', first.conversationId)
    const [, second, third] = server.requests.map(({ body }) => JSON.stringify(body))
    // Each request begins with what the provider has read before.
    const [, before, after] = server.requests.map(({ body }) =>
      JSON.stringify(body.messages ?? body.input ?? body.contents),
    )
    expect(after!.startsWith(before!.slice(0, -1))).toBe(true)
    // Google signs the call, the others the thought.
    for (const request of [second, third])
      for (const back of provider.api === 'google' ? [SEAL] : ['They want a count.', SEAL])
        expect(request!.includes(back)).toBe(tellsThoughts)
    // Another model is told what was said and done, and nothing of what was thought.
    const other = await startModelServer([{ say: 'Yes, 2.' }])
    const stranger = provider.api === 'anthropic' ? PROVIDERS[0]! : PROVIDERS[2]!
    expect(await ask(modelsAt(stranger, other.url), 'Really?', first.conversationId)).toMatchObject({
      status: 'answered',
    })
    const told = JSON.stringify(other.requests[0]!.body)
    expect(told).toContain('run_sql')
    expect(told).not.toContain('They want')
    expect(told).not.toContain(SEAL)
    expect(told).not.toContain('tabletalk"')
  })
})

test.each([
  ['eu.anthropic.claude-sonnet-4-5-20250929-v1:0', true, true],
  ['anthropic.claude-3-7-sonnet-20250219-v1:0', true, true],
  ['us-gov.anthropic.claude-3-5-haiku-20241022-v1:0', true, true],
  ['amazon.nova-pro-v1:0', true, false],
  ['anthropic.claude-3-haiku-20240307-v1:0', false, false],
  ['meta.llama4-scout-17b-instruct-v1:0', false, false],
  ['mistral.pixtral-large-2502-v1:0', false, false],
  ['arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/abc', false, false],
])('Bedrock is asked to keep what %s can keep', async (name, instructions, talk) => {
  const server = await startModelServer(LOOKS)
  const bedrock = PROVIDERS.find(({ api }) => api === 'bedrock')!
  expect((await ask(modelsAt(bedrock, server.url, { name }), 'How many orders?')).status).toBe('answered')
  for (const { body } of server.requests) {
    const { system, messages } = body as { system: object[]; messages: { content: object[] }[] }
    const points = (content: object[]) => content.map((part) => 'cachePoint' in part)
    expect(points(system)).toEqual(instructions ? [false, true] : [false])
    expect(points(messages.at(-1)!.content).at(-1)).toBe(talk)
    expect(messages.slice(0, -1).flatMap(({ content }) => points(content))).not.toContain(true)
  }
})
