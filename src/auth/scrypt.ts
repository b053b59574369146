import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** The two slow steps of a password, each some tens of milliseconds: what a request does of them must not depend on what is known. */
export const scrypt = {
  hash: (password: string): Promise<string> => hashPassword(password),
  matches: (hash: string, password: string): Promise<boolean> => verifyPassword({ hash, password }),
}
