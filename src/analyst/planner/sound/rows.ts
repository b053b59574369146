import { root, stem } from '#base/stems.ts'
import { wordsOf } from '#base/text.ts'
import { NUMBER, numberSaid } from '../../built-in/dates.ts'
import { type Condition, columnsOf, type Form, factorsOf, isMeasure, lacksGroups } from '../../built-in/form.ts'
import { path } from '../../built-in/join.ts'
import { AMOUNT, speaksOfMoney } from '../../built-in/money.ts'
import { type Column, hasSize, isId, nameColumns, type Schema, tableOf } from '../../built-in/schema.ts'
import { isPercentage } from '../../built-in/wording/nouns.ts'
import { alike } from '../../rules/synonyms.ts'
import { lacksOnly } from '../constructions.ts'
import { showsDeed } from '../deeds.ts'
import { flagOf } from '../draft.ts'
import { isNamed } from '../named.ts'
import { isFigure, isOfPeople } from '../rows.ts'
import { conditionsOf, isOfNo } from '../skeleton.ts'
import { isDuration, type Unit, unitIn, unitOf } from '../units.ts'
import { KIN_OF } from '../words.ts'
import { IN_ORDER, keysIn, type Rule } from './query.ts'

/** Which rows are meant, and what is shown of them. */
export const OF_ROWS: Rule[] = [
  ({ conditions }) => conditions.some((one) => !comparesSizes(one) || isOfItself(one)),
  ({ conditions, question }) => isTornRange(conditions, question),
  ({ conditions, form, question, schema }) => conditions.some((one) => isStateOfOthers(one, form, question, schema)),
  ({ form, question, schema }) =>
    !ALTERNATIVES.test(question) && form.where.some((one) => isOfEither(one) || isOfAnyOf(one, form, question, schema)),
  ({ form, schema }) => isEmpty(form, schema) || isTwiceSaid(form) || form.where.some(isFar),
  ({ form, question, schema }) => comparesOtherUnits(form, question, schema),
  ({ conditions, question }) => PIECES.test(question) && conditions.some(isOfMoney),
  ({ conditions, question }) => conditions.some((one) => isOfKeyByChance(one, question)),
  ({ form, question }) => isOfNone(form, question),
  ({ conditions, question }) =>
    !NEGATES.test(question) && !ZERO.test(question) && conditions.some((one) => isDenied(one, question)),
  ({ conditions, form, question }) =>
    !NEGATES.test(question) &&
    !LEAVES_OUT.test(question) &&
    (conditions.some(leavesOut) ||
      form.where.some((one) => (one.kind === 'related' || one.kind === 'among') && one.not)),
  ({ conditions, question, schema }) =>
    DID_NOT.test(question) && conditions.some((one) => isOfOthers(one, question, schema)),
  ({ form, question }) => isHalfDenied(form, question),
  ({ form, question }) => lacksOnly(form, question),
  ({ form, question }) => deniesHalf(form, question),
  ({ form, question, schema }) => isTurned(form, question, schema),
  ({ form, question, schema }) => hasOthersAsWell(form, question, schema),
  ({ form, question }) => LISTS.test(question) && isNumberOfAll(form),
  ({ form, question }) =>
    (WITH_AND_WITHOUT.test(question) && form.where.some(({ kind }) => kind === 'related')) || TOGETHER.test(question),
  ({ conditions, form, question }) => isOfPercent(form, conditions, question),
  ({ form, question }) => BOTH_ENDS.test(question) && form.limit === 1,
  ({ conditions, question }) => conditions.some((one) => isNumberOfFirst(one, question)),
  ({ conditions, form, schema }) => conditions.some((one) => isOrphan(one, form, schema)),
  ({ question, form, schema }) => WHO.test(question) && (isOfFigures(form, schema) || isOfCounted(form, question)),
  ({ question, form, schema }) => WHAT_DID.test(question) && isListOfPeople(form, schema),
  ({ question, form, schema }) => keepsTakenOff(form, question, schema),
  ({ form, question, schema }) => showsDeed(form, question, schema),
  ({ form, question, schema }) => showsOthers(form, question, schema),
  ({ form }) => isTold(form),
  ({ conditions, question }) => DID.test(question) && conditions.some((one) => isDoing(one, question)),
  ({ form, question, schema }) => isDoneAtOther(form, question, schema),
]

