import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { PREVIEW_ENGINES } from '#connections/rules/connection.ts'

/** The order of modules: a file imports only from its own module or from modules to the left of it. docs/modules.md explains it. */
const ORDER =
  'base config db outside ctx urls records ui web auth organizations billing workspaces notifications sharing catalog files connections definitions agents query comments analyst chat canvases reruns watches mcp evaluations profile admin site world jobs rotate-secrets app seed server main'.split(
    ' ',
  )
/** Root files that stand at the place of a module in the order: mounted by app, import anything left of it. */
const ALIASES: Record<string, string> = { health: 'site' }
const ROOT = join(import.meta.dir, '..')

type Import = { from: string; to: string; typeOnly: boolean; text: string }

const files = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].filter((file) => !file.includes('node_modules')).sort()
const source = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

/** Every import and re-export of a file with its target as a path of the repository; packages keep their name. */
function importsOf(file: string): Import[] {
  const found: Import[] = []
  const statement = /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  const text = source(file)
  for (const [match, , type, target] of text.matchAll(statement))
    found.push({ from: file, to: resolveImport(file, target!), typeOnly: Boolean(type), text: match.trim() })
  for (const [match, target] of text.matchAll(dynamic))
    found.push({ from: file, to: resolveImport(file, target!), typeOnly: false, text: match })
  return found
}

function resolveImport(file: string, target: string): string {
  if (target.startsWith('#')) return join('src', target.slice(1))
  if (target.startsWith('.')) return normalize(join(dirname(file), target))
  return target
}

/** Module of a file below src: its folder, or its own name for root files. */
function moduleOf(path: string): string {
  const name = relative('src', path)
    .split('/')[0]!
    .replace(/\.tsx?$/, '')
  return ALIASES[name] ?? name
}

const product = files('src/**/*.{ts,tsx}').filter((file) => !isTest(file))
const imports = product.flatMap(importsOf)
/** Packages that rules may use: they compute or hold data, and reach nothing. */
const COMPUTES =
  /^(zod$|echarts\/|topojson-client$|world-atlas\/|us-atlas\/|@svg-maps\/|iso-3166$|i18n-iso-countries\/|i18n-nationality\/)/
const inRules = (path: string) => /^src\/[\w-]+\/rules\//.test(path)

describe('the order of modules', () => {
  test('every module has its place', () => {
    expect([...new Set(product.map(moduleOf))].filter((name) => !ORDER.includes(name))).toEqual([])
  })

  test('docs/modules.md names this order', () => {
    expect(/```\n(.*)\n```/.exec(source('docs/modules.md'))?.[1]?.split(' ')).toEqual(ORDER)
    expect(ORDER.filter((name) => !product.some((file) => moduleOf(file) === name))).toEqual([])
  })

  test('modules import only to the left', () => {
    const wrong = imports.filter((it) => {
      if (!it.to.startsWith('src/')) return false
      // A type from the rules of a module, or from ctx, says what something is and brings no code along.
      if (it.typeOnly && (inRules(it.to) || it.to === 'src/ctx.ts')) return false
      return ORDER.indexOf(moduleOf(it.to)) > ORDER.indexOf(moduleOf(it.from))
    })
    expect(wrong.map((it) => `${it.from}: ${it.text}`)).toEqual([])
  })

  test('islands and the command line import only rules, base and addresses of src', () => {
    const outside = [...files('islands/**/*.{ts,tsx}'), ...files('cli/**/*.ts')].filter(
      (file) => !isTest(file) && file !== 'islands/build.ts',
    )
    const wrong = outside.flatMap(importsOf).filter((it) => {
      if (!it.to.startsWith('src/')) return false
      return !(inRules(it.to) || it.to.startsWith('src/base/') || it.to === 'src/urls.ts')
    })
    expect(wrong.map((it) => `${it.from}: ${it.text}`)).toEqual([])
  })
})

