import { root, stem } from '#base/stems.ts'
import { MONTH } from '../built-in/dates.ts'
import type { Token } from '../built-in/lex.ts'
import { type Mention, replacing } from '../built-in/link.ts'
import { flowsOf } from '../built-in/money.ts'
import { Resolver } from '../built-in/resolve.ts'
import { type Column, columnsIn, type Schema } from '../built-in/schema.ts'
import { sayColumn, signOf } from '../built-in/wording/nouns.ts'
import { only } from './halves.ts'
import { isFigure } from './rows.ts'
import { DID, IS, type Rule, replaced, rule, WHO } from './rules.ts'
import { spentTime } from './takes.ts'

/** "Take in" or "take": of "take in October" the month keeps its word. */
const TAKE = `(?:take|taken)(?: in(?! (?:the |last |this |early |late |\\d|q\\d|${MONTH})))?`

/** What comes in and goes out of a column: people that come in are counted. */
const FLOWING = '(?:money|cash|goods|stock|pieces|units|items|articles)'
/** What is said of money, or of anything that comes and goes, where a column has what went out below zero. */
const FLOWS: Rule[] = [
  rule(`\\bhow much (?:money )?${DID} (?:${WHO}|people) (?:spend|spent|pay|paid)(?: out)?\\b`, 'total spending'),
  rule(
    `\\bhow much (?:money )?${DID} (?:${WHO}) (?:earn|earned|receive|received|${TAKE}|make|made)\\b`,
    'total income',
  ),
  rule(`\\bhow (?:much|many)(?: ${FLOWING})? (?:came|come|comes|went|got) in\\b`, 'total income'),
  rule(`\\bhow (?:much|many)(?: ${FLOWING})? (?:went|go|goes|got) out\\b`, 'total spending'),
  rule(
    `(?:\\b(?:that|which) )?\\b${WHO} (?:spend|spent) (?:the )?most(?: money)?(?: on)?\\b`,
    'with the highest spending',
  ),
  rule(`\\b(?:what|how much(?: money)?)(?: ${IS}| do ${WHO} have)? left(?: over)?\\b`, 'total #'),
  rule(
    `\\bhow (?:much|many) (.+?) (?:${IS}(?: there)?|(?:do|have) ${WHO} (?:have|got)) left(?: over)?\\b`,
    'total # $1',
  ),
]

export const flowing = (text: string, schema: Schema): string => {
  const [flow] = flowsOf(schema)
  return flow ? replaced(text, FLOWS).replaceAll('#', flow.of.name) : text
}

const OUT = new Set(
  'spend spends spent spending expense expenses expenditure expenditures outgoings outflow outflows cost costs'.split(
    ' ',
  ),
)
const IN = new Set('income incomes earnings inflow inflows earned received'.split(' '))

const ADVERBS: Record<string, RegExp> = {
  hour: /^hourly$/,
  day: /^daily$/,
  week: /^weekly$/,
  month: /^monthly$/,
  year: /^(?:yearly|annual)$/,
}
const PER_TIME = new RegExp(
  `^how much ${DID} (.+?) (?:earn|make|get|cost|charge|pay)s? (?:per|an?|each|every) (hour|day|week|month|year)(?: on average)?(?=[?.!]*$)`,
  'iu',
)
/** "How much do they earn per hour": the column of hourly wages. */
export const wages = (text: string, schema: Schema): string =>
  text.replace(PER_TIME, (said: string, who: string, time: string) => {
    const column = only(
      columnsIn(schema).filter(
        (one) => isFigure(one) && one.words.some((word) => ADVERBS[time.toLowerCase()]!.test(word)),
      ),
    )
    return column ? `average ${column.name} of ${who}` : said
  })

