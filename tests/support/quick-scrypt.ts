import { scrypt } from '#auth/identity.ts'

/**
 * The hash of a password is slow on purpose, and most people of a test process have the same one: what was computed once is kept. It is
 * the real function that computes it, and every call still passes through `scrypt`, where candidates.test.ts counts them.
 */
export function rememberScrypt(): void {
  const { hash, matches } = scrypt
  const hashes = new Map<string, Promise<string>>()
  const comparisons = new Map<string, Promise<boolean>>()
  scrypt.hash = (password) => hashes.getOrInsertComputed(password, hash)
  scrypt.matches = (kept, password) =>
    comparisons.getOrInsertComputed(`${kept} ${password}`, () => matches(kept, password))
}
