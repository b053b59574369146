/** A source as a question may name it: "@orders.csv", or without its ending. */
export type NamedSource = { id: string; name: string }

const withoutEnding = (name: string) => name.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '')
/** An @ inside a word, as in an email address, names nothing. */
const SIGN = /(?<![\p{L}\p{N}_.])@/gu
const WORD = /[\p{L}\p{N}_]/u

/**
 * The sources that a question names with @: it is about them alone.
 * @returns their ids, and the question as the analyst reads it: names without the sign and the ending
 */
export function mentioned(question: string, sources: NamedSource[]): { ids: string[]; question: string } {
  const names = sources
    .filter(({ name }) => name !== '')
    .flatMap(({ id, name }) => [...new Set([name, withoutEnding(name)])].map((typed) => ({ id, name, typed })))
    // The longest first: "@orders 2024.csv" is not "@orders".
    .toSorted((a, b) => b.typed.length - a.typed.length)
  const ids = new Set<string>()
  const plain = question.replace(SIGN, (sign: string, at: number) => {
    const found = names.find((one) => isAt(question, at + 1, one.typed))
    if (found) for (const one of names) if (one.typed === found.typed) ids.add(one.id)
    return found ? '' : sign
  })
  return { ids: [...ids], question: ids.size > 0 ? withoutEndings(plain, sources, ids) : question }
}

const isAt = (text: string, at: number, name: string) =>
  text.slice(at, at + name.length).toLowerCase() === name.toLowerCase() && !WORD.test(text[at + name.length] ?? '')

/** The analyst knows tables, which are called like their files without the ending. */
const withoutEndings = (text: string, sources: NamedSource[], ids: Set<string>) =>
  sources
    .filter(({ id, name }) => ids.has(id) && withoutEnding(name) !== name)
    .reduce((said, { name }) => said.replace(new RegExp(RegExp.escape(name), 'gi'), withoutEnding(name)), text)

/** The name being typed where the cursor stands, after its @; null when none is. @param before the text in front of the cursor */
export const typedMention = (before: string): string | null =>
  /(?:^|[^\p{L}\p{N}_.])@([^@\n]{0,60})$/u.exec(before)?.[1] ?? null

const MOST_OFFERED = 6

/** Sources whose name has what was typed, those first that begin with it. Nothing once the name stands there whole. */
export function offered<S extends NamedSource>(typed: string, sources: S[]): S[] {
  const part = typed.toLowerCase()
  if (sources.some(({ name }) => part.startsWith(`${name.toLowerCase()} `))) return []
  return sources
    .filter(({ name }) => name.toLowerCase().includes(part))
    .toSorted((a, b) => Number(b.name.toLowerCase().startsWith(part)) - Number(a.name.toLowerCase().startsWith(part)))
    .slice(0, MOST_OFFERED)
}