/** What a row earns has a name of its own there. */
const EARNED = /^(?:income|earning|salary|wage|pay|gross|profit|prize|winning)$/
const REVENUE: Rule[] = [
  rule(
    '(?<!\\bwho )\\b(?:has |have )?(?:paid|pays?)(?: us)? (?:the )?(most|least)(?: money)?(?=[?.!]*$| (?:in|during|from|since|last|this|per)\\b)',
    'has the $1 revenue',
  ),
  rule(
    `\\b(?:(?:(?:brought|brings?|took|takes?) in|earn(?:s|ed)?|generate[sd]?)(?: us)? (?:the )?(most|least)(?: money)?|(?:made|makes?)(?: us)? (?:the )?(most|least) money)(?=[?.!]*$| (?:in|during|from|since|last|this|per)\\b)`,
    'has the $1$2 revenue',
  ),
  rule(
    '\\b(?:(?:brought|brings?|took|takes?) in|earn(?:s|ed)?|generate[sd]?)(?: us)? (more|less) than (?=[$€£]? ?\\d)',
    'have revenue of $1 than ',
  ),
  rule(
    '\\b(?:(?:who|that) )?(?:spent|spends?|paid|pays?) more than (?:the )?average(?: customer| one)?(?=[?.!]*$)',
    'with revenue above average',
  ),
  rule(
    '\\b(?:(?:who|that) )?(?:spent|spends?|paid|pays?) less than (?:the )?average(?: customer| one)?(?=[?.!]*$)',
    'with revenue below average',
  ),
  rule(
    `^(?:how much(?: money)?|what) ${DID} (?:${WHO} |(.+?) )(?:make|made|bring in|brought in|earn|earned|${TAKE})\\b`,
    'total revenue $1',
  ),
  rule(
    `^how much(?: money)? ${DID} ${WHO} (?:sell|sold|turn over)(?=[?.!]*$| (?:in|during|from|since|last|this|per|by)\\b)`,
    'total revenue',
  ),
]
const isAmountOf = (one: Column, who: string): boolean =>
  isFigure(one) &&
  signOf(one) !== null &&
  one.words.includes(stem(who.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()))

/** What is said of money that comes in, where a column adds up to it and none is called so. */
export function earning(text: string, schema: Schema): string {
  const put = replaced(text, REVENUE).replace(
    / (most|least) revenue/i,
    (_, end: string) => ` ${/most/i.test(end) ? 'highest' : 'lowest'} revenue`,
  )
  if (put === text) return text
  // "What did the café take in", where it has a column of its own.
  const who = put.match(/^total revenue (?:the |our )?(\p{L}+)\b/iu)?.[1]
  const takings = who ? columnsIn(schema).filter((one) => isAmountOf(one, who)) : []
  if (takings.length === 1) return put.replace(/^total revenue (?:the |our )?\p{L}+/iu, `total ${takings[0]!.name}`)
  // What we earn is no wage.
  const isOurs = /\b(?:do|does|did|have|has) (?:we|i)\b/i.test(text)
  const isNamed = schema.tables.some(({ columns }) =>
    columns.some(
      (one) => one.numeric && one.words.some((word) => EARNED.test(word) && !(isOurs && /^(?:wage|pay)$/.test(word))),
    ),
  )
  return isNamed || !new Resolver(schema, []).money(null) ? text : put
}

const AMOUNT =
  /(?<!\b(?:average|avg|mean|median|single|largest|highest|lowest|smallest|biggest|maximum|minimum) )\b(?:total )?(\p{L}{4,}) (?:amount|total|sum|volume)s?\b(?! (?:of|number)\b)/giu
/** "The invoiced amount": what the rows of invoices come to, where the table has money. */
export const amounts = (text: string, schema: Schema): string =>
  text.replace(AMOUNT, (said: string, word: string) => {
    const table = schema.tables.find(({ words }) => root(words.at(-1)!) === root(word.toLowerCase()))
    const [column, other] = (table && new Resolver(schema, []).money(table.name)?.columns) ?? []
    return !table || !column || other || column.table !== table.name ? said : `total ${sayColumn(column)}`
  })

const PAID =
  /^(?:how much|what) (?:did|do|have|has) (?:we|i|they|you) (?:spend|spent|pay|paid)(?: on (?:ads?|advertising|marketing|everything|it all)\b)?/iu
