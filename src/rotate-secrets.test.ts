import { afterAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newDataFolder } from '../tests/support/data-folder.ts'
import { look, SECRETS } from '../tests/support/secrets.ts'

const dir = await newDataFolder()
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function run(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'rotate-secrets.ts')], {
    env: { PATH: process.env.PATH!, DATA_DIR: dir, LOG_LEVEL: 'silent', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  look(`${out}${err}`, 'rotate-secrets')
  return { code: await child.exited, out, err }
}

test('the command says with which key everything is sealed, and no key itself', async () => {
  const key = SECRETS['newest of SECRET_KEYS']
  expect(await run({ SECRET_KEYS: `2026b:${key}` })).toEqual({
    code: 0,
    out: '0 secrets were sealed anew; all that can be opened are sealed with the key "2026b".\n',
    err: '',
  })
  const wrong = await run({ SECRET_KEYS: 'short:key' })
  expect([wrong.code, wrong.out]).toEqual([78, ''])
  expect(wrong.err).toContain('SECRET_KEYS: the key "short" must have at least 32 characters')
})