describe('the layers of a module', () => {
  test('rules are pure: they import rules and base only, and know no time, chance or input', () => {
    const rules = product.filter(inRules)
    const wrongImports = rules
      .flatMap(importsOf)
      .filter((it) => !it.typeOnly && !inRules(it.to) && !it.to.startsWith('src/base/') && !COMPUTES.test(it.to))
      .map((it) => `${it.from}: ${it.text}`)
    const impure = rules.filter((file) =>
      /Date\.now\(|new Date\(\)|Math\.random|process\.|Bun\.|await fetch|console\./.test(withoutComments(source(file))),
    )
    expect({ wrongImports, impure }).toEqual({ wrongImports: [], impure: [] })
  })

  test('pages never ask the database', () => {
    const wrong = imports.filter(
      (it) => it.from.includes('/pages/') && /^src\/db\/|drizzle/.test(it.to) && !it.typeOnly,
    )
    expect(wrong.map((it) => `${it.from}: ${it.text}`)).toEqual([])
  })

  test('routes read, do and answer: the database is for operations', () => {
    const wrong = imports.filter((it) => /\/routes\.tsx?$/.test(it.from) && /^src\/db\/schema|^drizzle-orm/.test(it.to))
    expect(wrong.map((it) => `${it.from}: ${it.text}`)).toEqual([])
  })

  test('rules and operations do not know pages or routes', () => {
    const wrong = imports.filter(
      (it) =>
        /\/(routes\.tsx?|pages\/)/.test(it.to) &&
        it.to.startsWith('src/') &&
        !/\/routes\.tsx?$|\/pages\/|^src\/app/.test(it.from),
    )
    expect(wrong.map((it) => `${it.from}: ${it.text}`)).toEqual([])
  })
})

test('the drivers of previews are loaded on demand only: nothing imports them at its start', () => {
  const previews = new RegExp(`/drivers/(${PREVIEW_ENGINES.join('|')})/`)
  const wrong = imports.filter(
    ({ from, to, text }) => previews.test(to) && !previews.test(from) && !text.startsWith('import('),
  )
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  expect(imports.filter(({ from, to }) => previews.test(to) && !previews.test(from))).toHaveLength(
    PREVIEW_ENGINES.length,
  )
})

test('the clients of model providers are loaded when a model is asked, and only in one place', () => {
  const clients = imports.filter(({ to }) => /^@ai-sdk\/(?!provider$)/.test(to))
  expect(clients.map(({ from, to, text }) => [from, to, text.startsWith('import(')])).toEqual(
    ['anthropic', 'google', 'amazon-bedrock', 'openai', 'azure'].map((name) => [
      'src/outside/model-interfaces.ts',
      `@ai-sdk/${name}`,
      true,
    ]),
  )
})

test('there are no import circles', () => {
  const graph = new Map(product.map((file) => [file, [] as string[]]))
  for (const it of imports) if (graph.has(it.to)) graph.get(it.from)!.push(it.to)
  const circles: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      return
    }
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    state.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  expect(circles).toEqual([])
})

test('better-auth stands behind auth/identity.ts', () => {
  const importing = imports.filter((it) => it.to.startsWith('better-auth')).map((it) => it.from)
  expect([...new Set(importing)]).toEqual(['src/auth/identity.ts'])
})

test('the built-in analyst is known as a language model, and by the questions to start with', () => {
  const isInside = (path: string) => /^src\/analyst\/(?:built-in|planner)\//.test(path)
  const used = imports.filter((it) => isInside(it.to) && !isInside(it.from)).map((it) => it.to)
  expect([...new Set(used)].sort()).toEqual(['src/analyst/built-in/model.ts', 'src/analyst/built-in/starters.ts'])
})

test('the environment is read in config.ts only', () => {
  const readers = product.filter((file) =>
    /process\.env|Bun\.env|import\.meta\.env/.test(withoutComments(source(file))),
  )
  expect(readers).toEqual(['src/config.ts'])
})

test('every island file is React and says so', () => {
  const without = files('islands/**/*.tsx').filter((file) => !source(file).startsWith('/** @jsxImportSource react */'))
  const elsewhere = [...product, ...files('cli/**/*.ts')].filter((file) =>
    source(file).includes('@jsxImportSource react'),
  )
  expect({ without, elsewhere }).toEqual({ without: [], elsewhere: [] })
})

test('no file is named for what it is not', () => {
  const vague = files('{src,islands,cli}/**/*').filter((file) =>
    /(utils?|helpers?|common|services?|manager)(\.|\/|-)/.test(file),
  )
  const notKebab = files('{src,islands,cli,tests,bench,eval}/**/*.{ts,tsx}').filter(
    (file) => !/^[a-z0-9/.-]+$/.test(file),
  )
  expect({ vague, notKebab }).toEqual({ vague: [], notKebab: [] })
})

test('no work is left marked in the code, no check is switched off', () => {
  const marks =
    /\b(TODO|FIXME|XXX)\b|test\.(skip|todo|only)\b|it\.skip|describe\.(skip|only)\b|\bas any\b|@ts-(ignore|nocheck)|biome-ignore/
  const marked = files('{src,islands,cli,tests,bench,eval}/**/*.{ts,tsx}').filter(
    (file) => file !== 'tests/architecture.test.ts' && marks.test(source(file)),
  )
  expect(marked).toEqual([])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
