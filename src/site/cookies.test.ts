import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { form, signUp } from '../../tests/support/people.ts'
import { testApp } from '../../tests/support/world.ts'

/** The Cookie Policy is held true: whatever the code keeps in a browser stands in it, and nothing else does. */
const ROOT = join(import.meta.dir, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sources = [...new Bun.Glob('{src,islands}/**/*.{ts,tsx}').scanSync({ cwd: ROOT })]
  .filter((file) => !/\.test\.tsx?$/.test(file) && file !== 'islands/build.ts')
  .map((file) => ({ file, text: read(file) }))

/** Names in the first column of the tables. */
const listed = [...read('docs/legal/cookies.md').matchAll(/^\| (`[^|]+`) \|/gm)]
  .flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
  .sort()

/** Names whose place in the code is a variable: the function that keeps them, and what it is called with. */
const VARIABLE: Record<string, string[]> = {
  'src/auth/second-factor.ts cookie': ['tabletalk.second_step', 'tabletalk.trusted_browser'],
}

const constant = (text: string, name: string) =>
  new RegExp(`const ${name}(?:: \\w+)? = (?:\\([^)]*\\) => )?(['"\`])(.+?)\\1\\s*$`, 'm').exec(text)?.[2]

/** What an expression in the code comes to, with … for what changes. */
function nameOf(expression: string, { file, text }: (typeof sources)[number]): string[] {
  const variable = VARIABLE[`${file} ${expression}`]
  if (variable) return variable
  const [, identifier, rest] = /^(\w+)(\(.*\)?| \+ \w+)?$/.exec(expression) ?? []
  const literal = /^['"`](.*)['"`]$/.exec(expression)?.[1]
  const found =
    literal ??
    constant(text, identifier ?? '') ??
    sources.map((it) => constant(it.text, `${identifier}`)).find((it) => it !== undefined)
  if (found === undefined) throw new Error(`${file}: cannot tell what ${expression} comes to`)
  // What stands before the name on HTTPS is told in a sentence.
  const plain = found.replace(/^\$\{isSecure[^}]*\}/, '')
  return [plain.replace(/\$\{[^}]*\}.*$/, '…') + (rest?.startsWith(' +') ? '…' : '')]
}

const SETTERS = [
  /\bsetCookie\(\s*c,\s*([\w.]+\([^)]*\)|[^,]+),/g,
  /\b(?:\w*Storage|place)\.setItem\(([\w.]+\([^)]*\)|[^,]+),/g,
  /\bstore\('\w+Storage', ([\w.]+\([^)]*\)|[^,]+),/g,
  /\bisFirst\((`[^`]*`)\)/g,
]

test('the Cookie Policy lists what the code keeps in a browser, and nothing else', () => {
  // That file keeps what its callers name.
  const named = sources.filter(({ file }) => file !== 'islands/kit/stored.ts')
  const kept = named.flatMap((source) =>
    SETTERS.flatMap((setter) => [...source.text.matchAll(setter)].flatMap(([, name]) => nameOf(name!.trim(), source))),
  )
  const own = [...VARIABLE['src/auth/second-factor.ts cookie']!, 'tabletalk.session_token', 'tabletalk.dont_remember']
  expect([...new Set([...kept, ...own])].sort()).toEqual(listed)
})

test('cookies are set in no other way than those that the list was made from', () => {
  const raw = sources.filter(({ text }) =>
    /Set-Cookie'|Max-Age=\$|\bserialize\b.*'hono\/utils\/cookie'|document, 'cookie'|document\.cookie =/.test(text),
  )
  expect(raw.map(({ file }) => file).sort()).toEqual([
    'islands/kit/track.ts',
    'src/auth/api.ts',
    'src/auth/second-factor.ts',
    // These pass on the cookies of a session.
    'src/profile/api.ts',
    'src/profile/routes.tsx',
  ])
  expect(sources.filter(({ text }) => /\bindexedDB\b|caches\.open\(/.test(text))).toEqual([])
})

test('signing in sets the cookies of the session that the list names', async () => {
  const app = await testApp()
  const { user, password } = await signUp(app)
  const answer = await app.request('/login', form({ email: user.email, password }))
  const names = answer.headers.getSetCookie().map((line) => line.split('=')[0]!)
  expect(names.sort()).toEqual(['tabletalk.dont_remember', 'tabletalk.session_token'])
  for (const name of names) expect(listed).toContain(name)
})
