import { refuse } from '../gate.ts'
import { Words } from '../statement/words.ts'
import { FUNCTIONS, NILADIC, RESERVED, UNITS } from './functions.ts'

const TYPES =
  /^(binary|char|nchar|varchar|date|datetime|time|timestamp|decimal|dec|numeric|double|float|real|int|integer|bigint|json|signed|unsigned|year|uuid|inet6|inet4)$/i
const BINARY_WORDS = ['or', 'xor', 'and', 'div', 'mod', 'like', 'rlike', 'regexp', 'between', 'escape'] as const
const BINARY_SIGNS = new Set('= <=> >= > <= < <> != | & << >> - + * / % ^ || &&'.split(' '))

/** What one SELECT has in its own FROM and list: a bare star means the columns of just these tables. */
export type Frame = { star: boolean; hidden: boolean }
export type Mark = { position: number; depth: number; ctes: ReadonlySet<string>; frame: Frame }

/** Expressions of MySQL and MariaDB; precedence does not matter, since nothing is calculated. */
export abstract class Expressions extends Words {
  /** Every name that could be one of a column. */
  readonly names: string[] = []
  /** Whether a star stands for the columns of a table that is named, which may be one of a query around. */
  stars = false
  #nesting = 0

  protected abstract query(): void
  protected abstract orderings(): void

  protected override unexpected(): never {
    const { text } = this.peek
    if (/^(into|outfile|dumpfile|procedure|lock|for)$/i.test(text))
      refuse(`${text.toUpperCase()} cannot be used here: only reading is possible.`)
    return super.unexpected()
  }

  protected isName(): boolean {
    const { kind, text } = this.peek
    return kind === 'name' || (kind === 'word' && !RESERVED.has(text.toLowerCase()))
  }
  protected name(): string {
    if (!this.isName()) this.unexpected()
    const { text } = this.next()
    this.names.push(text)
    return text
  }
  protected alias(): void {
    if (this.peek.kind === 'string') this.names.push(this.next().text)
    else this.name()
  }

  protected expression(): void {
    if (++this.#nesting > 400) refuse('This statement is nested too deeply.')
    this.#operand()
    while (this.#operator());
    this.#nesting--
  }

  /** An operator and what stands right of it. */
  #operator(): boolean {
    if (this.peek.kind === 'sign' && BINARY_SIGNS.has(this.peek.text)) {
      this.next()
      if (this.isSign('(', 1) && this.takeWord('any', 'all', 'some')) this.#subquery()
      else this.#operand()
      return true
    }
    if (this.takeWord('is')) {
      this.takeWord('not')
      if (!this.takeWord('null', 'true', 'false', 'unknown')) this.unexpected()
      return true
    }
    if (this.takeWords('sounds', 'like')) {
      this.#operand()
      return true
    }
    const negated = this.takeWord('not')
    if (this.takeWord('in')) {
      // POSITION('a' IN 'abc') has no brackets there.
      if (this.isSign('(')) this.#list()
      else this.#operand()
      return true
    }
    if (this.takeWord(...BINARY_WORDS)) {
      this.#operand()
      return true
    }
    if (negated) this.unexpected()
    return false
  }

  #operand(): void {
    while (
      this.takeWord('not', 'binary') ||
      this.takeSign('-') ||
      this.takeSign('+') ||
      this.takeSign('~') ||
      this.takeSign('!')
    );
    this.#primary()
    for (;;) {
      if (this.takeWord('collate')) this.#plainWord()
      else if (this.takeSign('->') || this.takeSign('->>')) this.#string()
      else return
    }
  }

  #primary(): void {
    const { kind, text } = this.peek
    if (kind === 'number') this.next()
    else if (kind === 'string') while (this.peek.kind === 'string') this.next()
    else if (this.isSign('(')) this.#list()
    else if (this.takeWord('exists')) this.#subquery()
    else if (this.takeWord('case')) this.#case()
    else if (this.isWord('interval') && !this.isSign('(', 1)) this.#interval()
    else if (this.isSign('(', 1) && kind === 'word') this.#call(text.toLowerCase())
    else if (kind === 'word' && this.#isPrefixed(text)) this.#prefixed()
    else if (kind === 'word' && NILADIC.has(text.toLowerCase())) this.next()
    else this.#column()
  }

