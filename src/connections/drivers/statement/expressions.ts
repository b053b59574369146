import { refuse } from '../gate.ts'
import { Names } from './names.ts'

const BINARY_WORDS = ['or', 'and', 'div', 'mod', 'like', 'ilike', 'rlike', 'regexp', 'between', 'escape'] as const
const SIGNS = new Set('= >= > <= < <> != + - * / % ||'.split(' '))
const UNITS =
  /^(sql_tsi_)?(microsecond|millisecond|nanosecond|second|minute|hour|day|week|month|quarter|year)s?$|^(dow|doy|epoch|isoweek|isoyear|dayofweek|dayofyear|day_of_week|day_of_year|date|time|(second|minute|hour|day)_(microsecond|second|minute|hour)|year_month)$/i
/** Brackets in a row at most: each may have to be read twice. */
const MOST_BRACKETS = 8
const DEEPEST_EXPRESSION = 300

/** Expressions; precedence does not matter, since nothing is calculated. */
export abstract class Expressions extends Names {
  #nesting = 0

  protected abstract query(): void
  protected expression(): void {
    if (++this.#nesting > DEEPEST_EXPRESSION) refuse('This statement is nested too deeply.')
    this.#operand()
    while (this.#operator());
    this.#nesting--
  }
  protected expressions(): void {
    this.separated(() => {
      this.expression()
      if (this.has('clickhouse') && this.takeWord('as')) this.given()
    })
  }
  protected orderings(): void {
    this.separated(() => {
      this.expression()
      this.takeWord('asc', 'desc')
      if (this.takeWord('nulls') && !this.takeWord('first', 'last')) this.unexpected()
      if (this.isWord('collate', 'with')) this.unexpected()
    })
  }

  #operator(): boolean {
    const { kind, text } = this.peek
    const isOperator = this.grammar.operators.has(text.toLowerCase()) && (kind === 'sign' || kind === 'word')
    if (isOperator || (kind === 'sign' && SIGNS.has(text))) {
      this.next()
      if (this.isSign('(', 1) && this.takeWord('any', 'all', 'some')) this.#subquery()
      else this.#operand()
      return true
    }
    if (this.takeWord('is')) {
      this.takeWord('not')
      if (this.takeWords('distinct', 'from')) this.#operand()
      else if (!this.takeWord('null', 'true', 'false', 'unknown')) this.unexpected()
      return true
    }
    const negated = this.takeWord('not')
    if (this.takeWord('in')) this.#members()
    else if (this.takeWord(...BINARY_WORDS) || (this.has('mysql') && this.takeWords('sounds', 'like'))) this.#operand()
    else if (negated) this.unexpected()
    else return false
    return true
  }

  /** What follows IN. Some engines take a single name there for a table. */
  #members() {
    if (this.isWord('unnest') || (this.has('mysql') && !this.isSign('('))) return this.#operand()
    const begin = this.position
    this.#list()
    const inside = this.between(begin, this.position)
    const isPlain = inside.some(
      ({ kind, text }) => kind === 'string' || kind === 'number' || text === ',' || /^select$/i.test(text),
    )
    if (this.has('clickhouse') && !isPlain) refuse('Write the values after IN, or a SELECT.')
  }

  #operand(): void {
    while (this.peek.kind !== 'name' && this.grammar.prefixes.has(this.peek.text.toLowerCase())) this.next()
    this.#primary()
    while (this.#suffix());
  }

