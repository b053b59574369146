import { expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MUTANTS } from './support/mutants-list.ts'

/** Documents that lead through the code. Decisions tell of their time and may name what has gone. */
const ROOT = join(import.meta.dir, '..')
const MAPS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/modules.md',
  'docs/new-module.md',
  'docs/identity.md',
  'docs/style.md',
  'docs/tests.md',
  'docs/walks.md',
]
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const isPath = (code: string) =>
  /^(?:src|islands|cli|drizzle|public|tests|bench|eval|docs)\/[\w./-]*$|^[\w-]+\.(?:ts|json|toml)$/.test(code)

test.each(MAPS)('%s names only files that exist', (map) => {
  const named = [...read(map).matchAll(/`([^`\s]+)`/g)]
    .map(([, code]) => code!)
    .filter((code) => isPath(code) && code.includes('/'))
  const linked = [...read(map).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target]) => join(map, '..', target!))
  const missing = [...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))
  expect(missing).toEqual([])
})

test.each(MAPS)('%s names only scripts that exist', (map) => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const named = [...read(map).matchAll(/bun(?:@[\d.]+)? run ([\w:-]+)/g)].map(([, name]) => name!)
  expect(named.filter((name) => !scripts.includes(name))).toEqual([])
})

test('names of code in the walks are declared in the file that is named before them', () => {
  const missing: string[] = []
  for (const line of read('docs/walks.md').split('\n')) {
    let file = ''
    for (const [, code] of line.matchAll(/`([^`]+)`/g))
      if (isPath(code!)) file = code!
      else if (
        /^\w+$/.test(code!) &&
        file &&
        statSync(join(ROOT, file)).isFile() &&
        !new RegExp(`\\b(?:function|const|type) ${code}\\b`).test(read(file))
      )
        missing.push(`${file}: ${code}`)
  }
  expect(missing).toEqual([])
})

test('what the recipe of a new module imports exists', () => {
  const written = new Map(
    [...read('docs/new-module.md').matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]+?)^```/gm)].map(([, file, text]) => [
      file!,
      text!,
    ]),
  )
  const missing: string[] = []
  for (const [file, text] of written)
    for (const [, names, target] of text.matchAll(/^import (?:type )?(?:\{ (.+) \}|\* as \w+) from '([#.].+)'$/gm)) {
      const from = target!.startsWith('#') ? target!.replace('#', 'src/') : join(file, '..', target!)
      const found = written.get(from) ?? (existsSync(join(ROOT, from)) ? read(from) : null)
      if (found === null) missing.push(`${file}: ${from}`)
      else if (!from.endsWith('/index.ts'))
        for (const name of names?.split(', ') ?? [])
          if (!new RegExp(`^export .*\\b${name.replace('type ', '')}\\b`, 'm').test(found))
            missing.push(`${file}: ${name} of ${from}`)
    }
  expect(written.size).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

test('every small mistake of the mutation run can still be made', () => {
  const lost = MUTANTS.filter(({ file, from }) => read(`src/${file}`).split(from).length !== 2)
  expect(lost.map(({ file, from }) => `${file}: ${from}`)).toEqual([])
  expect([...new Set(MUTANTS.flatMap(({ tests }) => tests))].filter((file) => !existsSync(join(ROOT, file)))).toEqual(
    [],
  )
})