  /** `_utf8mb4'x'`, `x'00'`, `DATE '2024-01-01'` */
  #isPrefixed(text: string): boolean {
    return this.isString(1) && /^(_\w+|x|b|n|date|time|timestamp)$/i.test(text)
  }
  #prefixed(): void {
    this.next()
    this.next()
  }
  #string(): void {
    if (this.next().kind !== 'string') this.unexpected()
  }
  #plainWord(): void {
    const { kind, text } = this.next()
    if ((kind !== 'word' && kind !== 'name' && kind !== 'string') || !/^\w+$/.test(text)) this.unexpected()
  }

  #column(): void {
    this.name()
    for (let part = 0; part < 2 && this.takeSign('.'); part++) {
      if (this.takeSign('*')) {
        this.stars = true
        return
      }
      // After a dot every word is a name.
      if (this.peek.kind === 'word') this.names.push(this.next().text)
      else this.name()
    }
    if (this.isSign('(')) refuse('Functions with a schema, or in quotes, cannot be used here.')
  }

  /** Brackets with a query or values. */
  #list(): void {
    let ahead = 1
    while (this.isSign('(', ahead)) ahead++
    if (ahead > 8) refuse('There are too many brackets in a row.')
    this.needSign('(')
    if (ahead === 1 && this.#isQuery(0)) this.query()
    else if (this.isSign('(') && this.#isQuery(ahead - 1)) this.#bracketedQueries()
    else this.#values()
    this.needSign(')')
  }
  #isQuery(ahead: number): boolean {
    return this.isWord('select', ahead) || this.isWord('with', ahead)
  }
  /** `((select 1) + 2)` or `((select 1) union (select 2))`: tried as values first. */
  #bracketedQueries(): void {
    const mark = this.mark()
    const nesting = this.#nesting
    try {
      this.#values()
      if (!this.isSign(')')) this.unexpected()
    } catch {
      this.again(mark)
      this.#nesting = nesting
      this.query()
    }
  }
  #subquery(): void {
    this.needSign('(')
    this.query()
    this.needSign(')')
  }
  #values(): void {
    do this.expression()
    while (this.takeSign(','))
  }

  #case(): void {
    if (!this.isWord('when')) this.expression()
    while (this.takeWord('when')) {
      this.expression()
      this.needWord('then')
      this.expression()
    }
    if (this.takeWord('else')) this.expression()
    this.needWord('end')
  }

  #interval(): void {
    this.needWord('interval')
    this.expression()
    this.#unit()
  }
  #unit(): void {
    if (!UNITS.has(this.peek.text.toLowerCase())) this.unexpected()
    this.next()
  }

  #call(name: string): void {
    this.next()
    this.needSign('(')
    if (name === 'cast' || name === 'convert') this.#cast()
    else if (name === 'extract') this.#extract()
    else if (name === 'match') this.#match()
    else if (name === 'timestampdiff' || name === 'timestampadd') {
      this.#unit()
      this.needSign(',')
      this.#values()
    } else if (FUNCTIONS.has(name)) this.#arguments(name)
    else refuse(`The function ${name} cannot be used here.`)
    this.needSign(')')
    if (this.takeWord('over')) {
      if (this.isSign('(')) this.window()
      else this.name()
    }
  }

  #arguments(name: string): void {
    if (this.isSign(')')) return
    if (name === 'count' && this.takeSign('*')) return
    this.takeWord('distinct', 'all')
    if (name === 'trim' && this.takeWord('leading', 'trailing', 'both') && this.takeWord('from')) {
      this.expression()
      return
    }
    this.#values()
    // TRIM(x FROM y), SUBSTRING(x FROM 2 FOR 3), CHAR(1 USING utf8mb4), GROUP_CONCAT(x ORDER BY y SEPARATOR ', ')
    if (this.takeWord('from')) this.expression()
    if (/^(substr|substring|mid)$/.test(name) && this.takeWord('for')) this.expression()
    if (this.takeWord('using')) this.#plainWord()
    if (this.takeWords('order', 'by')) this.orderings()
    if (this.takeWord('separator')) this.#string()
  }

  #cast(): void {
    this.expression()
    if (this.takeWord('using')) this.#plainWord()
    else this.#targetType()
  }
  #targetType(): void {
    if (!this.takeWord('as')) this.needSign(',')
    if (!(this.peek.kind === 'word' && TYPES.test(this.peek.text))) this.unexpected()
    this.next()
    this.takeWord('integer', 'int')
    if (this.takeSign('(')) {
      do if (this.next().kind !== 'number') this.unexpected()
      while (this.takeSign(','))
      this.needSign(')')
    }
    if (this.takeWords('character', 'set') || this.takeWord('charset')) this.#plainWord()
  }

  #extract(): void {
    this.#unit()
    this.needWord('from')
    this.expression()
  }

  #match(): void {
    this.#values()
    this.needSign(')')
    this.needWord('against')
    this.needSign('(')
    this.#operand()
    if (this.takeWord('in')) while (this.takeWord('natural', 'language', 'mode', 'boolean'));
    if (this.takeWords('with', 'query')) this.needWord('expansion')
  }

  /** The inside of OVER ( … ). */
  protected window(): void {
    this.needSign('(')
    if (this.isName() && !this.isWord('partition', 'order', 'rows', 'range')) this.name()
    if (this.takeWords('partition', 'by')) this.#values()
    if (this.takeWords('order', 'by')) this.orderings()
    if (this.takeWord('rows', 'range')) {
      const both = this.takeWord('between')
      this.#bound()
      if (both) {
        this.needWord('and')
        this.#bound()
      }
    }
    this.needSign(')')
  }
  #bound(): void {
    if (this.takeWords('current', 'row')) return
    if (!this.takeWord('unbounded')) this.#operand()
    if (!this.takeWord('preceding', 'following')) this.unexpected()
  }
}
