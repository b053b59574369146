import type { VisibleTable } from '#outside/remote.ts'
import { refuse, visibleTable } from '../gate.ts'
import { Expressions } from './expressions.ts'
import { type Grammar, words } from './grammar.ts'
import type { Token } from './tokens.ts'

/** What one SELECT has in its own list and FROM: a bare star means the columns of just these tables. */
export type Frame = { star: boolean; hidden: boolean }
export type Ctes = ReadonlySet<string>
type Mark = {
  position: number
  depth: number
  ctes: Ctes
  frame: Frame
  unnamed: number
  replaced: Map<Token, string>
}
/** Nesting at most: deeper statements would only test the stack. */
export const DEEPEST = 60

/** Words of ClickHouse behind a table that are no name for it. */
const CLICKHOUSE_WORDS = words('final array any all semi anti asof global prewhere sample settings format')

export type Reach = {
  visible: readonly VisibleTable[]
  /** The only catalog, project or database that may stand before a schema; left out when none may. */
  catalog?: string
  /** Schema of names without one; left out when the only visible table of that name is meant then. */
  home?: string
}

/** What stands in FROM: tables that may be read, queries in brackets, functions that make rows. */
export abstract class FromReader extends Expressions {
  protected ctes: Ctes = new Set()
  protected depth = 0
  protected readonly hiddenTables: VisibleTable[] = []
  /** Names whose use as a value would be a whole row. */
  protected readonly rowNames: string[] = []
  protected frame: Frame = { star: false, hidden: false }
  protected natural = false
  /** Whether a table with hidden columns got other names for all of its columns. */
  protected renamed = false

  constructor(
    tokens: Token[],
    grammar: Grammar,
    protected readonly reach: Reach,
  ) {
    super(tokens, grammar)
  }

  protected mark(): Mark {
    const { position, depth, ctes, frame } = this
    return { position, depth, ctes, frame, unnamed: this.unnamed.length, replaced: new Map(this.replaced) }
  }
  protected goBack({ position, depth, ctes, frame, unnamed, replaced }: Mark): void {
    this.position = position
    this.replaced.clear()
    for (const [token, text] of replaced) this.replaced.set(token, text)
    this.depth = depth
    this.ctes = ctes
    this.frame = frame
    this.unnamed.length = unnamed
  }

  protected tables(): void {
    this.separated(() => this.#joined())
  }

  #joined(): void {
    this.#table()
    for (;;) {
      if (this.has('clickhouse') && this.#arrayJoin()) continue
      if (this.takeWord('natural')) this.natural = true
      let any = false
      while (this.takeWord(...this.grammar.joins)) any = true
      const isJoin = this.takeWord('join') || (!any && this.has('mysql') && this.takeWord('straight_join'))
      if (!isJoin) {
        if (any) this.unexpected()
        break
      }
      this.#table()
      if (this.takeWord('on')) this.expression()
      else if (this.takeWord('using')) {
        if (this.isSign('(') || !this.has('clickhouse')) this.namesInBrackets()
        else this.name()
      }
    }
  }

  /** `ARRAY JOIN list AS item` */
  #arrayJoin(): boolean {
    const found = this.takeWords('array', 'join') || this.takeWords('left', 'array', 'join')
    if (found) this.expressions()
    return found
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
    this.inBrackets(() =>
      this.separated(() => {
        if (this.isSign('=>', 1)) this.position += 2
        this.expression()
      }),
    )
    if (this.takeWord('with') && !this.takeWord('ordinality')) {
      this.needWord('offset')
      if (this.takeWord('as')) this.given()
    }
    this.#aliasOfTable(true)
    if (this.has('bigquery') && this.takeWords('with', 'offset') && this.takeWord('as')) this.given()
  }

