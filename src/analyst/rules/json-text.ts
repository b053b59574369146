/**
 * Reads the text under `key` of a JSON object that arrives in pieces, as a model writes the arguments of a call.
 * @returns takes a piece of the source and gives what became certain of the text by it. What is no JSON gives nothing more.
 */
export function jsonTextReader(key: string): (piece: string) => string {
  let depth = 0
  /** Between quotes; `isName`: of the outermost object. */
  let inside = false
  let isName = false
  let name = ''
  /** An escape sequence, or half of a character, that is not whole. */
  let waiting = ''
  let text = ''
  const add = (letters: string) => {
    if (depth === 1 && isName) name += letters
    else if (depth === 1 && name === key) text += letters
  }
  const read = (letter: string) => {
    if (!inside) {
      if (letter === '"') {
        inside = true
        if (isName) name = ''
      } else if (letter === '{' || letter === '[') {
        depth++
        isName = depth === 1 && letter === '{'
      } else if (letter === '}' || letter === ']') depth--
      else if (letter === ',' && depth === 1) isName = true
      else if (letter === ':' && depth === 1) isName = false
    } else if (letter === '"' && waiting !== '\\') {
      inside = false
      waiting = ''
    } else if (waiting || letter === '\\' || HIGH.test(letter)) {
      waiting += letter
      const isHalf = !isWhole(waiting) || HIGH.test(unescaped(waiting))
      if (isHalf && waiting.length < LONGEST_ESCAPE) return
      add(unescaped(waiting).toWellFormed())
      waiting = ''
    } else add(letter)
  }
  return (piece) => {
    text = ''
    for (const letter of piece) read(letter)
    return text
  }
}

/** Two escapes make one character where the first is the half of one. */
const LONGEST_ESCAPE = String.raw`\ud83d\ude00`.length
const HIGH = /[\ud800-\udbff]$/
const isWhole = (source: string): boolean => /^(?:[^\\]|\\(?:[^u]|u[\da-fA-F]{4}))+$/.test(source)
function unescaped(source: string): string {
  try {
    return JSON.parse(`"${source}"`)
  } catch {
    return ''
  }
}
