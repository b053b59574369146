import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '../support/debian.ts'
import { docker } from '../support/docker.ts'

/**
 * The image that the Dockerfile makes, and the compose file, on the Docker engine of this machine. `bun run test:image` alone runs this:
 * building takes minutes.
 */
const ROOT = join(import.meta.dir, '../..')
const TAG = 'tabletalk-image-test'
const MOST_BYTES = 400_000_000
/** What one run makes is removed by this name. */
const name = `tabletalk-test-${process.pid}`

/** The text of an address as soon as it answers with success. The end of the test is the end of waiting. */
async function answered(url: string): Promise<string> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return response.text()
    await Bun.sleep(200)
  }
}

async function expectProduct(address: string): Promise<void> {
  expect(JSON.parse(await answered(`${address}/readyz`))).toEqual({ status: 'ready' })
  const page = await answered(`${address}/`)
  expect(page).toContain('<h1')
  const script = /<script[^>]+src="([^"]+)"/.exec(page)![1]!
  expect(await answered(new URL(script, address).href)).not.toBe('')
}

beforeAll(() => docker(['build', '--tag', TAG, ROOT]), 1_800_000)
afterAll(() => docker(['image', 'rm', '--force', TAG]), 60_000)

test('the image is small, and nothing in it runs as root', async () => {
  expect(Number(await docker(['image', 'inspect', '--format', '{{.Size}}', TAG]))).toBeLessThan(MOST_BYTES)
  expect(await docker(['run', '--rm', TAG, 'id', '-un'])).toBe('bun')
})

test('a container answers, keeps its data and is healthy', async () => {
  const port = await freePort()
  const secret = `AUTH_SECRET=${crypto.randomUUID()}`
  await docker(['run', '--detach', '--name', name, '--publish', `127.0.0.1:${port}:3000`, '--env', secret, TAG])
  try {
    await expectProduct(`http://127.0.0.1:${port}`)
    const [, ...check] = JSON.parse(
      await docker(['image', 'inspect', '--format', '{{json .Config.Healthcheck.Test}}', TAG]),
    )
    await docker(['exec', name, ...check])
    await docker(['restart', name])
    await expectProduct(`http://127.0.0.1:${port}`)
  } finally {
    await docker(['rm', '--force', '--volumes', name])
  }
})

test('the compose file starts the product with its database, bucket and mails', async () => {
  const port = await freePort()
  const env = { PORT: `${port}`, MAIL_PORT: `${await freePort()}` }
  const compose = (...words: string[]) =>
    docker(['compose', '--project-directory', ROOT, '--project-name', name, ...words], env)
  try {
    await compose('up', '--build', '--detach')
    await expectProduct(`http://127.0.0.1:${port}`)
  } finally {
    await compose('down', '--volumes', '--rmi', 'local')
  }
})
