import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { testApp } from './support/world.ts'

/**
 * The whole route table with its guards, kept as a golden file: that file is the security review. After a deliberate change run
 * `UPDATE_GOLDEN=1 bun test tests/routes.test.ts` and read the difference.
 */
const GOLDEN = join(import.meta.dir, 'golden/routes.txt')

test('the route table is the golden one', async () => {
  const app = await testApp()
  const lines = app.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => `${route.method.padEnd(7)}${route.path.padEnd(48)} ${route.handler.name}`)
    .sort((a, b) => (a.slice(7) < b.slice(7) ? -1 : 1))
  const table = `${lines.join('\n')}\n`
  if (process.env.UPDATE_GOLDEN) await Bun.write(GOLDEN, table)
  expect(table).toBe(await Bun.file(GOLDEN).text())
})

test('every route stands under a guard that names itself', async () => {
  const app = await testApp()
  const bare = app.routes.filter((route) => route.method !== 'ALL' && !/^[\w ]+ -> \S/.test(route.handler.name))
  expect(bare.map((route) => `${route.method} ${route.path} ${route.handler.name}`)).toEqual([])
})

test('no route stands behind another that takes its requests', async () => {
  const app = await testApp()
  const hidden = app.routes
    .filter((route) => route.method !== 'ALL')
    .filter(({ method, path, handler }) => {
      const address = path.replace(/:\w+\{(\w+)[^}]*\}/g, '$10').replace(/:\w+/g, 'anything')
      const [found] = app.router.match(method, address) as unknown as [[[{ name: string }, unknown], unknown][]]
      return found.map(([[it]]) => it).find((it) => it.name.includes(' -> ')) !== handler
    })
  expect(hidden.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
