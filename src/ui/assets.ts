import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder with everything the build made; all names in it carry the hash of their content. */
export const BUILT = join(import.meta.dir, '../../public/islands')

/** What the build made: plain name -> hashed name, and per island the scripts it is going to need. */
export type Manifest = { files: Record<string, string>; islands: Record<string, string[]> }

let cached: Manifest | undefined

/** The manifest, read once. Empty before the first build: pages then still work, without style and script. */
function manifest(): Manifest {
  if (cached) return cached
  try {
    cached = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8')) as Manifest
    return cached
  } catch {
    return { files: {}, islands: {} }
  }
}

/** Address of a file of public/ or of `boot.js`, with the hash of its content so that browsers may keep it for ever. */
export const asset = (name: string): string => `/assets/${manifest().files[name] ?? name}`

export const hasAsset = (name: string): boolean => name in manifest().files

export const islandScripts = (name: string): string[] =>
  (manifest().islands[name] ?? []).map((file) => `/assets/${file}`)

/** A style sheet of public/ for a file that stands alone: without fonts, which would have to be fetched. */
export const styleText = (name: string): string =>
  readFileSync(join(BUILT, manifest().files[name] ?? name), 'utf8').replace(/@font-face\s*\{[^}]*\}/g, '')
