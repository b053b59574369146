import { counted } from '#base/format.ts'
import { stem } from '#base/stems.ts'
import { plural } from '#base/word-forms.ts'
import { tableText } from '#catalog/rules/table-text.ts'
import type { TableFacts } from '../rules/tools.ts'
import { questionsFor } from './starters.ts'
import { listed, sayTable } from './wording/nouns.ts'

const GREETING =
  /^(?:hi|hello|hey|help|help me|start|get started|good (?:morning|afternoon|evening))(?: there)?[\s!.?]*$/i
const ABILITY =
  /^(?:what (?:can|could|do) you (?:do|answer|know)|what (?:can|could|should) i ask(?: you)?|how (?:do|can) i (?:use this|start|begin)|how does this work|(?:please )?(?:show|give|tell)(?: me)? (?:everything|(?:some |any |a few |the )?insights?)|what(?:'s| is) interesting(?: here)?|(?:any |some )?insights?)\b[^,]*$/i
const MY = '(?: the| my| our| this| these)?'
const DATA = 'data|files?|sheets?|tables?|datasets?|data ?sets?|database|schema|sources?|information'
const WHAT_DATA = new RegExp(
  `^(?:what|which) (?:${DATA})\\b.*\\b(?:have|available|there|here|see|connected|know)\\b[\\s?.!]*$|^(?:please )?(?:show|list|describe|give|explain|summari[sz]e)(?: me)?(?: an? (?:overview|summary) of)?(?: all)?${MY}(?: available)? (?:${DATA})[\\s?.!]*$|^what(?:'s| is) in${MY} (?:${DATA})[\\s?.!]*$|^(?:data )?overview[\\s?.!]*$`,
  'i',
)
const NAME = '([\\p{L}\\p{N}_. -]+?)'
const ONE_TABLE = new RegExp(
  `^(?:please )?(?:describe|explain)(?: me)?${MY}(?: table)? ${NAME}(?: table| data)?[\\s?.!]*$|^(?:what|which) (?:columns|fields)\\b.*?(?:in|of|does|do|has)${MY} ${NAME}(?: table)?(?: have| has)?[\\s?.!]*$|^what(?:'s| is) in${MY} ${NAME}(?: table)?[\\s?.!]*$`,
  'iu',
)

const MOST_TABLES = 8

const rowsOf = (table: TableFacts) => counted(table.rows, 'row')

function tableNamed(words: string, tables: TableFacts[]): TableFacts | undefined {
  const flat = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map(stem)
      .join(' ')
  return tables.find((table) => flat(table.name) === flat(words))
}

const tellTable = (table: TableFacts): string => (table.text ?? tableText(table, table.profile)).join('\n')

function tellTables(tables: TableFacts[]): string {
  const some = tables.toSorted((a, b) => b.rows - a.rows).slice(0, MOST_TABLES)
  const said = some.map((table) => `${plural(sayTable(table.name))} (${rowsOf(table)})`)
  const more = tables.length - some.length
  return tables.length === 1
    ? tellTable(tables[0]!)
    : `There are ${tables.length} tables here: ${listed(more > 0 ? [...said, `${more} more`] : said)}.`
}

/** What somebody is told who greets, or asks what there is to ask about; null for any other question. */
export function overview(question: string, tables: TableFacts[]): string | null {
  const asked = question.trim()
  const named = asked.match(ONE_TABLE)?.slice(1).find(Boolean)
  // A table may be called "files" itself.
  const isOfAll = WHAT_DATA.test(asked) && !tableNamed(asked.split(/\P{L}+/u).findLast(Boolean)!, tables)
  const table = named && !isOfAll ? tableNamed(named, tables) : undefined
  if (!table && !GREETING.test(asked) && !ABILITY.test(asked) && !isOfAll) return null
  const own = table?.profile?.facts.map((fact) => fact.question).slice(0, 3) ?? []
  const examples =
    own.length > 0 ? own : questionsFor(table ? tables.toSorted((a) => (a === table ? -1 : 1)) : tables, 3)
  return [
    table ? tellTable(table) : `I answer questions about your data with a table and a chart. ${tellTables(tables)}`,
    ...(examples.length ? ['You could ask, for example:', ...examples.map((example) => `- ${example}`)] : []),
  ].join('\n')
}