  #namedTable(): void {
    const first = this.peek
    const parts = [this.#part()]
    while (parts.length < 4 && this.takeSign('.')) parts.push(this.#part())
    const last = this.tokens[this.position - 1]!
    if (this.isSign('(')) refuse('This table function cannot be used here.')
    if (this.has('clickhouse')) this.takeWord('final')
    if (this.has('mysql') && this.takeWord('partition')) this.namesInBrackets()
    if (parts.length === 1 && this.ctes.has(parts[0]!)) {
      this.rowNames.push(this.#aliasOfTable(true) ?? first.text)
      return
    }
    const named = this.has('bigquery') ? parts.flatMap((part) => part.split('.')) : parts
    const table = this.#tableCalled(named)
    this.#replace(first, last, this.#wholeName(table))
    const alias = this.#aliasOfTable(table.hidden.length === 0)
    if (this.has('clickhouse')) this.takeWord('final')
    if (this.has('sqlserver') && this.takeWord('with')) this.inBrackets(() => this.needWord('nolock'))
    if (this.has('mysql')) this.#indexHints()
    if (table.hidden.length > 0) {
      this.hiddenTables.push(table)
      this.frame.hidden = true
    }
    this.rowNames.push(table.name, ...(alias ? [alias] : []))
  }
  #part(): string {
    if (!this.isName()) this.unexpected()
    const { kind, text } = this.next()
    return this.grammar.folded(text, kind === 'name')
  }
  #tableCalled(parts: string[]): VisibleTable {
    const { visible, catalog, home } = this.reach
    const { anyCase } = this.grammar
    const isOther = (name: string) => name !== catalog && !(anyCase && name.toLowerCase() === catalog?.toLowerCase())
    if (parts.length > 3 || (parts.length === 3 && (catalog === undefined || isOther(parts[0]!))))
      refuse(`There is no table "${parts.join('.')}" that can be read here.`)
    const [schema = null, name] = parts.length === 1 ? [null, parts[0]!] : parts.slice(-2)
    return visibleTable(visible, schema, name!, { anyCase, ...(home === undefined ? {} : { home }) })
  }
  #wholeName({ schema, name }: VisibleTable): string {
    const parts = [this.reach.catalog, schema, name].filter((part) => part !== undefined)
    return this.has('bigquery') ? this.grammar.quoted(parts.join('.')) : parts.map(this.grammar.quoted).join('.')
  }
  #replace(first: Token, last: Token, text: string): void {
    const begin = this.tokens.indexOf(first)
    const end = this.tokens.indexOf(last)
    for (let at = begin; at <= end; at++) this.replaced.set(this.tokens[at]!, at === begin ? text : '')
  }

  /** `USE INDEX FOR JOIN (a, b)` */
  #indexHints(): void {
    while (this.takeWord('use', 'force', 'ignore')) {
      if (!this.takeWord('index', 'key')) this.unexpected()
      if (this.takeWord('for') && !this.takeWord('join')) {
        if (!this.takeWords('order', 'by') && !this.takeWords('group', 'by')) this.unexpected()
      }
      this.inBrackets(() => {
        if (!this.takeWord('primary') && !this.isSign(')')) this.separated(() => this.name())
      })
    }
  }

  /** A query with a name, or tables that are joined first. */
  #inBrackets(): void {
    let ahead = 0
    while (this.isSign('(', ahead)) ahead++
    if (ahead > 8) refuse('There are too many brackets in a row.')
    const mark = this.mark()
    if (this.isQuery(ahead)) {
      try {
        this.inBrackets(() => this.query())
        this.#aliasOfTable(true)
        return
      } catch (error) {
        if (ahead === 1) throw error
        this.again(mark)
      }
    }
    if (++this.depth > DEEPEST) refuse('This statement is nested too deeply.')
    this.inBrackets(() => this.tables())
    this.depth--
  }

  #aliasOfTable(mayRename: boolean): string | null {
    const isNamed = this.takeWord('as') || (this.isName() && !this.#isJoinWord())
    if (!isNamed) return null
    const alias = this.given()
    if (this.isSign('(')) {
      this.renamed ||= !mayRename
      this.namesInBrackets()
    }
    return alias
  }
  #isJoinWord(): boolean {
    return this.has('clickhouse') && this.isWord(...CLICKHOUSE_WORDS)
  }
}
