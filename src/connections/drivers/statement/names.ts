import { sqlError } from '../failure.ts'
import { refuse } from '../gate.ts'
import type { Grammar } from './grammar.ts'
import type { Token } from './tokens.ts'

/** Readings that may turn out to be something else, in a whole statement: each may hold others. */
const MOST_RETRIES = 64

/** Reading the words of a statement one after the other, and writing down which of them run as something else. */
abstract class Words {
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

export abstract class Names extends Words {
  /** Every name that could be one of a column, or of a row as a whole. */
  readonly names: string[] = []
  /** Whether a star stands for the columns of a table that is named, which may be one of a query around. */
  stars = false

  constructor(
    tokens: Token[],
    protected readonly grammar: Grammar,
  ) {
    super(tokens)
  }

  protected has = (part: Parameters<Grammar['parts']['has']>[0]) => this.grammar.parts.has(part)

  protected isName(): boolean {
    const { kind, text } = this.peek
    return kind === 'name' || (kind === 'word' && !this.grammar.reserved.has(text.toLowerCase()))
  }
  protected name(): string {
    if (!this.isName()) this.unexpected()
    const { text } = this.next()
    this.names.push(text)
    return text
  }
  /** A name that the statement gives: in quotes from here on, so that no word of it is one of the language. */
  protected given(): string {
    const token = this.peek
    if (token.kind === 'string' && this.has('mysql')) return this.#givenAsText()
    this.name()
    const name = this.grammar.folded(token.text, token.kind === 'name')
    this.replaced.set(token, this.grammar.quoted(token.kind === 'name' ? token.text : name))
    return name
  }
  #givenAsText(): string {
    const token = this.next()
    const name = token.text.slice(1, -1).replaceAll("''", "'")
    this.names.push(name)
    if (name) this.replaced.set(token, this.grammar.quoted(name))
    return name
  }

  protected star(): void {
    this.stars = true
    this.starExcept()
  }
  protected starExcept(): void {
    if (!this.has('star except') || !this.takeWord('except', 'exclude')) return
    if (this.isSign('(')) this.namesInBrackets()
    else this.name()
  }

  protected namesInBrackets(): void {
    this.inBrackets(() => this.separated(() => this.name()))
  }

  protected type(): void {
    const { kind, text } = this.next()
    if (kind !== 'word' || !this.grammar.types.has(text.toLowerCase()))
      refuse(`The type "${text}" cannot be used here.`)
    this.takeWord('precision', 'varying')
    if (/^(un)?signed$/i.test(text)) this.takeWord('integer', 'int')
    if (this.takeSign('(')) this.#typeArguments(')')
    else if (this.has('bigquery') && this.takeSign('<')) this.#typeArguments('>')
    if (!this.takeWords('with', 'time', 'zone')) this.takeWords('without', 'time', 'zone')
    if (this.has('mysql') && (this.takeWords('character', 'set') || this.takeWord('charset'))) this.characterSet()
  }
  protected characterSet(): void {
    const { kind, text } = this.next()
    if (kind === 'number' || !/^['"]?\w+['"]?$/.test(text)) this.unexpected()
  }
  #typeArguments(close: string): void {
    this.separated(() => {
      if (this.peek.kind === 'number' || this.peek.kind === 'string' || this.isWord('max')) return this.next()
      // Fields of rows have a name before their type.
      if (this.peekAt(1).kind === 'word') this.name()
      this.type()
    })
    this.needSign(close)
  }
}