  #suffix(): boolean {
    if (this.grammar.operators.has('::') && this.takeSign('::')) this.type()
    else if (this.takeWords('at', 'time', 'zone')) this.#primary()
    else if (this.has('arrays') && this.takeSign('[')) {
      this.expression()
      this.needSign(']')
    } else if (this.has('snowflake') && this.takeSign(':')) {
      this.names.push(this.next().text)
      while (this.takeSign('.')) this.names.push(this.next().text)
    } else if (this.has('mysql') && this.takeWord('collate')) this.characterSet()
    else if (this.has('arrays') && this.isSign('.') && this.endsValue()) {
      this.next()
      if (this.peek.kind === 'number') this.next()
      else this.names.push(this.name())
      if (this.isSign('(')) refuse('Methods cannot be used here.')
    } else return false
    return true
  }

  #primary(): void {
    const { kind, text } = this.peek
    const word = kind === 'word' ? text.toLowerCase() : ''
    if (kind === 'number') this.next()
    else if (kind === 'string') {
      this.next()
      while (this.has('mysql') && this.isString(0)) this.next()
    } else if (this.isSign('(')) this.#list()
    else if (this.isSign('[') && this.has('arrays')) this.#array()
    else if (word === '') this.#column()
    else if (this.takeWord('exists')) this.#subquery()
    else if (this.takeWord('case')) this.#case()
    else if (word === 'interval' && !this.isSign('(', 1)) this.#interval()
    else if (this.isString(1) && this.grammar.typedTexts.has(word) && (word.length > 1 || this.touches(1)))
      this.position += 2
    else if (this.has('mysql') && word.startsWith('_') && this.isString(1)) {
      // A column and its new name, if there is no such character set.
      this.names.push(text)
      this.position += 2
    } else if (this.isSign('(', 1)) this.#call(word)
    else if (word === 'array' && this.isSign('[', 1) && this.has('arrays')) {
      this.next()
      this.#array()
    } else if (word === 'array' && this.isSign('<', 1) && this.has('bigquery')) {
      this.type()
      this.#array()
    } else if (this.grammar.niladic.has(word)) this.next()
    else this.#column()
  }

  #array(): void {
    this.needSign('[')
    if (!this.isSign(']')) this.expressions()
    this.needSign(']')
  }

  #column() {
    this.name()
    for (let part = 0; part < 3 && this.isSign('.'); part++) {
      this.next()
      if (this.takeSign('*')) return this.star()
      if (this.has('arrays') && this.peek.kind === 'number') this.next()
      else if (this.peek.kind === 'word') this.names.push(this.next().text)
      else this.name()
    }
    if (this.isSign('(')) refuse('Functions with a schema, or in quotes, cannot be used here.')
  }

  /** Brackets with a query or values. */
  #list(): void {
    let ahead = 1
    while (this.isSign('(', ahead)) ahead++
    if (ahead > MOST_BRACKETS) refuse('There are too many brackets in a row.')
    this.inBrackets(() => {
      if (ahead === 1 && this.isQuery(0)) this.query()
      else if (this.isSign('(') && this.isQuery(ahead - 1)) this.#queriesInBrackets()
      else if (!this.isSign(')')) {
        this.expressions()
        // A condition of several values may end with a comma in some languages.
        if (this.isWord('as')) this.unexpected()
      }
    })
  }
  protected isQuery(ahead: number): boolean {
    return this.isWord('select', ahead) || this.isWord('with', ahead)
  }
  /** `((select 1) + 2)` or `((select 1) union (select 2))`: tried as values first. */
  #queriesInBrackets(): void {
    const mark = this.mark()
    const nesting = this.#nesting
    try {
      this.expressions()
      if (!this.isSign(')')) this.unexpected()
    } catch {
      this.again(mark)
      this.#nesting = nesting
      this.query()
    }
  }
  #subquery(): void {
    this.inBrackets(() => this.query())
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
    if (this.#unit() && this.takeWord('to') && !this.#unit()) this.unexpected()
  }
  #unit(): boolean {
    const isUnit = this.peek.kind === 'word' && UNITS.test(this.peek.text)
    if (isUnit) this.next()
    return isUnit
  }

  #call(name: string): void {
    this.next()
    if (this.has('mysql')) this.touching.add(this.peek)
    this.needSign('(')
    const isKnown = this.grammar.functions.has(name)
    if (name === 'cast' || (isKnown && /^(try|safe)_cast$/.test(name))) this.#cast()
    else if (isKnown && /^(try_)?convert$/.test(name)) this.#convert()
    else if (name === 'extract' && this.#unit()) {
      this.needWord('from')
      this.expression()
    } else if (isKnown || this.grammar.niladic.has(name)) this.#arguments(name)
    else refuse(`The function ${name} cannot be used here.`)
    this.needSign(')')
    if (name === 'match' && this.takeWord('against')) this.#against()
    // INTERVAL (n + 1) DAY begins like the function of that name.
    if (name === 'interval') this.#unit()
    this.#afterCall()
  }

  /** `AGAINST ('words' IN BOOLEAN MODE)` */
  #against(): void {
    this.inBrackets(() => {
      this.#operand()
      if (this.takeWord('in')) while (this.takeWord('natural', 'language', 'mode', 'boolean'));
      if (this.takeWords('with', 'query')) this.needWord('expansion')
    })
  }

  #afterCall(): void {
    // Functions with parameters: `quantile(0.9)(amount)`.
    if (this.has('clickhouse') && this.isSign('(')) this.inBrackets(() => this.#arguments(''))
    if (this.takeWord('within')) {
      this.needWord('group')
      this.inBrackets(() => {
        if (!this.takeWords('order', 'by')) this.unexpected()
        this.orderings()
      })
    }
    if (this.isSign('(', 1) && this.takeWord('filter'))
      this.inBrackets(() => {
        this.needWord('where')
        this.expression()
      })
    this.#nulls()
    if (this.takeWord('over')) {
      if (this.isSign('(')) this.window()
      else this.name()
    }
  }
  #nulls(): void {
    if (!this.takeWords('ignore', 'nulls')) this.takeWords('respect', 'nulls')
  }

  #arguments(name: string) {
    if (this.isSign(')')) return
    if (name === 'count' && this.takeSign('*')) return
    if (this.isQuery(0)) return this.query()
    this.takeWord('distinct', 'all')
    if (name === 'trim' && this.takeWord('leading', 'trailing', 'both')) {
      if (!this.takeWord('from')) {
        this.#operand()
        this.needWord('from')
      }
      return this.expression()
    }
    this.separated(() => {
      if (this.isSign('=>', 1) && this.isName()) {
        this.name()
        this.next()
      }
      this.expression()
      if ((this.has('clickhouse') || name === 'struct') && this.takeWord('as')) this.given()
    })
    // TRIM(x FROM y), SUBSTRING(x FROM 2 FOR 3), ARRAY_AGG(x IGNORE NULLS ORDER BY y LIMIT 3)
    if (this.takeWord('from')) this.expression()
    if (/^(substr|substring|mid)$/.test(name) && this.takeWord('for')) this.expression()
    this.#nulls()
    if (this.has('mysql') && this.takeWord('using')) this.characterSet()
    if (this.takeWords('order', 'by')) this.orderings()
    if (this.has('mysql') && this.takeWord('separator') && this.next().kind !== 'string') this.unexpected()
    if (this.takeWord('limit') && this.next().kind !== 'number') this.unexpected()
  }

  #cast(): void {
    this.expression()
    if (this.has('clickhouse') && this.takeSign(',')) {
      if (this.next().kind !== 'string') this.unexpected()
    } else {
      this.needWord('as')
      this.type()
    }
  }
  /** CONVERT(type, value, style), or CONVERT(value, type), CONVERT(value USING character set) */
  #convert() {
    if (!this.has('mysql')) {
      this.type()
      this.needSign(',')
      return this.expressions()
    }
    this.expression()
    if (this.takeWord('using')) return this.characterSet()
    this.needSign(',')
    this.type()
  }

  /** The inside of OVER ( … ). */
  protected window(): void {
    this.inBrackets(() => {
      if (this.isName() && !this.isWord('partition', 'order', 'rows', 'range')) this.name()
      if (this.takeWords('partition', 'by')) this.expressions()
      if (this.takeWords('order', 'by')) this.orderings()
      if (!this.takeWord('rows', 'range', 'groups')) return
      const both = this.takeWord('between')
      this.#bound()
      if (!both) return
      this.needWord('and')
      this.#bound()
    })
  }
  #bound(): void {
    if (this.takeWords('current', 'row')) return
    if (!this.takeWord('unbounded')) this.#operand()
    if (!this.takeWord('preceding', 'following')) this.unexpected()
  }
}
