/** A name and its value; a value with spaces stands in quotes. */
const PAIR = /([\p{L}_@][\p{L}\d_.@/-]*)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))(?:\s+|$)/uy
/** Names and values in a line of a log, and how many lines of a beginning have such. */
const LEAST_PAIRS = 2
const LEAST_LINES = 0.9

/** The values of a line such as `level=info msg="it began" ms=12.5`, by their names; null for another line. */
export function logPairs(line: string): Record<string, string> | null {
  const found: Record<string, string> = {}
  const text = line.trim()
  for (PAIR.lastIndex = 0; PAIR.lastIndex < text.length; ) {
    const match = PAIR.exec(text)
    if (!match) return null
    const [, name = '', quoted, bare = ''] = match
    let own = name
    for (let n = 2; own in found; n++) own = `${name}_${n}`
    found[own] = quoted?.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char === 't' ? '\t' : char)) ?? bare
  }
  return Object.keys(found).length >= LEAST_PAIRS ? found : null
}

/** Whether a text begins with lines of names and values; its last line may be cut off. */
export function looksLikeLog(head: string): boolean {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '')
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines
  return whole.length > 1 && whole.filter(logPairs).length >= whole.length * LEAST_LINES
}
