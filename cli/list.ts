import { InvalidArgumentError, Option } from 'commander'
import {
  type AnyList,
  columnsOf,
  columnValue,
  type ItemOf,
  type Filter as ListFilter,
} from '../src/admin/rules/list.ts'
import { nextLink } from '../src/base/link-header.ts'
import { csvOf } from '../src/billing/rules/csv.ts'
import type { Client } from './client.ts'
import { type Command, commandOf, type Use } from './command.ts'
import { note, say, sayTable } from './print.ts'
import { money, number, when } from './record.ts'

/** Items that a list prints unless asked for another number, and at most, however many there are. */
const USUAL = 50
const MOST = 100_000
const PAGE = 200

type Value = string | number | null | undefined
/** A column of a table; `of` is the value that CSV keeps, `shown` how people read it. */
export type ListColumn<T> = {
  name: string
  of: (item: T) => Value
  text?: (item: T) => string
  right?: boolean
  whole?: boolean
}

type ListOptions = { limit: number; all?: boolean; csv?: boolean }
export type Listed<T> = {
  path: string
  query?: Record<string, string | undefined>
  columns: ListColumn<T>[]
  /** Said instead of a table without rows. */
  empty: string
}

/** A whole number from 1 of an option. */
export function count(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('Give a whole number from 1.')
  return number
}

const listing = (command: Command): Command =>
  command
    .addOption(new Option('--limit <count>', 'how many to print').argParser(count).default(USUAL))
    .option('--all', `print all of them, at most ${MOST.toLocaleString('en')}`)
    .option('--csv', 'print CSV')

/** An option of a list that narrows it: its name is that of the parameter. */
export type Filter = { flags: string; about: string; choices?: readonly string[] }

const SORT: Filter = {
  flags: '--sort <order>',
  about: 'created (the latest first) or another column of the list; with _asc the other way round',
}

export function optionOf(name: string, { option: [value, about], choices }: ListFilter): Filter {
  const flags = name === 'q' ? `-q, --search ${value}` : `--${name.replaceAll('_', '-')} ${value}`
  return { flags, about, ...(choices ? { choices } : {}) }
}

/** The options and columns of a list of the panel, as it declares them. @param texts what people read of a column, where it is more than its value */
export function declared<L extends AnyList>(list: L, texts: { [column: string]: (item: ItemOf<L>) => string } = {}) {
  type Item = ItemOf<L>
  const columns = columnsOf(list)
  const filters = Object.entries<ListFilter>(list.filters).map(([name, filter]) => optionOf(name, filter))
  const isSorted = Object.values(columns).some(({ sort }) => sort)
  return {
    filters: isSorted ? [...filters, SORT] : filters,
    columns: Object.entries<string>(list.cli).map(([head, name], at): ListColumn<Item> => {
      const { type, labels, whole } = columns[name] ?? {}
      const of = (item: Item) => columnValue(columns, name, item) as Value
      const plain = (item: Item) => {
        const value = of(item)
        if (value === null || value === undefined) return ''
        if (type === 'moment') return head.endsWith('(UTC)') ? when(String(value)) : String(value).slice(0, 10)
        if (type === 'money') return money(Number(value), (item as { currency: string }).currency)
        return type === 'count'
          ? number(Number(value))
          : (labels?.[value] ?? (Array.isArray(value) ? value.join(' ') : String(value)))
      }
      const right = type === 'count' || type === 'money'
      return { name: head, of, text: texts[name] ?? plain, right, whole: whole ?? at === 0 }
    }),
  }
}

export function filtering(command: Command, filters: Filter[]): Command {
  for (const { flags, about, choices } of filters) {
    const option = new Option(flags, about)
    command.addOption(choices ? option.choices(choices) : option)
  }
  return command
}

/** A command that goes on printing what is new of a list of the panel, narrowed as the list is. */
export function tailCommand(list: AnyList, about: string, examples: string[]): Command {
  const { from: _from, to: _to, ...filters } = list.filters as Record<string, ListFilter>
  const options = Object.entries(filters).map(([name, filter]) => optionOf(name, filter))
  return filtering(commandOf('tail', about, examples), options)
}

/** A command that prints a list of the API. @param filters options that become parameters of the same name */
export function listCommand<T>(
  name: string,
  description: string,
  examples: string[],
  { filters = [], ...list }: Listed<T> & { filters?: Filter[] },
): Command {
  const command = filtering(listing(commandOf(name, description, examples)), filters)
  return command.does(async (use, options: Record<string, unknown>) => {
    const named = command.options.filter((option) => filters.some(({ flags }) => flags === option.flags))
    const given = named.map((option) => [parameter(option), options[option.attributeName()]] as const)
    const texts = given.map(([key, value]) => [key, value === undefined ? undefined : String(value)])
    const query = Object.fromEntries(texts)
    await printList<T>(use, { ...list, query: { ...list.query, ...query } })
  })
}