const DID = /\b(?:did|does|do)\b/i
/** Whether what somebody did stands for a state: tickets that Acme opened need not be open. */
const isDoing = (one: Condition, question: string): boolean =>
  one.kind === 'compare' &&
  /^(?:open|close|cancel|return|order|approve|reject)$/i.test(String(one.value)) &&
  new RegExp(`\\b(?:did|does|do) (?!\\p{L}+ have\\b).*\\b${one.value}\\b(?! \\p{L}+s\\b)`, 'iu').test(question)

/** Whether what was done in a period is told by another time, where rows have that: what was "delivered in May" was so by delivered_on. */
const isDoneAtOther = ({ where, group }: Form, question: string, schema: Schema): boolean =>
  where.some((one) => {
    if (one.kind !== 'compare' || one.operator !== '=' || typeof one.value !== 'string') return false
    const then = `\\b${RegExp.escape(one.value)} (?:in|on|during|since|before|after|between|last|this|per|by|each|every)\\b`
    if (!new RegExp(then, 'iu').test(question)) return false
    const { columns } = tableOf(schema, one.column.table)
    const of = root(one.value.toLowerCase())
    const own = columns.filter(({ temporal, words }) => temporal && words.some((word) => root(word) === of))
    const isTime = (column: Column) => column.temporal && columns.includes(column)
    const times = [
      ...where.flatMap((other) => (other.kind === 'period' && isTime(other.column) ? other.column : [])),
      ...group.flatMap(({ column, grain }) => (grain && isTime(column) ? column : [])),
    ]
    return own.length > 0 && times.length > 0 && !times.some((time) => own.includes(time))
  })

/** Whether what somebody has the most of is told, and not who has it: "who had the most claims" is no claim. */
const isOfCounted = ({ outputs }: Form, question: string): boolean => {
  const [, noun] = /\bthe (?:most|fewest|least) (\p{L}+)/iu.exec(question) ?? []
  const keys = outputs.flatMap(keysIn)
  return noun !== undefined && keys.length > 0 && keys.every(({ words }) => words.includes(stem(noun.toLowerCase())))
}

const WHO = /^\s*who\b/i

/** What no query can tell by the rows of one side, or by single rows. */
const WITH_AND_WITHOUT = /\bwith (?:and|or|vs\.?|versus) without\b/i
const TOGETHER = /\b(?:bought|sold|ordered|purchased|borrowed|used|watched|taken) together\b/i

const PERCENT_OF =
  /\b(?:top|first|last|best|worst|bottom|[\p{L}-]+est|(?:most|least) \p{L}+) (\d+(?:[.,]\d+)?) ?(?:%|per ?cent) of\b/iu
/** "The fastest 10% of runners" are not ten, none aged 10 and none called so. */
const isOfPercent = ({ limit, limitPerGroup }: Form, conditions: Condition[], question: string): boolean => {
  const said = PERCENT_OF.exec(question)?.[1]
  const isSaid = (one: Condition) =>
    one.kind === 'compare' && [said, `${said}%`].includes(String(one.value)) && !isPercentage(one.column.name)
  return said !== undefined && ([limit, limitPerGroup].includes(Number(said)) || conditions.some(isSaid))
}

/** One query tells one of them first. */
const BOTH_ENDS =
  /\b(?:best and (?:the )?worst|worst and (?:the )?best|highest and (?:the )?lowest|lowest and (?:the )?highest|largest and (?:the )?smallest|biggest and (?:the )?smallest|most and (?:the )?least|top and (?:the )?bottom|first and (?:the )?last|oldest and (?:the )?(?:youngest|newest)|longest and (?:the )?shortest|cheapest and (?:the )?most expensive|fastest and (?:the )?slowest)\b/i

