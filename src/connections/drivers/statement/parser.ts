import type { VisibleTable } from '#outside/remote.ts'
import { sqlError } from '../failure.ts'
import { hiddenColumn, NAME_COLUMNS, refuse } from '../gate.ts'
import { DEEPEST, FromReader } from './from.ts'
import type { Token } from './tokens.ts'

type Reading = {
  visible: readonly VisibleTable[]
  /** Columns that the engine adds to every table by itself. */
  system: RegExp
  read: readonly VisibleTable[]
  names: readonly string[]
  /** Names whose use as a value would be a whole row. */
  rows: readonly string[]
  replaced: ReadonlyMap<Token, string>
  /** Whether columns come without being named: by a star, a natural join, or under other names. */
  isWhole: boolean
}

const lower = (name: string) => name.trim().toLowerCase()

/** Columns that are hidden may not be named, nor come unnamed. @throws AppError sql_refused, sql_error */
function checkNames(
  tokens: readonly Token[],
  { visible, system, read, names, rows, replaced, isWhole }: Reading,
): void {
  const columns = new Set(visible.flatMap((table) => table.columns))
  const missing = (name: string) => sqlError(`There is no column "${name}" that can be read here.`)
  const own = names.find((name) => system.test(name) && !columns.has(name))
  if (own) throw missing(own)
  if (read.length === 0) return
  if (isWhole) refuse(NAME_COLUMNS)
  // A column may be called like a path: its parts are then as hidden as the whole.
  const hidden = new Set(read.flatMap((table) => table.hidden.flatMap((name) => [name, ...name.split('.')]).map(lower)))
  const visibleNames = new Set([...columns, ...visible.flatMap(({ name, schema }) => [name, schema])])
  for (const name of names) {
    if (hidden.has(lower(name))) hiddenColumn(name)
    // Engines may take é for e in names of columns, and much else that is not worth knowing.
    if (/[^\x20-\x7e]/.test(name) && !visibleNames.has(name)) throw missing(name)
  }
  const whole = new Set(rows.map(lower))
  if (tokens.some((token, at) => whole.has(lower(token.text)) && standsAlone(tokens, at, replaced)))
    refuse(NAME_COLUMNS)
}

/** A name that is not before or after a dot, not given by AS, not that of a table in FROM. */
function standsAlone(tokens: readonly Token[], at: number, replaced: ReadonlyMap<Token, string>): boolean {
  const token = tokens[at]!
  if ((token.kind !== 'word' && token.kind !== 'name') || replaced.has(token)) return false
  const before = tokens[at - 1]?.text.toLowerCase() ?? ''
  return tokens[at + 1]?.text !== '.' && !['.', 'as', 'from', 'join'].includes(before)
}

/**
 * Reads a SELECT token by token and fails at the first that it does not know. It makes no tree: what it is for is to know every
 * table, function and column name of the statement.
 */
export class SelectParser extends FromReader {
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
    const recursive = this.takeWord('recursive') || this.has('sqlserver')
    this.separated(() => {
      if (this.has('clickhouse') && !(this.isName() && this.isWord('as', 1) && this.isSign('(', 2))) {
        this.expression()
        this.needWord('as')
        this.given()
        return
      }
      const name = this.given()
      if (this.isSign('(')) this.namesInBrackets()
      this.needWord('as')
      const before = this.ctes
      const after = new Set([...before, name])
      if (recursive) this.ctes = after
      this.inBrackets(() => this.query())
      this.ctes = after
    })
  }

  #term() {
    if (this.isSign('(')) return this.inBrackets(() => this.query())
    if (!this.takeWord('select')) this.unexpected()
    const outside = this.frame
    this.frame = { star: false, hidden: false }
    this.#select()
    if (this.frame.star && this.frame.hidden) this.#starOfHidden = true
    this.frame = outside
  }

  #select(): void {
    if (this.has('mysql')) while (this.takeWord('all', 'distinct', 'distinctrow', 'straight_join'));
    else if (this.takeWord('distinct', 'all') && this.isWord('on')) this.unexpected()
    if (this.has('sqlserver')) this.#top()
    if (this.has('bigquery')) this.takeWords('as', 'struct')
    this.separated(() => this.#item())
    if (this.takeWord('from') && !(this.has('mysql') && this.takeWord('dual'))) this.tables()
    if (this.has('clickhouse') && this.takeWord('prewhere')) this.expression()
    if (this.takeWord('where')) this.expression()
    if (this.takeWords('group', 'by')) this.#groups()
    if (this.takeWord('having')) this.expression()
    this.#qualify()
    if (this.takeWord('window'))
      this.separated(() => {
        this.given()
        this.needWord('as')
        this.window()
      })
    this.#qualify()
  }
  #qualify(): void {
    if (this.has('qualify') && this.takeWord('qualify')) this.expression()
  }

  #top(): void {
    if (!this.takeWord('top')) return
    const count = () => this.next().kind === 'number' || this.unexpected()
    if (this.isSign('(')) this.inBrackets(count)
    else count()
    this.takeWord('percent')
    if (this.takeWord('with')) this.needWord('ties')
    if (this.depth === 1) this.otherLimit = true
  }

  #groups(): void {
    if (this.takeWord('all')) return
    const optional = () => this.inBrackets(() => this.isSign(')') || this.expressions())
    this.separated(() => {
      if (this.takeWords('grouping', 'sets')) this.inBrackets(() => this.separated(optional))
      else if (this.isSign('(', 1) && this.takeWord('rollup', 'cube')) this.inBrackets(() => this.expressions())
      else this.expression()
      if (this.has('mysql')) this.takeWord('asc', 'desc')
    })
    if (!this.takeWords('with', 'rollup')) this.takeWords('with', 'cube')
  }

  #tail(): void {
    if (this.takeWords('order', 'by')) this.orderings()
    this.#limit()
    if (this.takeWord('offset')) this.#offset()
    this.#limit()
    if (!this.has('fetch') || !this.takeWord('fetch')) return
    if (!this.takeWord('first', 'next')) this.unexpected()
    const count = this.peek
    if (count.kind === 'number') this.next()
    if (!this.takeWord('row', 'rows')) this.unexpected()
    this.needWord('only')
    if (this.depth === 1 && count.kind === 'number') this.limit = count
    else if (this.depth === 1) this.otherLimit = true
  }

  #limit(): void {
    if (!this.has('limit') || !this.takeWord('limit')) return
    let count = this.#wholeNumber()
    if (this.takeSign(',')) count = this.#wholeNumber()
    else if (this.takeWord('offset')) this.#offset()
    if (this.has('clickhouse') && this.takeWord('by')) {
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
    if (this.takeWord('as') || this.isName() || (this.has('mysql') && this.isString(0))) this.given()
    else if (this.has('mysql')) this.unnamed.push(this.between(first, this.position))
  }
}
