/** Shorter pieces of a name say nothing: "an", "lee". */
const LEAST = 4

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a password contains one of the words by which its owner is known, however it is written. */
export const namesOwner = (password: string, words: readonly string[]): boolean => {
  const text = plain(password)
  return words.map(plain).some((word) => word.length >= LEAST && text.includes(word))
}
