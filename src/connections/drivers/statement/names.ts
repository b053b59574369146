import { refuse } from '../gate.ts'
import type { Grammar } from './grammar.ts'
import type { Token } from './tokens.ts'
import { Words } from './words.ts'

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
