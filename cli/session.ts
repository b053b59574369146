import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../src/base/errors.ts'
import { environment } from './settings.ts'

/** A sign-in kept on this machine. `token` is the short-lived access token, `cookie` the session that renews it. */
type SignIn = { url: string; email: string; token: string; expires_at: string; cookie: string }
type Key = { url: string; email: string; api_key: string }
export type Session = SignIn | Key
export type { SignIn }

const NAME = /^(?!\.)[\w.-]{1,60}$/

function fileOf(profile: string): string {
  if (!NAME.test(profile))
    throw new AppError('invalid', 'A profile is named with letters, digits, dots, dashes and underscores.')
  return join(environment.folder(), `${profile}.json`)
}

export function readSession(profile: string): Session | null {
  try {
    return JSON.parse(readFileSync(fileOf(profile), 'utf8')) as Session
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function profiles(): string[] {
  try {
    const names = readdirSync(environment.folder())
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
    return names.filter((name) => NAME.test(name)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Keeps a sign-in, readable by its owner only. Written beside and renamed, so that a crash leaves the old one whole. */
export function saveSession(profile: string, session: Session): void {
  const file = fileOf(profile)
  mkdirSync(environment.folder(), { recursive: true, mode: 0o700 })
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 })
  chmodSync(partial, 0o600)
  renameSync(partial, file)
}

export const forgetSession = (profile: string): void => rmSync(fileOf(profile), { force: true })