/** `--two-factor` is `two_factor`; what is searched for is `q` in every list. */
const parameter = (option: Option): string => (option.long === '--search' ? 'q' : option.name().replaceAll('-', '_'))

/** Prints a list as a table, as CSV or as JSON, page after page, up to what was asked for. */
async function printList<T>({ client, json, command }: Use, list: Listed<T>): Promise<void> {
  const { limit, all, csv } = command.opts<ListOptions>()
  const most = all ? MOST : limit
  let more = false
  if (json) {
    let hasItems = false
    for await (const page of pagesOf<T>(client, list, most)) {
      for (const item of page.items) {
        process.stdout.write(`${hasItems ? ',' : '['}\n${JSON.stringify(item, null, 2).replace(/^/gm, '  ')}`)
        hasItems = true
      }
      more = page.more
    }
    say(hasItems ? '\n]' : '[]')
  } else if (csv) more = await printCsv(client, list, most)
  else {
    const items: T[] = []
    for await (const page of pagesOf<T>(client, list, most)) {
      items.push(...page.items)
      more = page.more
    }
    if (items.length === 0) return say(list.empty)
    const textsOf = (item: T) => list.columns.map(({ of, text: shown }) => shown?.(item) ?? String(of(item) ?? ''))
    sayTable(list.columns, items.map(textsOf))
  }
  if (more) note(all ? `There are more than ${MOST.toLocaleString('en')}.` : 'There are more: --limit or --all.')
}

type Batch<T> = { items: T[]; more: boolean }

async function* pagesOf<T>(client: Client, list: Listed<T>, most: number): AsyncGenerator<Batch<T>> {
  for await (const { answer, left, next } of answersOf(client, list, most, 'application/json')) {
    const items = await client.read<T[]>(answer)
    yield { items: items.slice(0, left), more: next || items.length > left }
  }
}

/** The answers of a list, one a page. `left`: how many of its items are still wanted. */
async function* answersOf<T>(client: Client, { path, query }: Listed<T>, most: number, accept: string) {
  let left = most
  let at: string | null = addressOf(path, { ...query, limit: String(Math.min(PAGE, left)) })
  while (at && left > 0) {
    const answer: Response = await client.call(at, { headers: { accept } })
    const next = nextOf(answer)
    yield { answer, left, next: next !== null }
    left -= PAGE
    at = next && left > 0 ? addressOf(next, { limit: String(Math.min(PAGE, left)) }) : null
  }
}

function addressOf(path: string, query: Record<string, string | undefined>): string {
  const url = new URL(path, 'http://server')
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.pathname + url.search
}

/** Where the next page is; never on another server. */
function nextOf(answer: Response): string | null {
  const target = nextLink(answer.headers.get('link'))
  return target && /^\/(?!\/)/.test(target) ? target : null
}

/** CSV as the server writes it where it does, of the columns of the table elsewhere. @returns whether there is more */
async function printCsv<T>(client: Client, list: Listed<T>, most: number): Promise<boolean> {
  let head = true
  let more = false
  for await (const { answer, left, next } of answersOf(client, list, most, 'text/csv, application/json;q=0.5')) {
    const isCsv = answer.headers.get('content-type')?.startsWith('text/csv')
    const records = csvRecords(isCsv ? await answer.text() : csvOfItems(await client.read<T[]>(answer), list.columns))
    process.stdout.write(records.slice(head ? 0 : 1, left + 1).join(''))
    head = false
    more = next || records.length - 1 > left
  }
  return more
}

function csvOfItems<T>(items: T[], columns: ListColumn<T>[]): string {
  const names = columns.map(({ name }) => name.toLowerCase().replace(/\W+/g, '_'))
  const rows = items.map((item) => Object.fromEntries(columns.map(({ of }, i) => [names[i]!, of(item) ?? null])))
  return csvOf(names, rows)
}

/** The records of CSV with their ends; a line break within quotes ends none. */
export const csvRecords = (text: string): string[] => text.match(/(?:[^"\n]|"(?:[^"]|"")*")*\n/g) ?? []

export async function allOf<T>(client: Client, path: string, most = 1000): Promise<T[]> {
  const items: T[] = []
  for await (const page of pagesOf<T>(client, { path, columns: [], empty: '' }, most)) items.push(...page.items)
  return items
}