const FIRST_FEW = new RegExp(
  `\\b(${NUMBER}) (?:[\\p{L}-]{2,}est|most|least|best|worst)\\b|\\b(?:top|bottom|best|worst) (${NUMBER})\\b`,
  'iu',
)
/** Whether rows are to have the number of those that come first as their value: "the ten fastest" are not ten years old. */
const isNumberOfFirst = (one: Condition, question: string): boolean => {
  const [, before, after = before] = FIRST_FEW.exec(question) ?? []
  return after !== undefined && one.kind === 'compare' && one.operator === '=' && one.value === numberSaid(after)
}

/** Whether rows are to lack what each of them belongs to: loans of no book. */
const isOrphan = (one: Condition, { base }: Form, { edges }: Schema): boolean =>
  (one.kind === 'related' || one.kind === 'among') &&
  one.not &&
  one.where.length === 0 &&
  edges.some(({ from, to }) => {
    const parent = one.kind === 'related' ? one.table : (one.key ?? one.column).table
    return from.table === base && to.table === parent && from.nulls === 0 && parent !== base
  })

const LISTS = /^\W*(?:(?:which|what|list|show|find|name|the|all|our|me) )*\p{L}+s (?:who|whose|that|which)\b/iu
/** Whether but their number is told of what is to be listed: "customers who ordered twice". */
const isNumberOfAll = ({ outputs, group }: Form): boolean =>
  group.length === 0 && outputs.every((one) => isMeasure(one) && one.measure.fn === 'count' && one.shown === 'value')

const RANGE = /(?<![\d.,])(\d[\d,.]*) ?(?:to|-|–) ?(\d[\d,.]*)(?![\d.,]*\d)/g

/** Whether the ends of a range that is said are values of two columns: "aged 30 to 40" of an age of 30 and 40 children. */
const isTornRange = (conditions: Condition[], question: string): boolean =>
  [...question.matchAll(RANGE)].some(([, from, to]) => {
    const ofValue = (said: string | undefined) =>
      conditions.find(
        (one) => one.kind === 'compare' && one.operator === '=' && String(one.value) === said?.replaceAll(',', ''),
      )
    const [a, b] = [ofValue(from), ofValue(to)]
    return a !== undefined && b !== undefined && columnsOf(a)[0] !== columnsOf(b)[0]
  })

/** Whether rows are to be open by the state of others that only belong to the same: repairs of a flat by its leases. */
const isStateOfOthers = (one: Condition, { base }: Form, question: string, schema: Schema): boolean =>
  columnsOf(one).some(
    ({ made, table }) =>
      made?.kind === 'state' &&
      table !== base &&
      !tableOf(schema, table).words.some((word) => question.toLowerCase().includes(word)) &&
      path(schema, [base], table)?.some(({ many }, at, way) => many && way[at - 1]?.many === false) !== false,
  )

const WITHOUT =
  /^\W*(?:(?:which|what|list|show|find|give|count|how many|number of|the|all|our|me|are) )*(\p{L}+) (?:who|that|which|without|not|never|have|has|had|with no|do|did|were|was)\b/iu

/** Whether what is asked for is what there must be none of: "students who are in no course" are students. */
function isTurned({ where, base }: Form, question: string, { tables }: Schema): boolean {
  const subject = stem(WITHOUT.exec(question)?.[1]?.toLowerCase() ?? '')
  const isSubject = (word: string) => word === subject || alike(word, subject)
  const table = tables.find(({ words }) => words.length === 1 && isSubject(words[0]!))
  return table !== undefined && table.name !== base && where.some((one) => one.kind === 'related' && one.not)
}

