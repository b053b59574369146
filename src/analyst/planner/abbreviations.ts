/** Words whose beginning a short word in a name may be, at least. */
const SHORTEST = 3

/** Whether a word in a name is short for a word: its beginning ("pop" for population) or its consonants ("qty", "amnt"). */
export function isShortFor(short: string, word: string): boolean {
  if (short.length < SHORTEST || word.length < short.length + 2 || short[0] !== word[0]) return false
  if (word.startsWith(short)) return true
  if (short.at(-1) !== word.replace(/e$/, '').at(-1) || /[aeiou]/.test(short.slice(1))) return false
  let at = 0
  for (const letter of short) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/**
 * Whether a name is all of these words shortened and written together: their beginnings of three letters or more ("domgross", "popdens"),
 * or their initials ("bmi", "HR", with a number behind it).
 */
export function isWrittenAs(words: string[], name: string): boolean {
  const bare = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const letters = bare.replace(/\d+$/, '')
  const isReadAs = (at: number, word: number): boolean => {
    if (word === words.length) return at === letters.length
    const rest = letters.slice(at)
    const most = sharedStart(rest, words[word]!)
    for (let length = most; length >= SHORTEST; length--) if (isReadAs(at + length, word + 1)) return true
    return false
  }
  if (words.map((one) => one[0]).join('') === letters) return words.length > 2 || letters.length < bare.length
  return letters.length >= 2 * SHORTEST && isReadAs(0, 0)
}

/** Whether a word in a name is the initials of words: HR in "Avg HR" for heart rate. */
export const isInitialsOf = (short: string, words: string[]): boolean =>
  words.length > 1 && words.map((one) => one[0]).join('') === short

function sharedStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}
