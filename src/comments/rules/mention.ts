/** Characters of a comment on a block. */
export const LONGEST_COMMENT = 4_000

/** A text cut at the names of those who are mentioned in it, the longest first. */
export function mentionsIn(text: string, names: string[]): { text: string; isMention: boolean }[] {
  const marks = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length)
  if (marks.length === 0) return [{ text, isMention: false }]
  const pieces = text.split(new RegExp(`(${marks.map((mark) => RegExp.escape(mark)).join('|')})`))
  return pieces.filter(Boolean).map((piece) => ({ text: piece, isMention: marks.includes(piece) }))
}