const DENIED = /\b(?:never|not|no|nothing|without)\b|n['’]t\b/i
const APART = /\b(?:but|and|yet|while|only|except)\b/i
/** Whether a condition that is said of what did not happen narrows what did: "never sold in the North in May" are those with no such sale. */
function deniesHalf({ where }: Form, question: string): boolean {
  const start = DENIED.exec(question)?.index
  const said = (one: Condition) => (one.kind === 'period' ? one.label : one.kind === 'compare' ? String(one.value) : '')
  const isBehind = (one: Condition) => {
    const text = said(one).toLowerCase()
    return start !== undefined && text !== '' && question.toLowerCase().indexOf(text) > start
  }
  return where.some(lacksGroups) && !APART.test(question) && where.some(isBehind)
}

const WITHOUT_ANY =
  /^\W*(?:(?:which|what|list|show|find|give|how many|number of|the|all|our|me) )*(\p{L}+) (?:(?:that|which|who) )?(?:without|(?:with|has|have|had) no|(?:(?:is|are|was|were|has|have|had|did|do|does) )?never|(?:do|does|did|has|have|had|(?:was|were)(?=(?: not|n['’]t) \p{L}+(?:ed|n|ld|nt)\b))(?: not|n['’]t))\b/iu
/** Whether groups or things are told that have rows of another kind as well: "cities without hotels" have no hotel in any row. */
function hasOthersAsWell({ where, outputs, base }: Form, question: string, schema: Schema): boolean {
  const noun = stem(WITHOUT_ANY.exec(question)?.[1]?.toLowerCase() ?? '')
  const isOfRows = ({ unique, table, words }: Column) =>
    unique || !words.includes(noun) || nameColumns(tableOf(schema, table)).some((one) => one.words.includes(noun))
  const told = outputs.flatMap((one) =>
    isMeasure(one) ? (one.measure.distinct && one.measure.of?.columns) || [] : keysIn(one),
  )
  const isGroup = told.some((column) => noun !== '' && !isOfRows(column))
  const isOfValue = (one: Condition) =>
    one.kind === 'compare' && !one.column.numeric && !one.column.made && flagOf(one.column) === null
  const isOfAll = where.some((one) => (one.kind === 'among' || one.kind === 'related') && one.not)
  const isOfMany = (one: Condition) =>
    isOfValue(one) &&
    leavesOut(one) &&
    columnsOf(one).some(({ table }) => path(schema, [base], table)?.some(({ many }) => many))
  const isThing = noun !== '' && tableOf(schema, base).words.includes(noun)
  return !isOfAll && ((isGroup && where.some(isOfValue)) || (isThing && where.some(isOfMany)))
}

const HAVING =
  /^\W*(?:(?:which|what|list|show|find|give|the|all|our|me) )*(\p{L}+) (?:with|having|that have|who have) (?:more|less|fewer|at (?:least|most)|over|under|exactly)\b/iu

/** Whether other rows are shown than those that were asked for: "orders with more than 2 products" are orders. */
function showsOthers({ outputs, everything }: Form, question: string, { tables }: Schema): boolean {
  const subject = stem(HAVING.exec(question)?.[1]?.toLowerCase() ?? '')
  const table = tables.find(({ words }) => words.length === 1 && words[0] === subject)
  const keys = outputs.flatMap(keysIn)
  return table !== undefined && !everything && keys.length > 0 && !keys.some((column) => column.table === table.name)
}

const MEASURED = /([$€£₹]?)(?<![\d.,])(\d[\d,]*(?:\.\d+)?)(?: ?(\p{L}+))?/gu

/** The numbers of a question with the units that they are said in: "€65", "65 euros", "250 kWh". */
const measuredIn = (question: string): { value: number; unit: Unit }[] =>
  [...question.matchAll(MEASURED)].flatMap(([, sign, number, word]) => {
    // Pounds are money as well as weight.
    const unit = sign ? unitOf('euro') : /^pounds?$/i.test(word ?? '') ? undefined : unitOf(word?.toLowerCase() ?? '')
    return unit ? { value: Number(number!.replaceAll(',', '')), unit } : []
  })

/** Whether figures are compared with a number that is of another unit than theirs: "70 minutes" with seconds, "65 euros" with a count. */
function comparesOtherUnits(form: Form, question: string, { tables }: Schema): boolean {
  const all = [
    ...conditionsOf(form).flatMap((one) => (one.kind === 'compare' ? { value: one.value, columns: [one.column] } : [])),
    ...form.having.map(({ value, measure }) => ({ value, columns: measure.of ? factorsOf(measure.of) : [] })),
  ]
  const compared = all.filter(({ value }) => typeof value === 'number')
  if (compared.length === 0) return false
  const measured = measuredIn(question)
  const isThere = ({ of }: Unit) => tables.some(({ columns }) => columns.some((one) => unitIn(one, of)))
  return compared.some(({ value, columns }) =>
    measured.some(({ value: said, unit }) => {
      if (said !== value) return false
      const own = columns.map((one) => unitIn(one, unit.of)).find((one) => one !== undefined)
      if (own) return own.factor !== unit.factor
      // "At most 3 days" of a figure that nobody names is no satisfaction of 3.
      if (unit.of === 'time')
        return columns.some((one) => !one.made && !one.temporal && !isDuration(one) && !isNamed(one, question))
      const isMoney = unit.of === 'money' && columns.some(({ words }) => words.some((word) => AMOUNT.test(word)))
      return !isMoney && isThere(unit)
    }),
  )
}

/** A number of things, which is compared with no price. */
const PIECES = /\b\d[\d,.]* (?:units|pieces|copies|items)\b/i

const isOfMoney = (one: Condition): boolean =>
  one.kind === 'compare' && typeof one.value === 'number' && columnsOf(one).some(speaksOfMoney)

const IN_YEAR = /\b(?:in|since|during|from|before|after|until) (?:19|20)\d\d\b/i

/** Whether a size, or a year, is looked for among keys that nothing speaks of. */
const isOfKeyByChance = (one: Condition, question: string): boolean => {
  if (one.kind !== 'compare' || !isId(one.column) || typeof one.value !== 'number' || IN_ORDER.test(question))
    return false
  return /^[<>]/.test(one.operator) || (IN_YEAR.test(question) && one.value >= 1900 && one.value < 2100)
}

const NEGATES =
  /\b(?:no|not|non|never|none|nobody|without|except|excluding|lack\w*|miss\w*|empty|blank|unknown|null|un\w+|\w+n['’]t|\w+less)\b/i

/** Words that leave rows out without a negation. */
const LEAVES_OUT =
  /\b(?:only|always|all|every\w*|exclusively|other|besides?|but|yet|still|new|first|stopped|lost|left|churn\w*|idle|lapsed|vacant|free|outstanding|apart|anything|any|until|zero|0)\b/i

/** Whether rows are those of which the very word of the question is not true: "with a garage" of garage No. */
const isDenied = (one: Condition, question: string): boolean =>
  isOfNo(one) && flagOf(one.column) !== null && isNamed(one.column, question)

const NO_KIND = /\b(?:no|without(?: any)?) ([\p{L}-]+)/iu
/** Whether rows of a kind are looked for where there are to be none of it, and of all others none: "no sick leave in 2025" is one thing. */
const isHalfDenied = ({ where }: Form, question: string): boolean => {
  const said = stem(NO_KIND.exec(question)?.[1]?.toLowerCase() ?? '')
  const isOfKind = (one: Condition) =>
    leavesOut(one) || (one.kind === 'compare' && stem(String(one.value).toLowerCase()) === said)
  return where.some((none) => {
    const table = none.kind === 'related' && none.not ? none.table : null
    return where.some((one) =>
      one.kind === 'related'
        ? !one.not && one.table === table && one.where.some(isOfKind)
        : columnsOf(one)[0]?.table === table && isOfKind(one),
    )
  })
}

const DID_NOT = /\b(?:did|do|does|have|has|had|was|were|is|are)(?: not|n['’]t| never)\b|^\p{L}+ (?:not|never) \p{L}+/iu
/** Whether rows of another table are looked for that are of another kind: what was not sold has no sale, though it may have returns. */
const isOfOthers = (one: Condition, question: string, { tables }: Schema): boolean => {
  const said = new Set(wordsOf(question).map(stem))
  const isSaid = (words: string[]) => words.every((word) => said.has(word))
  return (
    leavesOut(one) &&
    columnsOf(one).every(({ table }) => tables.some(({ name, words }) => name === table && !isSaid(words))) &&
    tables.some(({ words }) => isSaid(words))
  )
}

const ZERO = /\b(?:0|zero|false)\b/i

const leavesOut = (one: Condition): boolean => 'operator' in one && one.operator === '<>'

/** Whether a share is of rows that have none of something, and nothing says so. */
const isOfNone = ({ outputs }: Form, question: string): boolean =>
  !NEGATES.test(question) &&
  outputs.some(
    (one) =>
      isMeasure(one) &&
      one.measure.where?.some((part) => (part.kind === 'related' ? part.not : part.kind === 'null' && !part.not)) ===
        true,
  )

const WHAT_DID =
  /^what (?:do|does|did|have|has) (?!we\b|i\b).*\b(?:buy|bought|order|ordered|purchase|purchased|get|rent|rented|borrow|borrowed|choose|sell|sold)\b/i

/** Whether those who bought something are listed, or the numbers under which they did, and not what they bought. */
const isListOfPeople = ({ outputs, everything, base }: Form, schema: Schema): boolean =>
  (isOfPeople(tableOf(schema, base)) &&
    (everything || outputs.every((one) => !isMeasure(one) && one.key.column.table === base))) ||
  outputs.every((one) => !isMeasure(one) && isId(one.key.column))

const TAKEN_OFF = /\b(?:after|net of|minus|less) (?:all )?(\p{L}+)/giu

/** Whether only rows that have some are told of, where these were to be taken off: "profit after refunds" is not that of what came back. */
const keepsTakenOff = ({ where }: Form, question: string, schema: Schema): boolean => {
  const nouns = Array.from(question.matchAll(TAKEN_OFF), ([, noun]) => stem(noun!.toLowerCase()))
  const isOne = (table: string) =>
    tableOf(schema, table).words.some((word) => nouns.some((noun) => noun === word || KIN_OF.get(noun)?.has(word)))
  return where.some((one) => one.kind === 'related' && !one.not && isOne(one.table))
}

/** Whether only figures, times and ids are shown. */
const isOfFigures = ({ outputs, everything }: Form, { tables }: Schema): boolean =>
  !everything &&
  outputs.every(
    (output) =>
      isMeasure(output) ||
      isFigure(output.key.column) ||
      output.key.column.temporal ||
      (tables.length > 1 && output.key.column.role === 'id'),
  )

/** Whether a column is to be among its values where it has one of them: that is all. */
const isOfItself = (one: Condition) =>
  one.kind === 'among' && !one.not && one.where.some((inner) => columnsOf(inner).includes(one.column))

const comparesSizes = (one: Condition): boolean => {
  const isSize = 'operator' in one ? one.operator !== '=' && one.operator !== '<>' : one.kind === 'between'
  const isEnd = one.kind === 'extreme' && (one.fn === 'max' || one.fn === 'min')
  const columns = one.kind === 'average' ? [one.column] : columnsOf(one)
  if (one.kind === 'average' && isId(one.column)) return false
  // "In December" is no figure, even where no column has it.
  const isText = one.kind === 'compare' && one.column.numeric && Number.isNaN(Number(one.value))
  return !isText && (!(isSize || isEnd) || columns.every(hasSize))
}

/** So many times as large as all figures of a column is a size of something else: "under 100,000" says nothing of ages. */
const FAR = 10

const isFar = (one: Condition): boolean => {
  if (one.kind !== 'compare' || typeof one.value !== 'number' || !one.column.numeric) return false
  const { min, max } = one.column
  return (
    min !== null &&
    max !== null &&
    Math.abs(one.value) > FAR * Math.max(Math.abs(Number(min)), Math.abs(Number(max)), 1)
  )
}

/** Whether conditions that must all hold leave no figure of a column. */
function isEmpty({ where, base, outputs }: Form, schema: Schema): boolean {
  const bounds = new Map<Column, [low: number, high: number]>()
  // What a row belongs to has one time as well: nobody joined in both years.
  const isOne = (table: string) => table === base || path(schema, [base], table)?.some(({ many }) => many) === false
  const isOfRow = (one: Condition) =>
    (one.kind === 'related' && !one.not && isOne(one.table)) || (one.kind === 'among' && !one.not && one.column.unique)
  const all = where.flatMap((one) => (isOfRow(one) && 'where' in one && Array.isArray(one.where) ? one.where : one))
  const periods = all.flatMap((one) => (one.kind === 'period' && !one.not ? one : []))
  const isApart = (one: (typeof periods)[number]) =>
    periods.some(({ column, from }) => column === one.column && from !== null && one.to !== null && from >= one.to)
  if (periods.some(isApart)) return true
  // What has no row at all has none that is so.
  const none = where.flatMap((one) => (one.kind === 'related' && one.not && one.where.length === 0 ? one.table : []))
  const needs = (one: Condition, table: string) =>
    (one.kind === 'related' && !one.not && one.table === table) ||
    columnsOf(one).some(
      (column) => column.table !== base && path(schema, [base], column.table)?.some(({ far }) => far.table === table),
    )
  if (none.some((table) => where.some((one) => needs(one, table)))) return true
  // No key is missing, and nothing is told by a name that is.
  const isNameless = ({ column }: Condition & { kind: 'null' }) =>
    (column.unique && isId(column)) || (outputs.length === 1 && outputs.flatMap(keysIn).includes(column))
  if (where.some((one) => one.kind === 'null' && !one.not && isNameless(one))) return true
  const missing = where.flatMap((one) => (one.kind === 'null' && !one.not ? one.column : []))
  for (const one of where) {
    if (one.kind === 'between' && one.low > one.high) return true
    if (one.kind === 'period' && missing.includes(one.column)) return true
    if (one.kind !== 'compare' || typeof one.value !== 'number') continue
    const [low, high] = bounds.get(one.column) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const isLow = /^(?:>=?|=)$/.test(one.operator)
    const isHigh = /^(?:<=?|=)$/.test(one.operator)
    bounds.set(one.column, [isLow ? Math.max(low, one.value) : low, isHigh ? Math.min(high, one.value) : high])
  }
  return bounds.values().some(([low, high]) => low > high)
}

/** Whether one of two values is enough where both are said of what has several: "customers who bought coffee and tea". */
const isOfAnyOf = (one: Condition, { base }: Form, question: string, schema: Schema): boolean => {
  if (one.kind !== 'in' || one.not || one.values.length !== 2 || one.column.table === base) return false
  const [a, b] = one.values.map((value) => `${RegExp.escape(String(value))}(?:e?s)?`)
  return (
    new RegExp(`\\b${a}\\b(?: \\S+)? and (?:\\S+ )?${b}\\b`, 'i').test(question) &&
    path(schema, [base], one.column.table)?.some(({ many }) => many) === true
  )
}

const ALTERNATIVES = /\b(?:or|either|neither|nor|any)\b|\//i

/** Whether rows need only one of two columns to be so: "paid by voucher" is both. */
const isOfEither = (one: Condition): boolean => one.kind === 'any' && new Set(one.parts.flatMap(columnsOf)).size > 1

/** Whether a column is to have one value, and another one not: the first says it all. */
const isTwiceSaid = ({ where, base }: Form): boolean =>
  where.some((one) => {
    if (one.kind !== 'compare' || one.operator !== '=') return false
    // Who bought coffee may have bought no tea: of another table each has several.
    const isOwn = one.column.table === base
    const isOther = (other: Condition, operator: string) =>
      other.kind === 'compare' &&
      other.operator === operator &&
      other.column === one.column &&
      other.value !== one.value
    return where.some((other) =>
      other.kind === 'related' || other.kind === 'among'
        ? isOwn && other.not && other.where.some((inner) => isOther(inner, '='))
        : isOther(other, '<>'),
    )
  })

/** Whether all that is shown is a value that the question named. */
function isTold({ outputs, where, everything }: Form): boolean {
  const [only, other] = outputs
  if (!only || other || everything || isMeasure(only) || only.key.grain) return false
  return where.some((one) => one.kind === 'compare' && one.operator === '=' && one.column === only.key.column)
}
