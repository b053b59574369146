import { AppError } from '../src/base/errors.ts'
import { plain } from './print.ts'

/** What people name something by: its id, its name, or another name. `shown`: what is said of it where one has to be chosen. */
type Names = { id: string; name: string; other?: string; shown?: string[] }

/** Those that there are, a line each. */
export const linesOf = (all: Names[]): string =>
  all.map(({ id, name, shown = [id, name] }) => `\n  ${shown.map((text) => plain(text)).join('  ')}`).join('')

/**
 * The one that was named, in whatever case unless one has just this name.
 * @param kind what they are @throws AppError not_found with those that there are; invalid where more than one is called so
 */
export function named<T>(kind: string, wanted: string, all: T[], namesOf: (item: T) => Names): T {
  const fitting = (isName: (name: string) => boolean) =>
    all.filter((item) => {
      const { id, name, other = name } = namesOf(item)
      return id === wanted || isName(name) || isName(other)
    })
  const exact = fitting((name) => name === wanted)
  const found = exact.length > 0 ? exact : fitting((name) => name.toLowerCase() === wanted.toLowerCase())
  if (found.length === 1) return found[0]!
  const lines = linesOf(all.map(namesOf))
  if (found.length === 0)
    throw new AppError('not_found', `There is no ${kind} ${wanted}.${lines ? ` There are:${lines}` : ''}`)
  throw new AppError('invalid', `${wanted} names more than one ${kind}. Use the id:${lines}`)
}
