import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bundleChildren } from '../src/outside/child-bundle.ts'

/**
 * Builds everything browsers load into public/islands: one bundle per island, one shared React chunk, the boot script, the style
 * sheet, fonts and images; every name carries a hash of its content, texts lie compressed beside the plain file.
 */
const ROOT = join(import.meta.dir, '..')
const PUBLIC = join(ROOT, 'public')
const OUT = join(PUBLIC, 'islands')
const ENTRY = join(import.meta.dir, 'boot.ts')
const STYLES = 'public/app.css'
/** Self-hosted fonts, cut to what the interface uses: see public/fonts/LICENSE.txt. */
const FONTS = ['inter-latin.woff2', 'inter-latin-ext.woff2', 'inter-currency.woff2', 'mono-latin.woff2']
/** Text files worth compressing; fonts and bitmaps already are. */
const TEXT = new Set(['.js', '.css', '.svg', '.txt', '.webmanifest'])
/** Files of earlier builds stay this long, so that pages which are open in a browser can still load theirs. */
const KEEP_MS = 3_600_000

type Manifest = { files: Record<string, string>; islands: Record<string, string[]> }
/** `inputs`: path -> hash of everything the build read; `outputs`: names it wrote. */
type Stamp = { inputs: Record<string, string>; outputs: string[]; manifest: Manifest }
type Metafile = {
  inputs: Record<string, unknown>
  outputs: Record<string, { entryPoint?: string; imports: { path: string; kind: string }[] }>
}

const hashOf = (content: string | Uint8Array) => new Bun.CryptoHasher('sha1').update(content).digest('hex')
const read = (path: string) => {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** Whether nothing the last build read has changed and everything it wrote is there: then there is nothing to do. */
function isFresh(): boolean {
  const text = read(join(OUT, 'stamp.json'))?.toString()
  if (!text) return false
  const stamp = JSON.parse(text) as Stamp
  const names = new Set(readdirSync(OUT))
  return (
    stamp.outputs.every((name) => names.has(name)) &&
    images().every((path) => path in stamp.inputs) &&
    Object.entries(stamp.inputs).every(([path, hash]) => {
      const content = read(join(ROOT, path))
      return content !== null && hashOf(content) === hash
    })
  )
}

/** Files of public/ that are served as they are, relative to the root. */
const images = () =>
  ['', 'images/'].flatMap((folder) =>
    readdirSync(join(PUBLIC, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'app.css')
      .map((entry) => `public/${folder}${entry.name}`),
  )

const bundle = () =>
  Bun.build({
    entrypoints: [ENTRY],
    root: ROOT,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    // Pages name the scripts of their islands themselves, so the boot script need not carry the whole graph.
    modulePreload: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]' },
  })

/**
 * Builds when something changed.
 * @returns whether a build was made
 * @throws AggregateError with the compiler's messages
 */
export async function build(): Promise<boolean> {
  mkdirSync(OUT, { recursive: true })
  if (isFresh()) return false
  const manifest: Manifest = { files: {}, islands: {} }
  const outputs: string[] = []
  const inputs = new Set(['islands/build.ts', 'package.json', 'bun.lock', ...images()])
  const write = (name: string, content: Uint8Array) => {
    for (const [file, bytes] of variants(name, content)) {
      put(file, bytes)
      outputs.push(file)
    }
  }
  const keep = (name: string, content: Uint8Array) => {
    const hashed = name.replace(/(?=\.[^.]+$)/, `-${hashOf(content).slice(0, 8)}`)
    write(hashed, content)
    manifest.files[name] = hashed
  }
  const result = await bundle()
  const metafile = result.metafile as unknown as Metafile
  for (const output of result.outputs) {
    write(basename(output.path), new Uint8Array(await output.arrayBuffer()))
    if (output.kind === 'entry-point') manifest.files['boot.js'] ??= basename(output.path)
  }
  for (const path of Object.keys(metafile.inputs)) if (!path.includes('node_modules')) inputs.add(path)
  manifest.islands = islandChunks(metafile)
  for (const name of FONTS) {
    inputs.add(`public/fonts/${name}`)
    keep(name, readFileSync(join(PUBLIC, 'fonts', name)))
  }
  for (const path of images()) keep(basename(path), readFileSync(join(ROOT, path)))
  const styles = joinStyles()
  for (const path of styles.inputs) inputs.add(path)
  keep('app.css', new TextEncoder().encode(withHashes(styles.text, manifest)))
  const stamp: Stamp = {
    inputs: Object.fromEntries([...inputs].map((path) => [path, hashOf(readFileSync(join(ROOT, path)))])),
    outputs,
    manifest,
  }
  put('manifest.json', JSON.stringify(manifest, null, 1))
  put('stamp.json', JSON.stringify(stamp))
  sweep(new Set([...outputs, 'manifest.json', 'stamp.json']))
  return true
}

/** The file itself and, for texts, its gzip and brotli forms. */
function variants(name: string, content: Uint8Array): [string, Uint8Array][] {
  if (!TEXT.has(extname(name))) return [[name, content]]
  return [
    [name, content],
    [`${name}.gz`, gzipSync(content, { level: 9 })],
    [`${name}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
  ]
}

/** The style sheet with its `@import` lines replaced by what they name, without comments and indentation. */
function joinStyles(): { text: string; inputs: string[] } {
  const inputs = [STYLES]
  const text = readFileSync(join(ROOT, STYLES), 'utf8').replace(/@import '\.\/(.+?)';/g, (_, name: string) => {
    inputs.push(`public/${name}`)
    return readFileSync(join(PUBLIC, name), 'utf8')
  })
  return { text: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*\n\s*/g, '\n'), inputs }
}

/** `url('name')` points to the hashed file beside the style sheet. */
const withHashes = (css: string, manifest: Manifest) =>
  css.replace(/url\('([\w.-]+)'\)/g, (whole, name: string) => {
    const file = manifest.files[name]
    return file ? `url(${file})` : whole
  })

/** Per island the chunks that the browser is going to need, so that pages can ask for them at once. */
function islandChunks(metafile: Metafile): Record<string, string[]> {
  const byName = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]))
  const closure = (name: string, into: Set<string>) => {
    if (into.has(name)) return into
    into.add(name)
    for (const { path, kind } of byName.get(name)?.imports ?? [])
      if (kind === 'import-statement') closure(basename(path), into)
    return into
  }
  const chunkOf = (source: string) => [...byName].find(([, output]) => output.entryPoint?.endsWith(source))?.[0]
  const mount = chunkOf('islands/mount.tsx')
  const islands: Record<string, string[]> = {}
  for (const [name, output] of byName) {
    const island = /(?:^|\/)islands\/([a-z-]+)\.tsx$/.exec(output.entryPoint ?? '')?.[1]
    if (island && island !== 'mount' && mount) islands[island] = [...closure(name, closure(mount, new Set()))]
  }
  return islands
}

/** Writes a file whole: nobody reads a part of it. */
function put(name: string, content: string | Uint8Array) {
  writeFileSync(join(OUT, `${name}.${process.pid}.part`), content)
  renameSync(join(OUT, `${name}.${process.pid}.part`), join(OUT, name))
}

function sweep(current: Set<string>) {
  for (const name of readdirSync(OUT))
    if (!current.has(name) && Date.now() - statSync(join(OUT, name)).mtimeMs > KEEP_MS)
      rmSync(join(OUT, name), { force: true })
}

if (import.meta.main) {
  const started = performance.now()
  if (await build()) process.stdout.write(`Built the interface in ${Math.round(performance.now() - started)} ms\n`)
  await bundleChildren()
}
