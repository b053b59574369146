/** What stands around JSON that a page was to load as a script: `callback(…);`, `var rows = …;`, and what keeps others from doing so. */
const SCRIPT = /^\ufeff?\s*(?:\)\]\}',?\s*|while\s*\(1\);\s*|(?:(?:var|let|const)\s+)?[\w.$]+\s*(?:=|\()\s*)(?=[[{])/
const SCRIPT_END = /[)\s;]*$/

/** Whether a text is a script with JSON in it that holds objects. */
export const isScript = (head: string): boolean => SCRIPT.test(head) && /[[{]\s*["{\]}]/.test(head)

/**
 * A document that breaks the rules of JSON, as far as it can be read: without the script around it and commas in front of brackets, and
 * up to the last whole item of a list where it was cut off. `left` is what stands behind that. Null where none of it helps.
 */
export function mendedJson(text: string): { json: string; left: string } | null {
  const begin = SCRIPT.exec(text)?.[0].length ?? 0
  const content = text.slice(begin).replace(SCRIPT_END, '')
  const open: string[] = []
  let json = ''
  let from = 0
  /** Behind the last item that is whole: of the text, of what was read, and what is open there. */
  let whole = { at: 0, length: 0, open: [] as string[] }
  for (let at = 0; at < content.length; at++) {
    const sign = content[at]!
    if (sign === '"') {
      at = endOfString(content, at)
      if (at >= content.length) break
    } else if (sign === '[' || sign === '{') open.push(sign)
    else if (sign === ',' && /^\s*[\]}]/.test(content.slice(at + 1, at + 1000))) {
      json += content.slice(from, at)
      from = at + 1
    } else if (sign === ']' || sign === '}') {
      open.pop()
      json += content.slice(from, at + 1)
      from = at + 1
      if (open.at(-1) === '[' || open.length === 0) whole = { at: from, length: json.length, open: [...open] }
    }
  }
  if (whole.at === 0) return null
  const closing = whole.open
    .toReversed()
    .map((sign) => (sign === '[' ? ']' : '}'))
    .join('')
  const left = content.slice(whole.at).trim()
  const mended = json.slice(0, whole.length) + closing
  return mended === text.trim() ? null : { json: mended, left }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
