import type { VisibleTable } from '#outside/remote.ts'
import { refuse, visibleTable } from '../gate.ts'
import { Expressions } from './expressions.ts'
import type { Grammar } from './grammar.ts'
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

/** What the names of tables in FROM can mean. */
export type Reach = {
  visible: readonly VisibleTable[]
  /** The only catalog, project or database that may stand before a schema; left out when none may. */
  catalog?: string
  /** Schema of names without one; left out when the only visible table of that name is meant then. */
  home?: string
}

/** What stands in FROM: tables that may be read, queries in brackets, functions that make rows. */
export abstract class FromReader extends Expressions {
  protected readonly reach: Reach
  protected ctes: Ctes = new Set()
  protected depth = 0
  protected readonly hiddenTables: VisibleTable[] = []
  /** Names whose use as a value would be a whole row. */
  protected readonly rowNames: string[] = []
  protected frame: Frame = { star: false, hidden: false }
  protected natural = false
  /** Whether a table with hidden columns got other names for all of its columns. */
  protected renamed = false

  constructor(tokens: Token[], grammar: Grammar, reach: Reach) {
    super(tokens, grammar)
    this.reach = reach
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
    do this.#joined()
    while (this.takeSign(','))
  }

  #joined(): void {
    this.#table()
    for (;;) {
      if (this.has('array join') && this.#arrayJoin()) continue
      if (this.takeWord('natural')) this.natural = true
      let any = false
      while (this.takeWord(...this.grammar.joins)) any = true
      const isJoin = this.takeWord('join') || (!any && this.has('straight join') && this.takeWord('straight_join'))
      if (!isJoin) {
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
      if (this.isSign('=>', 1)) this.position += 2
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
    if (this.has('table hints') && this.takeWord('partition')) {
      this.needSign('(')
      this.namesInBrackets()
    }
    if (parts.length === 1 && this.ctes.has(parts[0]!)) {
      this.#rowName(this.#aliasOfTable(true) ?? first.text)
      return
    }
    const named = this.has('dots in quotes') ? parts.flatMap((part) => part.split('.')) : parts
    const table = this.#tableCalled(named)
    this.#replace(first, last, this.#wholeName(table))
    const alias = this.#aliasOfTable(table.hidden.length === 0)
    if (this.has('final')) this.takeWord('final')
    if (this.has('nolock') && this.takeWord('with')) {
      this.needSign('(')
      this.needWord('nolock')
      this.needSign(')')
    }
    if (this.has('table hints')) this.#indexHints()
    if (table.hidden.length > 0) {
      this.hiddenTables.push(table)
      this.frame.hidden = true
    }
    this.#rowName(table.name)
    if (alias) this.#rowName(alias)
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
    const { catalog } = this.reach
    const parts = catalog === undefined ? [schema, name] : [catalog, schema, name]
    return this.has('dots in quotes')
      ? this.grammar.quoted(parts.join('.'))
      : parts.map((part) => this.grammar.quoted(part)).join('.')
  }
  /** A name whose use as a value would be the whole row. */
  #rowName(name: string): void {
    this.rowNames.push(name)
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
      this.needSign('(')
      if (this.takeWord('primary')) this.needSign(')')
      else if (!this.takeSign(')')) this.namesInBrackets()
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
    if (++this.depth > DEEPEST) refuse('This statement is nested too deeply.')
    this.needSign('(')
    this.tables()
    this.needSign(')')
    this.depth--
  }

  #aliasOfTable(mayRename: boolean): string | null {
    const isNamed = this.takeWord('as') || (this.isName() && !this.#isJoinWord())
    if (!isNamed) return null
    const alias = this.given()
    if (this.takeSign('(')) {
      this.renamed ||= !mayRename
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
