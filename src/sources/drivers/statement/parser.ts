import type { VisibleTable } from '#outside/remote.ts'
import { refuse } from '../gate.ts'
import { Expressions } from './expressions.ts'
import type { Grammar } from './grammar.ts'
import { checkNames } from './hidden.ts'
import type { Token } from './tokens.ts'

type Ctes = ReadonlySet<string>
type Mark = { position: number; depth: number; ctes: Ctes; replaced: Map<Token, string> }
/** Nesting at most: deeper statements would only test the stack. */
const DEEPEST = 60

/** How the names of tables in FROM are understood. */
export type Naming = {
  visible: readonly VisibleTable[]
  /** The visible table behind the parts of a name, folded by the grammar. @throws AppError sql_error, sql_refused */
  table(parts: string[]): VisibleTable
  /** How the table is written in the statement that runs. */
  written(table: VisibleTable): string
}

/**
 * Reads a SELECT token by token and fails at the first that it does not know. It makes no tree: what it is for is to know every
 * table, function and column name of the statement.
 */
export class SelectParser extends Expressions {
  readonly #naming: Naming
  #ctes: Ctes = new Set()
  #depth = 0
  /** Where the count of the outermost LIMIT stands. */
  limit: Token | null = null
  /** Whether the outermost query says in another way how many rows it gives. */
  otherLimit = false
  readonly #hiddenTables: VisibleTable[] = []
  readonly #rowNames: string[] = []
  #natural = false
  #renamed = false

  constructor(tokens: Token[], grammar: Grammar, naming: Naming) {
    super(tokens, grammar)
    this.#naming = naming
  }

  /** The whole statement. @throws AppError sql_refused, sql_error */
  statement(): void {
    if (!this.isQuery(0) && !this.isSign('(')) refuse('Only a SELECT can be run here.')
    this.query()
    if (this.peek.kind !== 'end') this.unexpected()
    checkNames(this.tokens, {
      visible: this.#naming.visible,
      read: this.#hiddenTables,
      names: this.names,
      rows: this.#rowNames,
      replaced: this.replaced,
      isWhole: this.stars || this.#natural || this.#renamed,
    })
  }

  protected mark(): Mark {
    return { position: this.position, depth: this.#depth, ctes: this.#ctes, replaced: new Map(this.replaced) }
  }
  protected goBack({ position, depth, ctes, replaced }: Mark): void {
    this.position = position
    this.replaced.clear()
    for (const [token, text] of replaced) this.replaced.set(token, text)
    this.#depth = depth
    this.#ctes = ctes
  }

  protected query(): void {
    if (++this.#depth > DEEPEST) refuse('This statement is nested too deeply.')
    const outside = this.#ctes
    if (this.takeWord('with')) this.#with()
    this.#term()
    while (this.takeWord('union', 'except', 'intersect')) {
      this.takeWord('all', 'distinct')
      this.#term()
    }
    this.#tail()
    this.#ctes = outside
    this.#depth--
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
      const before = this.#ctes
      if (recursive) this.#ctes = new Set([...before, name])
      this.query()
      this.#ctes = new Set([...before, name])
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
    if (this.takeWord('distinct', 'all') && this.isWord('on')) this.unexpected()
    if (this.has('top')) this.#top()
    if (this.has('struct') && this.takeWords('as', 'struct')) this.stars ||= false
    do this.#item()
    while (this.takeSign(','))
    if (this.takeWord('from')) this.#tables()
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
    if (this.#depth === 1) this.otherLimit = true
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
      if (this.#depth === 1 && count.kind === 'number') this.limit = count
      else if (this.#depth === 1) this.otherLimit = true
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
    if (this.#depth === 1) this.limit = count
  }
  #offset(): void {
    this.#wholeNumber()
    this.takeWord('row', 'rows')
  }
  #wholeNumber(): Token {
    if (this.peek.kind !== 'number' || !/^\d{1,18}$/.test(this.peek.text)) this.unexpected()
    return this.next()
  }

  #item(): void {
    if (this.takeSign('*')) {
      this.star()
      return
    }
    this.expression()
    if (this.takeWord('as')) this.given()
    else if (this.isName()) this.given()
  }

  #tables(): void {
    do this.#joined()
    while (this.takeSign(','))
  }

  #joined(): void {
    this.#table()
    for (;;) {
      if (this.has('array join') && this.#arrayJoin()) continue
      if (this.takeWord('natural')) this.#natural = true
      const kinds = ['left', 'right', 'full', 'inner', 'outer', 'cross']
      if (this.has('array join')) kinds.push('any', 'all', 'semi', 'anti', 'asof', 'global')
      let any = false
      while (this.takeWord(...kinds)) any = true
      if (!this.takeWord('join')) {
        if (any) this.unexpected()
        break
      }
      this.#table()
      if (this.takeWord('on')) this.expression()
      else if (this.takeWord('using')) {
        if (this.takeSign('(')) this.namesInBrackets()
        else if (this.has('array join')) this.name()
        else this.unexpected()
      }
    }
  }

  /** `ARRAY JOIN list AS item` */
  #arrayJoin(): boolean {
    const left = this.isWord('left') && this.isWord('array', 1) && this.isWord('join', 2)
    if (!left && !(this.isWord('array') && this.isWord('join', 1))) return false
    this.position += left ? 3 : 2
    this.expressions()
    return true
  }

  #table(): void {
    this.takeWord('lateral')
    if (this.isSign('(')) this.#inBrackets()
    else if (this.isSign('(', 1) && this.peek.kind === 'word') this.#tableFunction()
    else this.#namedTable()
  }

