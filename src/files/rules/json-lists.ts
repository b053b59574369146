/** A list inside a JSON text: the characters from `start` to before `end`. `key` is the name that it has in the object around it. */
export type JsonList = { key: string; start: number; end: number }

/** What a JSON text is: one list; one object with lists of objects in it (none: one row); objects one a line; or none of it. */
export type JsonShape =
  | { kind: 'list'; list: JsonList }
  | { kind: 'object'; lists: JsonList[] }
  | { kind: 'lines' }
  | { kind: 'broken' }

const QUOTE = 34
const BACKSLASH = 92
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff

/**
 * Walks over a JSON text, chunk by chunk, without building it, and finds where its lists of objects are. It trusts the text: whoever
 * reads the lists checks their grammar.
 */
export class ListFinder {
  private at = 0
  private depth = 0
  private inString = false
  private escaped = false
  private root: '{' | '[' | null = null
  private rootStart = 0
  private rootEnd = -1
  private afterRoot = false
  private odd = false
  private key = ''
  private collecting = false
  private listStart = -1
  private holdsObjects = false
  private readonly lists: JsonList[] = []

  push(text: string) {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (this.inString) {
        index = this.skipString(text, index)
        continue
      }
      if (code === QUOTE) this.openString()
      else if (code === 123 || code === 91) this.open(code === 123 ? '{' : '[', this.at + index)
      else if (code === 125 || code === 93) this.close(this.at + index + 1)
      else if (this.depth === 0 && !isSpace(code)) this.odd = true
    }
    this.at += text.length
  }

  end(): JsonShape {
    if (this.root === null || this.odd || this.inString || (this.rootEnd < 0 && !this.afterRoot))
      return { kind: 'broken' }
    if (this.depth !== 0) return { kind: 'broken' }
    if (this.afterRoot) return { kind: 'lines' }
    if (this.root === '[') return { kind: 'list', list: { key: '', start: this.rootStart, end: this.rootEnd } }
    return { kind: 'object', lists: this.lists }
  }

  private openString() {
    this.inString = true
    // Strings directly in the object are keys (or values, which the next key replaces).
    this.collecting = this.depth === 1 && this.root === '{'
    if (this.collecting) this.key = ''
    if (this.depth === 0) this.odd = true
  }

  /** @returns index of the last character that was consumed */
  private skipString(text: string, from: number): number {
    for (let index = from; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (this.escaped) this.escaped = false
      else if (code === BACKSLASH) this.escaped = true
      else if (code === QUOTE) {
        this.inString = false
        return index
      }
      if (this.collecting && this.key.length < 200) this.key += text[index]
    }
    return text.length
  }

  private open(bracket: '{' | '[', at: number) {
    if (this.depth === 0) {
      if (this.root !== null) this.afterRoot = true
      else {
        this.root = bracket
        this.rootStart = at
      }
    }
    if (this.depth === 1 && this.root === '{' && bracket === '[') {
      this.listStart = at
      this.holdsObjects = false
    }
    if (this.depth === 2 && this.listStart >= 0 && bracket === '{') this.holdsObjects = true
    this.depth++
  }

  private close(end: number) {
    this.depth--
    if (this.depth < 0) {
      this.odd = true
      this.depth = 0
    }
    if (this.depth === 0 && this.rootEnd < 0) this.rootEnd = end
    if (this.depth === 1 && this.listStart >= 0) {
      if (this.holdsObjects && !this.afterRoot) this.lists.push({ key: this.key, start: this.listStart, end })
      this.listStart = -1
    }
  }
}
