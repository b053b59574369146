import { installPackages } from './debian.ts'

/** Shells that are no part of every Debian, for tests of what they read: installed when they are missing and we may. */
export async function ensureShells(): Promise<void> {
  const missing = ['zsh', 'fish'].filter((shell) => !Bun.which(shell))
  if (missing.length > 0) await installPackages(['--no-install-recommends', ...missing], '')
}
