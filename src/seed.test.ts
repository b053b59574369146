import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { newDataFolder } from '../tests/support/data-folder.ts'
import { SECRETS } from '../tests/support/secrets.ts'

async function seed(env: Record<string, string>) {
  const { PATH, HOME } = process.env as Record<string, string>
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'seed.ts')], {
    env: { PATH: PATH!, HOME: HOME!, LOG_LEVEL: 'warn', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, errors, code }
}

test('fills a new data folder once, and never a production', async () => {
  const folder = await newDataFolder()
  const first = await seed({ DATA_DIR: folder })
  expect(first).toMatchObject({ errors: '', code: 0 })
  expect(first.out).toContain('asha@example.com  Asha Rao, owner')
  const second = await seed({ DATA_DIR: folder })
  expect(second).toMatchObject({ out: '', code: 75 })
  expect(second.errors).toBe('asha@example.com is there already. Choose another DATA_DIR to begin anew.\n')
  const secrets = { AUTH_SECRET: SECRETS.AUTH_SECRET, SECRET_KEYS: `new:${SECRETS['newest of SECRET_KEYS']}` }
  const live = await seed({ DATA_DIR: folder, NODE_ENV: 'production', BASE_URL: 'https://tables.example', ...secrets })
  expect(live).toMatchObject({
    out: '',
    errors: 'Example people have a known password: they are not for production.\n',
  })
})
