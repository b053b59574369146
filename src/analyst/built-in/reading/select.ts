import { type Fn, isMeasure } from '../form.ts'
import { WH } from '../lexicon.ts'
import { type Column, isId, tableOf } from '../schema.ts'
import { Idioms } from './idioms.ts'
import { FNS } from './reading.ts'

/** The pass over what is left: what the question asks to see. */
export abstract class Select extends Idioms {
  protected readSelect() {
    const words = this.line.replace(/[?.!]/g, ' ').split(/\s+/).filter(Boolean)
    let zone: 'select' | 'rest' = 'select'
    let fns: Fn[] = []
    let distinct = false
    let lastFn: Fn[] = []
    const wh = words.find((word) => WH.has(word))
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!
      const fn = FNS.get(word)
      if (fn) {
        if (zone === 'rest' && this.outputs.length && !/^(?:and|,)$/.test(words[i - 1] ?? '')) continue
        zone = 'select'
        fns.push(fn)
        lastFn = []
      } else if (word === 'DISTINCT') distinct = true
      else if (/^M\d+/.test(word)) {
        const of = this.resolver.money(this.subject, word.match(/^M\d+/)![0])
        const margin = this.resolver.margins.has(word)
        if (of)
          this.outputs.push({
            measure: {
              fn: fns[0] && fns[0] !== 'count' && !margin ? fns[0] : 'sum',
              table: of.columns[0]!.table,
              of,
            },
            shown: margin ? 'margin' : this.shown,
          })
        fns = []
      } else if (/^[TC]\d+/.test(word)) {
        if (zone === 'select') {
          const shared = word[0] === 'C' && words[i - 1] === 'and' ? lastFn : []
          const used = this.select(word, fns.length ? fns : shared, distinct, words.slice(i + 1).join(' '))
          lastFn = fns.length && !fns.includes('count') ? fns : []
          if (used === 'bound') zone = 'rest'
        } else this.mentionContext(word)
        fns = []
        distinct = false
      } else if (
        /^(?:that|who|whom|whose|which|where|with|have|has|had|having|in|from|for|at|on|when|made|used|by|containing|NONE|NOT|FILTERED|taught|belonging|belong|live|lives|living|associated|without)$/.test(
          word,
        )
      ) {
        if ((this.outputs.length || this.context.length) && i > 0) zone = 'rest'
      } else if (word === 'and' || word === ',') {
        const next = words[i + 1] ?? ''
        const bound = /^T\d/.test(words[i - 1] ?? '') && words[i - 2] === 'of'
        if (zone === 'rest' && (/^(?:AVG|SUM|COUNT)$/.test(next) || (bound && /^C\d/.test(next)))) zone = 'select'
      }
    }
    this.loneFn = fns[0] ?? null
    if (fns.length && !this.outputs.length && this.subject && fns.includes('count'))
      this.measure(this.countOf(this.subject))
    if (
      wh &&
      (wh !== 'who' || this.outputs.length === 0) &&
      !this.outputs.some((o) => 'key' in o) &&
      !this.outputs.some(isMeasure)
    ) {
      for (const table of [this.subject, ...this.resolver.tables]) {
        if (!table) continue
        const column = WH.get(wh)!.flatMap((w) =>
          tableOf(this.schema, table).columns.filter((c) => c.words.includes(w) && !isId(c)),
        )[0]
        if (column) {
          const names = wh === 'who' ? this.resolver.names(tableOf(this.schema, table)) : []
          for (const shown of names.includes(column) ? names : [column]) this.outputs.push({ key: { column: shown } })
          break
        }
      }
    }
  }

  /** Adds what a tag in the select list asks for; 'bound' when it names whose columns were listed. */
  protected select(tag: string, fns: Fn[], distinct: boolean, after: string): 'bound' | void {
    const mention = this.mention(tag)
    if (tag[0] === 'T') {
      const table = this.table(tag)!
      this.context.push(table.name)
      if (fns.includes('count')) {
        this.measure(this.countOf(table.name))
        return
      }
      const fn = fns[0]
      if (fn) {
        const column = this.measureColumn(table)
        this.measure(column ? this.aggregate(fn, column) : this.countOf(table.name))
        return
      }
      // "the name and age of singers": the table owns the columns that were listed before it.
      if (this.outputs.length) {
        const own = mention.columns.find((hit) => hit.score >= 0.9)
        if (own && /^(?:and|,)/.test(after.trim())) this.outputs.push({ key: { column: own.column } })
        return 'bound'
      }
      return
    }
    const numericFirst = fns.some((fn) => fn !== 'count' && fn !== 'min' && fn !== 'max')
    const owner = after.match(
      /^(?:(?:,|and|of|for) |C\d+ |EACH |DISTINCT )*?(?:of|for|from) (?:EACH |DISTINCT )?(T\d+)/,
    )?.[1]
    const near = (owner ? this.resolver.table(this.mention(owner)).name : null) ?? this.subject
    const column = this.column(tag, near, numericFirst ? this.numeric : undefined)
    if (!column) return
    const totalled =
      column.words[0] === 'total' && column.numeric && /^(?:what is |what was )?C\d/.test(this.tagged.line)
    if (!fns.length && totalled && this.wordOf(tag).startsWith('total') && !this.ranked.length) {
      this.measure(this.aggregate('sum', column))
      return
    }
    if (!fns.length) {
      this.outputs.push({ key: { column } })
      if (distinct) this.distinct = true
      return
    }
    for (const fn of fns) {
      if (fn === 'count') {
        const own = isId(column) && column.unique
        if (column.numeric && !isId(column) && !distinct && column.role === 'measure' && !/year/i.test(column.name)) {
          this.outputs.push(
            this.outputs.some((o) => 'key' in o)
              ? { key: { column } }
              : { measure: this.aggregate('sum', column), shown: this.shown },
          )
          continue
        }
        this.measure(own ? this.countOf(column.table) : this.aggregate('count', column, true))
      } else if (numericFirst && !column.numeric && !holdsNumbers(column) && fn !== 'min' && fn !== 'max')
        this.outputs.push({ key: { column } })
      else this.measure(this.aggregate(fn, column))
    }
  }

  /** A table named after the select list narrows it: rows that have such rows. */
  protected mentionContext(tag: string) {
    const table = tag[0] === 'T' ? this.table(tag) : null
    if (table) this.context.push(table.name)
  }
}

/** Whether a column of text holds numbers as far as the catalog shows. */
const holdsNumbers = (column: Column) =>
  column.values.length > 0 && column.values.every((value) => /^-?\d+(?:\.\d+)?$/.test(value.trim()))