  #tableFunction(): void {
    const name = this.next().text.toLowerCase()
    if (!this.grammar.tableFunctions.has(name)) refuse(`The table function ${name} cannot be used here.`)
    this.needSign('(')
    do {
      if (this.peekAt(1).text === '=>') this.position += 2
      this.expression()
    } while (this.takeSign(','))
    this.needSign(')')
    if (this.takeWord('with') && !this.takeWord('ordinality')) {
      this.needWord('offset')
      if (this.takeWord('as')) this.given()
    }
    this.#aliasOfTable(true)
    if (this.has('with offset') && this.takeWords('with', 'offset') && this.takeWord('as')) this.given()
  }

  #namedTable(): void {
    const first = this.peek
    const parts = [this.#part()]
    while (parts.length < 4 && this.takeSign('.')) parts.push(this.#part())
    const last = this.tokens[this.position - 1]!
    if (this.isSign('(')) refuse('This table function cannot be used here.')
    if (this.has('final')) this.takeWord('final')
    if (parts.length === 1 && this.#ctes.has(parts[0]!)) {
      this.#rowName(this.#aliasOfTable(true) ?? first.text)
      return
    }
    const named = this.has('dots in quotes') ? parts.flatMap((part) => part.split('.')) : parts
    const table = this.#naming.table(named)
    this.#replace(first, last, this.#naming.written(table))
    const alias = this.#aliasOfTable(table.hidden.length === 0)
    if (this.has('final')) this.takeWord('final')
    if (this.has('nolock') && this.takeWord('with')) {
      this.needSign('(')
      this.needWord('nolock')
      this.needSign(')')
    }
    if (table.hidden.length > 0) this.#hiddenTables.push(table)
    this.#rowName(table.name)
    if (alias) this.#rowName(alias)
  }
  #part(): string {
    if (!this.isName()) this.unexpected()
    const { kind, text } = this.next()
    return this.grammar.folded(text, kind === 'name')
  }
  /** A name whose use as a value would be the whole row. */
  #rowName(name: string): void {
    this.#rowNames.push(name)
  }

  #replace(first: Token, last: Token, text: string): void {
    const begin = this.tokens.indexOf(first)
    const end = this.tokens.indexOf(last)
    for (let at = begin; at <= end; at++) this.replaced.set(this.tokens[at]!, at === begin ? text : '')
  }

  /** A query with a name, or tables that are joined first. */
  #inBrackets(): void {
    let ahead = 0
    while (this.isSign('(', ahead)) ahead++
    if (ahead > 8) refuse('There are too many brackets in a row.')
    const mark = this.mark()
    if (this.isQuery(ahead)) {
      try {
        this.needSign('(')
        this.query()
        this.needSign(')')
        this.#aliasOfTable(true)
        return
      } catch (error) {
        if (ahead === 1) throw error
        this.again(mark)
      }
    }
    if (++this.#depth > DEEPEST) refuse('This statement is nested too deeply.')
    this.needSign('(')
    this.#tables()
    this.needSign(')')
    this.#depth--
  }

  #aliasOfTable(mayRename: boolean): string | null {
    const isNamed = this.takeWord('as') || (this.isName() && !this.#isJoinWord())
    if (!isNamed) return null
    const alias = this.given()
    if (this.takeSign('(')) {
      this.#renamed ||= !mayRename
      this.namesInBrackets()
    }
    return alias
  }
  #isJoinWord(): boolean {
    if (this.has('final') && this.isWord('final')) return true
    return (
      this.has('array join') &&
      this.isWord('array', 'any', 'all', 'semi', 'anti', 'asof', 'global', 'prewhere', 'sample', 'settings', 'format')
    )
  }
}
