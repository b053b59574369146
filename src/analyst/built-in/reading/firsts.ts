import type { Key, Output } from '../form.ts'
import { path } from '../join.ts'
import { type Column, type Table, timeColumn } from '../schema.ts'
import { Retention } from './retention.ts'

const END = '(first|earliest|oldest|last|latest|newest|recent|S\\d+|MOST recent)'
const OF = '(?:EACH|by|of EACH|for EACH|in EACH)'

/** Passes over when something happened first or last: "first order date of each customer". */
export abstract class Firsts extends Retention {
  protected readFirsts() {
    const day = '(?: (?:date|dates|day|time|C\\d+))?'
    this.pass(
      new RegExp(
        `(?:\\b(?:date|dates|when (?:was|were)) (?:of )?)?${END}(?: and ${END})? (T\\d+)(?: 's)?${day} ${OF} (T\\d+|C\\d+)`,
      ),
      (m) => {
        const dated = /date|day|time|when|C\d+ (?:EACH|by)|EACH/.test(m[0])
        return dated ? this.endsOf(m[3]!, m[4]!, [m[1]!, m[2]]) : false
      },
    )
    this.pass(new RegExp(`${END}(?: and ${END})? (C\\d+)(?: 's)? ${OF} (T\\d+|C\\d+)`), (m) => {
      const column = this.column(m[3]!, this.subject, (one) => (one.temporal ? 0.2 : -0.3))
      return column?.temporal ? this.endsOf(column, m[4]!, [m[1]!, m[2]]) : false
    })
    this.pass(
      new RegExp(
        `\\bwhen (?:did|was|were|has|have) (?:EACH )?(T\\d+|C\\d+)(?: 's)?(?: (?:make|place|made|placed|their|his|her))* ${END}(?: (?:make|place|placed))? (T\\d+|order|buy|purchase|bought)`,
      ),
      (m) => {
        const deed = m[3]![0] === 'T' ? m[3]! : (this.tableOfDeed(m[3]!, this.tableOfTag(m[1]!) ?? '')?.name ?? null)
        return deed ? this.endsOf(deed, m[1]!, [m[2]!]) : false
      },
    )
    this.pass(
      new RegExp(`(T\\d+)(?: (?:with|and|by|'s))?(?: date of)? ${END}(?: and ${END})? (T\\d+)${day}(?= ?(?:$|[?.]))`),
      (m) => {
        if (!/\b(?:date|dates|when|day)\b/.test(this.tagged.line)) return false
        return this.endsOf(m[4]!, m[1]!, [m[2]!, m[3]])
      },
    )
    this.pass(
      new RegExp(
        `^ ?when (?:was|were|is|did) (?:we )?(?:make |place |get |have )?${END} (T\\d+)(?: (?:placed|made|ever|received))*(?= ?(?:$|[?.,]|in|from|of|for|by V|V))`,
      ),
      (m) => {
        const time = timeColumn(this.table(m[2]!) ?? { columns: [], words: [] })
        if (!time || this.tagged.adjectives.get(m[1]!)?.columns.includes('date') === false) return false
        this.subject = time.table
        this.outputs.push({ measure: this.aggregate(this.isLast(m[1]!) ? 'max' : 'min', time), shown: 'value' })
        this.understand('ever')
        return ''
      },
    )
  }

  private isLast(word: string): boolean {
    const adjective = this.tagged.adjectives.get(word)
    if (adjective) this.used.add(word)
    return adjective ? adjective.descending : /^(?:last|latest|newest|recent|MOST)/.test(word)
  }

  /** The first or last date of the rows of one table for each row of another, or each value of a column. */
  private endsOf(deed: string | Column, each: string, ends: (string | undefined)[]): string | false {
    const named = typeof deed !== 'string' ? deed.table : /^T\d+$/.test(deed) ? this.table(deed)?.name : deed
    const table = this.schema.tables.find(({ name }) => name === named)
    const time = typeof deed !== 'string' ? deed : table && timeColumn(table)
    if (!table || !time) return false
    // "most expensive", "oldest": not of dates.
    if (
      ends.some(
        (word) =>
          word && this.tagged.adjectives.has(word) && !this.tagged.adjectives.get(word)!.columns.includes('date'),
      )
    )
      return false
    const keys = this.keysOfEach(each, table)
    if (!keys) return false
    this.understand('date dates day time')
    for (const word of ends) {
      if (!word) continue
      const output: Output = { measure: this.aggregate(this.isLast(word) ? 'max' : 'min', time), shown: 'value' }
      this.outputs.push(output)
      if (this.order.length === 0) this.order.push({ by: output, descending: this.isLast(word) })
    }
    this.subject = table.name
    for (const key of keys) this.group.push(key)
    if (each[0] === 'T') this.nameKeys.push(...keys)
    return ''
  }

  private keysOfEach(tag: string, table: Table): Key[] | null {
    const keys = this.keys(tag, table.name)
    const way =
      keys[0] && (keys[0].column.table === table.name ? [] : path(this.schema, [table.name], keys[0].column.table))
    return way && !way.some((step) => step.many) ? keys : null
  }
}
