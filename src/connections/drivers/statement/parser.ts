import { refuse } from '../gate.ts'
import { DEEPEST, FromReader } from './from.ts'
import { checkNames } from './hidden.ts'
import type { Token } from './tokens.ts'

/**
 * Reads a SELECT token by token and fails at the first that it does not know. It makes no tree: what it is for is to know every
 * table, function and column name of the statement.
 */
export class SelectParser extends FromReader {
  /** Where the count of the outermost LIMIT stands. */
  limit: Token | null = null
  /** Whether the outermost query says in another way how many rows it gives. */
  otherLimit = false
  #starOfHidden = false

  /** The whole statement. @throws AppError sql_refused, sql_error */
  statement(): void {
    if (!this.isQuery(0) && !this.isSign('(')) refuse('Only a SELECT can be run here.')
    this.query()
    if (this.peek.kind !== 'end') this.unexpected()
    checkNames(this.tokens, {
      visible: this.reach.visible,
      system: this.grammar.systemColumns,
      read: this.hiddenTables,
      names: this.names,
      rows: this.has('rows as values') ? this.rowNames : [],
      replaced: this.replaced,
      isWhole: this.stars || this.#starOfHidden || this.natural || this.renamed,
    })
  }

  protected query(): void {
    if (++this.depth > DEEPEST) refuse('This statement is nested too deeply.')
    const outside = this.ctes
    if (this.takeWord('with')) this.#with()
    this.#term()
    while (this.takeWord('union', 'except', 'intersect')) {
      this.takeWord('all', 'distinct')
      this.#term()
    }
    this.#tail()
    this.ctes = outside
    this.depth--
  }

  #with(): void {
    const recursive = this.takeWord('recursive') || this.has('recursive always')
    do {
      if (this.has('expression with') && !(this.isName() && this.isWord('as', 1) && this.isSign('(', 2))) {
        this.expression()
        this.needWord('as')
        this.given()
        continue
      }
      const name = this.given()
      if (this.takeSign('(')) this.namesInBrackets()
      this.needWord('as')
      this.needSign('(')
      const before = this.ctes
      if (recursive) this.ctes = new Set([...before, name])
      this.query()
      this.ctes = new Set([...before, name])
      this.needSign(')')
    } while (this.takeSign(','))
  }

  #term(): void {
    if (this.takeSign('(')) {
      this.query()
      this.needSign(')')
      return
    }
    if (!this.takeWord('select')) this.unexpected()
    const outside = this.frame
    this.frame = { star: false, hidden: false }
    this.#select()
    if (this.frame.star && this.frame.hidden) this.#starOfHidden = true
    this.frame = outside
  }

  #select(): void {
    if (this.has('straight join')) while (this.takeWord('all', 'distinct', 'distinctrow', 'straight_join'));
    else if (this.takeWord('distinct', 'all') && this.isWord('on')) this.unexpected()
    if (this.has('top')) this.#top()
    if (this.has('struct')) this.takeWords('as', 'struct')
    do this.#item()
    while (this.takeSign(','))
    if (this.takeWord('from') && !(this.has('dual') && this.takeWord('dual'))) this.tables()
    if (this.has('prewhere') && this.takeWord('prewhere')) this.expression()
    if (this.takeWord('where')) this.expression()
    if (this.takeWords('group', 'by')) this.#groups()
    if (this.takeWord('having')) this.expression()
    if (this.has('qualify') && this.takeWord('qualify')) this.expression()
    if (this.takeWord('window')) {
      do {
        this.given()
        this.needWord('as')
        this.window()
      } while (this.takeSign(','))
    }
    if (this.has('qualify') && this.takeWord('qualify')) this.expression()
  }

  #top(): void {
    if (!this.takeWord('top')) return
    if (this.takeSign('(')) {
      if (this.next().kind !== 'number') this.unexpected()
      this.needSign(')')
    } else if (this.next().kind !== 'number') this.unexpected()
    this.takeWord('percent')
    if (this.takeWord('with')) this.needWord('ties')
    if (this.depth === 1) this.otherLimit = true
  }

  #groups(): void {
    if (this.takeWord('all')) return
    do {
      if (this.takeWords('grouping', 'sets')) {
        this.needSign('(')
        do {
          this.needSign('(')
          if (!this.isSign(')')) this.expressions()
          this.needSign(')')
        } while (this.takeSign(','))
        this.needSign(')')
      } else if (this.isWord('rollup', 'cube') && this.isSign('(', 1)) {
        this.position += 2
        this.expressions()
        this.needSign(')')
      } else this.expression()
      if (this.has('ordered groups')) this.takeWord('asc', 'desc')
    } while (this.takeSign(','))
    if (this.isWord('with') && this.isWord('rollup', 'cube', 1)) this.position += 2
  }

  #tail(): void {
    if (this.takeWords('order', 'by')) this.orderings()
    if (this.has('limit') && this.takeWord('limit')) this.#limit()
    if (this.takeWord('offset')) this.#offset()
    if (this.has('limit') && this.takeWord('limit')) this.#limit()
    if (this.has('fetch') && this.takeWord('fetch')) {
      if (!this.takeWord('first', 'next')) this.unexpected()
      const count = this.peek
      if (this.peek.kind === 'number') this.next()
      if (!this.takeWord('row', 'rows')) this.unexpected()
      this.needWord('only')
      if (this.depth === 1 && count.kind === 'number') this.limit = count
      else if (this.depth === 1) this.otherLimit = true
    }
  }

  #limit(): void {
    let count = this.#wholeNumber()
    if (this.takeSign(',')) count = this.#wholeNumber()
    else if (this.takeWord('offset')) this.#offset()
    if (this.has('limit by') && this.takeWord('by')) {
      this.expressions()
      if (!this.takeWord('limit')) return
      count = this.#wholeNumber()
      if (this.takeSign(',')) count = this.#wholeNumber()
    }
    if (this.depth === 1) this.limit = count
  }
  #offset(): void {
    this.#wholeNumber()
    this.takeWord('row', 'rows')
  }
  #wholeNumber(): Token {
    if (this.peek.kind !== 'number' || !/^\d+$/.test(this.peek.text)) this.unexpected()
    return this.next()
  }

  #item(): void {
    if (this.takeSign('*')) {
      this.frame.star = true
      this.starExcept()
      return
    }
    const first = this.position
    this.expression()
    if (this.takeWord('as') || this.isName() || (this.has('texts as names') && this.isString(0))) this.given()
    else if (this.has('text names results')) this.unnamed.push(this.between(first, this.position))
  }
}
