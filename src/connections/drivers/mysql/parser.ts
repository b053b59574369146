import type { VisibleTable } from '#outside/remote.ts'
import { sqlError } from '../failure.ts'
import { hiddenColumn, NAME_COLUMNS, refuse, visibleTable } from '../gate.ts'
import { Expressions, type Frame, type Mark } from './expressions.ts'
import type { Token } from './tokens.ts'

type Ctes = ReadonlySet<string>
/** Nesting at most: deeper statements would only test the stack. */
const DEEPEST = 60

/**
 * Reads a SELECT of MySQL or MariaDB token by token and fails at the first that it does not know. It makes no tree: what it is for
 * is to know every table, function and column name of the statement.
 */
export class SelectParser extends Expressions {
  readonly #visible: readonly VisibleTable[]
  readonly #home: string
  #ctes: Ctes = new Set()
  #depth = 0
  /** Where the count of the outermost LIMIT stands. */
  limit: Token | null = null
  readonly #hiddenTables: VisibleTable[] = []
  #natural = false
  #frame: Frame = { star: false, hidden: false }
  #starOfHidden = false

  constructor(tokens: Token[], visible: readonly VisibleTable[], home: string) {
    super(tokens)
    this.#visible = visible
    this.#home = home
  }

  /** The whole statement. @throws AppError sql_refused, sql_error */
  statement(): void {
    this.query()
    if (this.peek.kind !== 'end') this.unexpected()
    this.#checkHidden()
  }

  protected mark(): Mark {
    return { position: this.position, depth: this.#depth, ctes: this.#ctes, frame: this.#frame }
  }
  protected goBack({ position, depth, ctes, frame }: Mark): void {
    this.position = position
    this.#depth = depth
    this.#ctes = ctes
    this.#frame = frame
  }

  query(): void {
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
    const recursive = this.takeWord('recursive')
    do {
      const name = this.name()
      if (this.takeSign('(')) this.#names()
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
      // What belongs to a query in brackets does not limit the whole.
      if (this.#depth === 1) this.limit = null
      return
    }
    if (!this.takeWord('select')) this.unexpected()
    const outside = this.#frame
    this.#frame = { star: false, hidden: false }
    this.#select()
    if (this.#frame.star && this.#frame.hidden) this.#starOfHidden = true
    this.#frame = outside
  }

  #select(): void {
    while (this.takeWord('all', 'distinct', 'distinctrow', 'straight_join'));
    do this.#item()
    while (this.takeSign(','))
    if (this.takeWord('from') && !this.takeWord('dual')) this.#tables()
    if (this.takeWord('where')) this.expression()
    if (this.takeWords('group', 'by')) {
      this.#orderings()
      this.takeWords('with', 'rollup')
    }
    if (this.takeWord('having')) this.expression()
    if (this.takeWord('window')) {
      do {
        this.name()
        this.needWord('as')
        this.window()
      } while (this.takeSign(','))
    }
  }

  #tail(): void {
    if (this.takeWords('order', 'by')) this.#orderings()
    if (!this.takeWord('limit')) return
    let count = this.#wholeNumber()
    if (this.takeSign(',')) count = this.#wholeNumber()
    else if (this.takeWord('offset')) this.#wholeNumber()
    if (this.#depth === 1) this.limit = count
  }

  #wholeNumber(): Token {
    if (this.peek.kind !== 'number' || !/^\d+$/.test(this.peek.text)) this.unexpected()
    return this.next()
  }

  #orderings(): void {
    do {
      this.expression()
      this.takeWord('asc', 'desc')
    } while (this.takeSign(','))
  }
  protected orderings(): void {
    this.#orderings()
  }

  #item(): void {
    if (this.takeSign('*')) {
      this.#frame.star = true
      return
    }
    this.expression()
    if (this.takeWord('as')) this.alias()
    else if (this.isName() || this.peek.kind === 'string') this.alias()
  }

  #tables(): void {
    do this.#joined()
    while (this.takeSign(','))
  }

  #joined(): void {
    this.#table()
    for (;;) {
      const natural = this.takeWord('natural')
      if (natural) this.#natural = true
      const sided = this.takeWord('left', 'right')
      if (sided) this.takeWord('outer')
      else this.takeWord('inner', 'cross')
      if (!this.takeWord('join')) {
        if (natural || sided || !this.takeWord('straight_join')) break
      }
      this.#table()
      if (this.takeWord('on')) this.expression()
      else if (this.takeWord('using')) {
        this.needSign('(')
        this.#names()
      }
    }
    if (this.isWord('join', 'natural', 'left', 'right', 'inner', 'cross')) this.unexpected()
  }

  #table(): void {
    this.takeWord('lateral')
    if (this.isSign('(')) this.#inBrackets()
    else this.#namedTable()
  }

  #namedTable(): void {
    const first = this.name()
    const second = this.takeSign('.') ? this.name() : null
    if (this.isSign('(')) refuse(`The table function ${first} cannot be used here.`)
    if (this.takeWord('partition')) {
      this.needSign('(')
      this.#names()
    }
    this.#aliasOfTable()
    this.#indexHints()
    if (second === null && this.#ctes.has(first)) return
    const [schema, name] = second === null ? [null, first] : [first, second]
    const table = visibleTable(this.#visible, schema, name, { home: this.#home, same: (a, b) => a === b })
    if (table.hidden.length === 0) return
    this.#hiddenTables.push(table)
    this.#frame.hidden = true
  }

  /** A query with a name, or tables that are joined first. */
  #inBrackets(): void {
    let ahead = 0
    while (this.isSign('(', ahead)) ahead++
    if (ahead > 8) refuse('There are too many brackets in a row.')
    const mark = this.mark()
    if (this.isWord('select', ahead) || this.isWord('with', ahead)) {
      try {
        this.needSign('(')
        this.query()
        this.needSign(')')
        this.#aliasOfTable()
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

  #aliasOfTable(): void {
    if (this.takeWord('as') || this.isName()) {
      this.alias()
      if (this.takeSign('(')) this.#names()
    }
  }

  #indexHints(): void {
    while (this.takeWord('use', 'force', 'ignore')) {
      if (!this.takeWord('index', 'key')) this.unexpected()
      if (this.takeWord('for') && !this.takeWord('join')) {
        if (!this.takeWords('order', 'by') && !this.takeWords('group', 'by')) this.unexpected()
      }
      this.needSign('(')
      if (this.takeWord('primary')) this.needSign(')')
      else if (!this.takeSign(')')) this.#names()
    }
  }

  /** Names up to the closing bracket. */
  #names(): void {
    do this.name()
    while (this.takeSign(','))
    this.needSign(')')
  }

  #checkHidden(): void {
    if (this.#hiddenTables.length === 0) return
    if (this.stars || this.#starOfHidden || this.#natural) refuse(NAME_COLUMNS)
    const hidden = new Set(this.#hiddenTables.flatMap((table) => table.hidden.map(folded)))
    const shown = new Set(this.#visible.flatMap((table) => [table.name, table.schema, ...table.columns]))
    for (const name of this.names) {
      if (hidden.has(folded(name))) hiddenColumn(name)
      // The server takes é for e in names of columns, and much else that is not worth knowing.
      if (/[^\x20-\x7e]/.test(name) && !shown.has(name))
        throw sqlError(`There is no column "${name}" that can be read here.`)
    }
  }
}

const folded = (name: string) => name.trim().toLowerCase()