const OUR_SPENDING =
  /(?<!\breturns? on (?:\p{L}+ )?)\b(?:(?:total|ad|advertising|media|marketing) )*(?:ad)?(?:spend|spending)\b/iu
const OF_PEOPLE = /\b(?:customers?|clients?|people|who|members?|guests?|users?|buyers?|they)\b/iu
/** "What did we spend last month", "spend by channel": the only column of costs. */
export const paid = (text: string, schema: Schema): string => {
  const column = only(
    columnsIn(schema).filter(
      (one) => isFigure(one) && /^(?:cost|spend|spending|spent|expense)$/.test(one.words.join(' ')),
    ),
  )
  if (!column) return text
  const asked = text.replace(PAID, `total ${column.name}`)
  const isSaid = asked !== text || OF_PEOPLE.test(text) || asked.toLowerCase().includes(column.name.toLowerCase())
  return isSaid ? asked : text.replace(OUR_SPENDING, `${/\bshare of\b/i.test(text) ? '' : 'total '}${column.name}`)
}

/** "Time spent on a project": what comes to it in the only column of times that adds up. */
export const spent = (text: string, schema: Schema): string => {
  const column = spentTime(schema)
  if (!column) return text
  return text
    .replace(/\b(?:total )?time (?:spent|booked|logged|worked)\b/giu, `total ${sayColumn(column)}`)
    .replace(
      /\b(?:do|did|have) (?:we|i|you|they) (?:spend|spent) (?:the )?(most|least) (?:time|hours)(?: on| with| for| at)?\b/giu,
      (_, end: string) => `has the ${/^most$/i.test(end) ? 'highest' : 'lowest'} total ${sayColumn(column)}`,
    )
}

/** Pounds are money where some column has them. */
export const pounds = (text: string, schema: Schema): string =>
  columnsIn(schema).some((one) => one.numeric && signOf(one) === '£')
    ? text.replace(/(?<=\d )pounds?\b/giu, 'gbp')
    : text

const PAID_PER = /\b(?:hourly|daily|weekly|monthly|yearly|annual) (rate|fee|wage|salary|price|rent)s?\b/giu
/** "The hourly rate" of a column rate. */
export const perTime = (text: string, schema: Schema): string =>
  text.replace(PAID_PER, (said, word: string) =>
    columnsIn(schema).some((one) => isFigure(one) && one.words.join() === word.toLowerCase()) ? word : said,
  )

const STOCK =
  /\b(?:how much (?:stock|inventory) (?:do we have|is there|is left)|(?<!\p{L} )(?:(?:our|the|current|total) )*(?:stock|inventory)(?: levels?| quantity)?)(?= (?:by|per|in|at|for) |[?.! ]*$)/iu
/** "Stock by warehouse": how many there are of it. */
export const stocked = (text: string, schema: Schema): string => {
  const column = only(
    columnsIn(schema).filter(
      (one) => isFigure(one) && /^(?:quantity |qty |units? )?(?:on hand|in stock|stock)$/.test(one.words.join(' ')),
    ),
  )
  return column ? text.replace(STOCK, `total ${column.name}`) : text
}

/** Links words of what goes out and comes in where one column has both. */
export function linkFlows(tokens: Token[], mentions: Mention[], schema: Schema): Mention[] {
  const [flow] = flowsOf(schema)
  if (!flow) return mentions
  const added = tokens.flatMap(({ kind, lower }, start): Mention[] => {
    const column = kind !== 'word' ? null : OUT.has(lower) ? flow.spending : IN.has(lower) ? flow.income : null
    const isNamed = mentions.some(
      (one) => one.start <= start && start < one.end && (one.score >= 0.9 || one.end - one.start > 1),
    )
    return column && !isNamed
      ? [
          {
            start,
            end: start + 1,
            score: 0.95,
            kind: 'column',
            tables: [],
            columns: [{ column, score: 0.95 }],
            values: [],
          },
        ]
      : []
  })
  return replacing(mentions, added)
}
