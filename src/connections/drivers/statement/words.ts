import { sqlError } from '../failure.ts'
import { refuse } from '../gate.ts'
import type { Token } from './tokens.ts'

/** Readings that may turn out to be something else, in a whole statement: each may hold others. */
const MOST_RETRIES = 64

/** Reading the words of a statement one after the other, and writing down which of them run as something else. */
export abstract class Words {
  readonly replaced = new Map<Token, string>()
  /** Brackets that are written without a space before them. */
  readonly touching = new Set<Token>()
  /** What a SELECT asks for without giving it a name, where the engine takes the text itself for its name. */
  readonly unnamed: Token[][] = []
  protected position = 0
  #retries = 0

  constructor(readonly tokens: Token[]) {}
  /** Where reading is, to come back to when what follows turns out to be something else. */
  protected abstract mark(): unknown
  protected abstract goBack(mark: unknown): void

  /** Goes back to read the same once more. */
  protected again(mark: unknown): void {
    if (++this.#retries > MOST_RETRIES) refuse('There are too many queries in brackets.')
    this.goBack(mark)
  }

  protected get peek(): Token {
    return this.tokens[this.position]!
  }
  protected peekAt(ahead: number): Token {
    return this.tokens[Math.min(this.position + ahead, this.tokens.length - 1)]!
  }
  protected between(begin: number, end: number): Token[] {
    return this.tokens.slice(begin, end)
  }
  protected next(): Token {
    const token = this.peek
    if (token.kind !== 'end') this.position++
    return token
  }
  protected unexpected(): never {
    const { kind, text } = this.peek
    if (kind === 'end') throw sqlError('The statement ends too early.')
    if (/^(into|outfile|dumpfile|procedure|lock|for)$/i.test(text))
      refuse(`${text.toUpperCase()} cannot be used here: only reading is possible.`)
    throw refuse(`"${text}" cannot be used here: only a SELECT whose every part is known can be run.`)
  }

  protected isWord(...words: [...string[], number] | string[]): boolean {
    const ahead = typeof words.at(-1) === 'number' ? (words.at(-1) as number) : 0
    const token = this.peekAt(ahead)
    return token.kind === 'word' && words.includes(token.text.toLowerCase())
  }
  protected isSign(sign: string, ahead = 0): boolean {
    const token = this.peekAt(ahead)
    return token.kind === 'sign' && token.text === sign
  }
  protected isString(ahead: number): boolean {
    return this.peekAt(ahead).kind === 'string'
  }
  protected touches(ahead: number): boolean {
    return this.peekAt(ahead).start === this.peekAt(ahead - 1).end
  }
  protected endsValue(): boolean {
    const { kind, text } = this.tokens[this.position - 1] ?? this.peek
    return kind === 'sign' && (text === ')' || text === ']')
  }
  protected takeWord(...words: string[]): boolean {
    const found = this.isWord(...words)
    if (found) this.position++
    return found
  }
  protected takeWords(...words: string[]): boolean {
    const found = words.every((word, ahead) => this.isWord(word, ahead))
    if (found) this.position += words.length
    return found
  }
  protected takeSign(sign: string): boolean {
    const found = this.isSign(sign)
    if (found) this.position++
    return found
  }
  protected needWord(word: string): void {
    if (!this.takeWord(word)) this.unexpected()
  }
  protected needSign(sign: string): void {
    if (!this.takeSign(sign)) this.unexpected()
  }
  protected inBrackets(read: () => unknown): void {
    this.needSign('(')
    read()
    this.needSign(')')
  }
  protected separated(read: () => unknown): void {
    do read()
    while (this.takeSign(','))
  }
}
