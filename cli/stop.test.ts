import { expect, test } from 'bun:test'
import { TIMEOUTS } from '#outside/model-fetch.ts'
import { commandLine } from '../tests/support/command-line.ts'
import { scriptedModels, startModelServer } from '../tests/support/model-server.ts'
import { newPlace, signUp } from '../tests/support/people.ts'
import { testApp, testWorld } from '../tests/support/world.ts'

test('Ctrl-C stops the answer on the server and costs nothing', async () => {
  const model = await startModelServer(() => ({ stall: 'Let me think' }))
  const world = { ...(await testWorld()), models: scriptedModels(model, 'chat', TIMEOUTS) }
  const app = await testApp(world)
  const person = await signUp(app)
  const cli = await commandLine(person, world)
  try {
    const { workspace } = await newPlace(app, person)
    const asking = cli.start(['ask', 'How many orders?', '-w', workspace.id])
    while (model.requests.length === 0) await Bun.sleep(20)
    asking.kill('SIGINT')
    expect(await asking.exited).toBe(130)
    expect(await new Response(asking.stderr).text()).toContain('Stopping …')

    const path = `/api/workspaces/${workspace.id}/agent-history`
    const status = async () => {
      const [conversation] = (await (await app.request(path, { headers: person.headers })).json()) as {
        messages: { status: string }[]
      }[]
      return conversation?.messages.at(-1)?.status
    }
    while ((await status()) === 'running') await Bun.sleep(50)
    expect(await status()).toBe('stopped')
    const balance = await app.request('/api/credits/balance', { headers: person.headers })
    expect(await balance.json()).toMatchObject({ balance: 25, held: 0 })
  } finally {
    await cli.close()
    await model.stop()
  }
})
