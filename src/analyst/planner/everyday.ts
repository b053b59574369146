import { nameWords, root, stem } from '#base/stems.ts'
import { wordsOf } from '#base/text.ts'
import { plural } from '#base/word-forms.ts'
import { MONTH, NUMBERS } from '../built-in/dates.ts'
import { type Column, columnsIn, eventTable, isId, nameColumns, type Schema, tableOf } from '../built-in/schema.ts'
import { PARTS } from '../built-in/totals.ts'
import { sayColumn, sayTable } from '../built-in/wording/nouns.ts'
import { aged, older } from './ages.ts'
import { amounts, earning, flowing, paid, perTime, pounds, spent, stocked, wages } from './amounts.ts'
import { inBrackets } from './brackets.ts'
import { eventsOf } from './deeds.ts'
import { documented } from './documents.ts'
import { flagOf } from './draft.ts'
import { timely } from './durations.ts'
import { flagged } from './flags.ts'
import { halves, only, signed } from './halves.ts'
import { idiomatic } from './idioms.ts'
import { ofKind } from './kinds.ts'
import { lasting } from './lasting.ts'
import { isFigure, timeOfRows } from './rows.ts'
import { DID, IS, LENGTH, type Rule, replaced, rule, WHO } from './rules.ts'
import { going, staying } from './staying.ts'
import { isDone, takes } from './takes.ts'
import { isIn, unitIn, unitOf } from './units.ts'
import { KIN_OF } from './words.ts'

const AT = '(?:in|on|for|from|at|with|by|during|via|among)'
const MORE = '(?:more|less|fewer)(?! than)'
const HIGHER = '(?:higher|lower|better|worse|bigger|larger|smaller|greater)'
/** Words as they are typed in a hurry, and comparisons that are put as a question of yes or no: both sides are told. */
const SAID: Rule[] = [
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should)nt\b/giu, "$1n't"],
  [/\b(what|who|where|when|how)s\b/giu, '$1 is'],
  [/\bppl\b/giu, 'people'],
  rule('^how many days (?=(?:from|between) )', 'average days '),
  // "How much did each rep sell last month"
  rule(`^how much ${DID} (?:each|every) (.+?) (?:sell|bring in|turn over)\\b`, 'total revenue by $1'),
  rule('^(?:which|what) (?:is|was) (?:the |our )?best[- ]selling (\\p{L}+)', 'which $1 sold the most'),
  [
    /\bsince (?:the )?(?:beginning|start) of (?=(?:this|last|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})\b)/giu,
    'since ',
  ],
  [/\b(day|week|month|quarter|year) by \1\b/giu, 'by $1'],
  rule('\\bneither (.+?) nor (.+?)(?=[?.!,]*$)', 'not $1 and not $2'),
  [/\bright now\b/giu, 'now'],
  // "The oldest animal on our books"
  [/ (?:on (?:our |the )?(?:books|file|record)|in (?:our|the) (?:records|system|files))(?=[?.!]*$)/giu, ''],
  [/\brunning time\b/giu, 'runtime'],
  [/(?<=\buntil .{1,60})\bgets? (?=(?:\p{L}{2,}ed|paid|sent|sold|built)\b)/giu, 'is '],
  // "How many days pass between booking and visit, on average per room"
  rule(
    `^(?:on average,? )?how many (?:days|hours|weeks) (?:does it (?:usually )?take|pass|passed|elapse|go by|lie|${IS} there)(?: on average)? (until|between|from|to)\\b(.*?)(?:,? on average)?(?=[?.!]*$|,? (?:per|by|for each)\\b)`,
    'average time $1$2',
  ),
  // "Films longer than the average film"
  [/\b(\p{L}{3,}?)(s|es)?\b(.*\bthan) (?:the|an) average \1(?=[?.!]*$)/giu, '$1$2$3 average'],
  // "How many articles do we carry altogether"
  rule(
    `^how many (.+?) do ${WHO} (?:carry|offer|keep|hold|own|run|operate|employ|manage|maintain)(?= (?:altogether|overall|in (?:total|all|the|our)\\b)|[?.!]*$)`,
    'how many $1 do we have',
  ),
  [/\b(find|figure|work|point) out\b/giu, '$1'],
  // "When it rains", "when it's sunny"
  rule(
    "\\bwhen it(?:['’]s| is| was)? (?=(?:rain|snow|sun|cloud|wind|fog|storm|overcast|clear|wet|dry|hot|warm|cold|cool|freez)\\p{L}*)",
    'in ',
  ),
  // "Did I spend more in 2025 or 2026", "did we sell more shoes in May than in June", "do more people come in May or June"
  rule(
    `^${DID} (${WHO}) (\\w+) ${MORE} (${AT}) (\\S+(?: \\S+)?) (?:or|than)(?: ${AT})? (?=\\S)`,
    'how much did $1 $2 $3 $4 vs ',
  ),
  rule(`^${DID} ${WHO} \\w+ ${MORE} (\\S+(?: \\S+)?) than (?!${AT} )(?=\\S)`, 'how many $1 vs '),
  rule(
    `^${DID} (${WHO}) (\\w+) ${MORE} (.+?)( ${AT}) (.+?) (?:or|than)(?: ${AT})? (?=\\S)`,
    'how many $3 did $1 $2$4 $5 vs ',
  ),
  rule(`^(?:${DID}|${IS} there) ${MORE} (.+?) (?:or|than)(?: ${AT})? (?=\\S)`, 'how many $1 vs '),
  rule(`^${DID} ${WHO} (\\w+) (?:more|less)(?: often)? than (\\w+)(?=[?.!]*$)`, 'how many $1 vs $2'),
  // "Do interviews get more downloads than panels"
  rule(
    `^${DID} (?:the |our )?(.+?) (?:get|have|had|receive|make|bring in|generate|attract|earn|sell|see) ${MORE} (.+?) than (?:the )?(?=\\S)`,
    'how many $2 for $1 vs ',
  ),
  // "Do German customers spend more than French ones"
  rule(
    `^${DID} (\\S+) (\\p{L}+) (spend|spent|pay|paid|cost) (?:more|less|fewer) than (\\S+)(?: (?:ones?|\\2))?(?=[?.!]*$)`,
    'total spending of $1 vs $4 $2',
  ),
  rule(
    `^which ${IS} more (?:common|popular|frequent)[,:]? (?:an? |the )?(.+?) or (?:an? |the )?(?=\\S)`,
    'how many $1 vs ',
  ),
  // "Is the price higher in Rome than in Paris", "is the price in Rome higher than in Paris", "is the price higher for those with a garden"
  rule(`^${IS} (?:the )?(.+?) ${HIGHER} (${AT}) (.+?) than(?: ${AT})? (?=\\S)`, '~$1 $2 $3 vs '),
  rule(`^${IS} (?:the )?(.+?) (${AT}) (.+?) ${HIGHER} than(?: ${AT})? (?=\\S)`, '~$1 $2 $3 vs '),
  rule(
    `^${IS} (?:the )?(.+?) ${HIGHER} (?:${AT}|if|when) (?:people|those|\\p{L}+s) (?:who|that|which|with|having)(?: (?:is|are|have|has))? (?:an? |the )?(?=\\S)`,
    '~$1 by ',
  ),
  // "Orders per month compared to the month before"
  rule(
    `^(.+?) (?:per|by|each|every) (week|month|quarter|year),? (?:compared|relative|versus|vs\\.?)(?: (?:to|with))? (?:the )?(?:(?:previous|prior|last) \\2|\\2 before)`,
    'change in number of $1 per $2',
  ),
  // "Change in the orders compared with the previous month", "growth of sales over the month before"
  rule(
    `^(?:what (?:is|was) )?(?:the )?(?:change|growth|increase|decrease|difference) (?:in|of) (?:the )?(.+?),? (?:(?:compared|relative) (?:with|to)|over|versus|vs\\.?|on|from|against) (?:the )?(?:(?:previous|prior|last|preceding) (${LENGTH})|(${LENGTH}) before)(?:,? in percent)?`,
    'change in $1 per $2$3',
  ),
  rule(`^(.+?) (?:growth|change) (?:from )?(${LENGTH}) (?:to|by|over|on) \\2`, 'change in $1 per $2'),
  rule(
    `^how many (?:more|fewer) (.+?) (?:were there )?than in the (?:(?:previous|prior|last) (${LENGTH})|(${LENGTH}) before)(?:,? (?:for|in) each (?:${LENGTH})(?: of)?)?`,
    'change in number of $1 per $2$3 in',
  ),
  // "Revenue by product as a percentage of the total"
  rule(
    '^(.+?) (by|per|for each) (.+?),? (?:as|in) (?:an? )?(?:share|percentage|percent|%|part|proportion) of (?:the )?(?:total|whole|overall|all)(?=[?.!]*$)',
    'share of $1 $2 $3',
  ),
  // "Each region's share of all sales", "share of each region in total sales"
  rule(
    "^(?:what is )?(?:each|every) (.+?)['’]s? (?:share|part|percentage) of (?:(?:all|the|total|overall) )*(.+?)(?=[?.!]*$)",
    'share of $2 by $1',
  ),
  rule(
    '^(?:what is )?(?:the )?share of (?:each|every) (.+?) (?:in|of) (?:(?:all|the|total|overall) )*(.+?)(?=[?.!]*$)',
    'share of $2 by $1',
  ),
  rule('\\b(at least|more than|at most|exactly) once\\b', '$1 1 time'),
  rule('\\b(at least|more than|at most|exactly) twice\\b', '$1 2 times'),
  rule(
    '\\b(?:(?:gave|give|have|has|had|with) )?no (?:answer|value|entry|response)s? (?:on|to|for|in|about)\\b',
    'with no',
  ),
  rule('\\bleft (.+?) (?:blank|empty)\\b', 'with no $1'),
  rule(`^how far (?=${DID} )`, 'how much distance '),
  rule(
    `^(?:how much|what) ${DID} (?:all )?(?:the |our |my |these )?(.+?) (?:add up|come|amount|sum up)s? to(?: in total| altogether)?(?=[?.!]*$)`,
    'total $1',
  ),
  rule(
    `^(?:how much|what) ${DID} (?:all )?(?:the |our |my |these )?(.+?) cost (?:us )?(?:in total|altogether|overall|all together)\\b`,
    'total cost of $1',
  ),
  rule(
    '\\bhow (?:strongly|closely|well) (?:do|does|is|are) (?:the )?(.+?) (?:go(?:es)? with|depends? on|(?:is |are )?(?:related|linked|correlated?s?) (?:to|with)) (?:the )?(.+?)(?: \\(correlation\\))?(?=[?.!]*(?: \\(correlation\\))?$)',
    'correlation between $1 and $2',
  ),
  rule('\\bhalf an hour\\b', '30 minutes'),
  // "In which month is the average cost the highest"
  rule(
    '^(?:in |on |at |for )?(which|what) (\\S+(?: \\S+)?) (?:is|are|was|were) (?:the )?((?:average|total|median|number of|sum of) .+?) (?:the )?(highest|lowest|largest|smallest|greatest)(?=[?.!]*$)',
    '$1 $2 has the $4 $3',
  ),
  rule('\\bcalendar (month|quarter)s?\\b|\\b(month|quarter)s? of the year\\b(?! \\d)', '$1$2-of-year'),
  // "Which order took the longest from order to delivery"
  rule('\\b(?:took|takes?) (?:the )?(longest|shortest)(?: time)? (?=from |between |to |until )', 'has the $1 time '),
  rule('\\b(\\p{L}+ed|paid|sent|done) within (\\d+ (?:hour|day|week)s?)\\b(?! of)', 'that took at most $2 to $1'),
  rule('\\b(above|below)-average\\b', '$1 average'),
  // "Which months had sales above the monthly average"
  rule(
    '(?<=\\b(?:months|weeks|days|quarters|years)\\b.{1,60} (?:than|above|below|over|under)) (?:the|their) (?:daily|weekly|monthly|quarterly|yearly) average(?=[?.!]*$)',
    ' average',
  ),
  // "Write-offs by warehouse in value"
  rule('^(?:the )?(\\p{L}[\\p{L}-]*)((?: (?:by|per) \\p{L}+)?) in (?:value|money)(?=[?.!]*$)', 'total value of $1$2'),
  rule(' ?(?:> ?=|=>|≥) ?', ' at least '),
  rule(' ?(?:< ?=|=<|≤) ?', ' at most '),
  // "How many hours are left on each project"
  rule(
    '^how (?:many|much) (.+?) (?:is|are|do we have) (?:still )?left (?:on|for|per) (?:each |every )?(.+?)(?=[?.!]*$)',
    '$1 left per $2',
  ),
  // "Petrol against diesel"
  rule('(?<=\\p{L}) against (?!the |our |its |their |a |an |budget|target|plan|us\\b|me\\b)', ' vs '),
  // "Claims that have been open for more than 60 days"
  rule(
    '\\b(?:(?:that|which|who) )?(?:have been |has been |been |are |is )?(open|waiting|pending|unpaid|outstanding|unresolved|unanswered) (?:for )?(?:more than|over|longer than) (\\d+) (day|week|month)s\\b(?! (?:ago|late|to))',
    '$1 from more than $2 $3s ago',
  ),
  // "Sales since last October"
  rule(`\\b(since|before|until|after) last (?=${MONTH}\\b)`, '$1 '),
  // "Books that nobody has borrowed yet", "what did nobody order"
  rule(
    '\\b(?:(?:that|which) )?(?:nobody|no one|no-one) (?:has |have )?(?:ever )?(?=\\p{L}+(?:ed|ught|ld|en|t|d)\\b)',
    'that were never ',
  ),
  // "Who has not been here for six months"
  rule(
    "(?<=\\b(?:no|not|never|without|\\w+n['’]t)\\b.{1,60}) (?:in|for) (?:(?:over|more than|at least|the past) )?(\\d+|two|three|four|five|six|nine|twelve) (day|week|month|year)s?(?=[?.!]*$)",
    ' in the last $1 $2s',
  ),
  // "Which three flats are the cheapest"
  rule(
    '^(?:which|what) (two|three|four|five|six|seven|eight|nine|ten|\\d+) (.+?) (?:are|were) (?:the )?(\\p{L}+est|most \\p{L}+|least \\p{L}+)(?=[?.!]*$)',
    '$1 $3 $2',
  ),
  // "Tenants whose phone number is missing"
  rule(
    '\\b(?:whose|where the|with (?:a|the)) (.+?)(?:(?<=\\b(?:phone|mobile|telephone|fax|contact)) number)? (?:is|are|was|were) (?:missing|empty|blank|unknown|not (?:known|given|filled in|recorded))\\b',
    'with no $1',
  ),
  // "Everything that got lost"
  rule(
    '^(?:what(?: is|.s) )?the (.+?) of (?:everything|all things) (?:that|which) (?:got|was|is|were|are|has been)\\b',
    'total $1 of what is',
  ),
  // "How much of our spending is shared, in percent"
  rule(
    '^how much of (?:the |our |my )?(.+?) (is|was|are|were|goes to|went to|comes from|came from) (.+?),? (?:in percent|as a percentage|in %|percentage-?wise)(?=[?.!]*$)',
    'what share of $1 $2 $3',
  ),
  // "Stays of a week or more"
  rule('\\b(?:of|for|lasting) an? week or (?:more|longer)\\b', 'with duration at least 7 days'),
  rule('\\b(?:of|for|lasting) (\\d+) (?:day|night)s? or (?:more|longer)\\b', 'with duration at least $1 days'),
  // "Phone versus chat: how many of each"
  rule(
    '^(.+?) (?:vs\\.?|versus|or|and|compared (?:to|with)) (.+?)[:,]? how many (?:of each|each)(?=[?.!]*$)',
    'how many $1 vs $2',
  ),
  rule('\\bsaw (?:the )?(most|fewest|least|highest|lowest|biggest|smallest)\\b', 'has the $1'),
  rule(',? how many (?:of|in|for) each(?=[?.!]*$)|,? how many each(?=[?.!]*$)', ''),
  rule(
    '\\b(?:on |at )?(?:the )?weekends? (?:(?:compared|in comparison) (?:with|to)|vs\\.?|versus|and|or|than) (?:on |during )?(?:the )?(?:weekdays?|working days?)\\b',
    'by weekend',
  ),
  // The point of a title ends no sentence
  [/\b(Mrs?|Ms|Dr|Prof|St)\. (?=\p{Lu})/gu, '$1 '],
  // "Longer than two weeks"
  ...NUMBERS.slice(1, 9).map((word, at) =>
    rule(
      `\\b(than|over|under|least|most|within) (?:${at + 1}|${word}${at === 0 ? '|an?' : ''}) weeks?\\b(?! ago)`,
      `$1 ${7 * (at + 1)} days`,
    ),
  ),
  rule(
    '\\b(than|over|under|above|below|least|most) an? (?=(?:hour|minute|day|week|month|year|kilo|litre|mile)\\b)',
    '$1 1 ',
  ),
  // "Names that start with A", "with love in the title": texts in quotation marks are told from words
  [
    /\b((?:start|begin|end)(?:s|n?ing)?) with (?:an? |the )?(?:(?:letters?|words?) )?(\p{L}[\p{L}\p{N}-]*)(?=[?.!,]*$| (?:and|or|by|per|in|from|with|that|who)\b)/giu,
    '$1 with "$2"',
  ],
  [
    /\b((?:names?|titles?)(?: that)? end(?:s|ing)?) (?:in|on) (\p{L}+)(?=[?.!,]*$| (?:and|or|by|per)\b)/giu,
    '$1 with "$2"',
  ],
  [
    /\b(names?|titles?) (contain(?:s|ing)?|includ(?:es?|ing)|with|having) (?:the )?(?:(?:letters?|words?) )?([\p{L}\p{N}-]+)(?=[?.!,]*$| (?:and|or|by|per)\b)/giu,
    '$1 containing "$3"',
  ],
  [
    /\b(?:with|having|that (?:have|has|contain|include)) (?:the )?(?:(?:letters?|words?) )?([\p{L}\p{N}-]+) in (?:the|their|its|his|her) (names?|titles?)\b/giu,
    'with "$1" in the $2',
  ],
]

/** "Which weekday do I train most": where the word of doing is none that a figure is about, what is done are the rows. */
const TIME =
  '^(?:(?:on|at|in) )?(?:which|what) (?<grain>month-of-year|quarter-of-year|weekday|day of the week|time of day|hour of the day|day|week|month|hour|year)s?'
const BUSIEST = [
  `${TIME} (?:has|have|${IS}|had|${DID} (?:${WHO}|people) (?:get|have|see|receive|record|count|log)) (?:the )?(?<end>most|least|fewest) (?:of the )?(?<things>(?:[\\p{L}-]+s|people)(?: \\p{L}+){0,2})(?=[?.!]*$)`,
  `${TIME} (?:do|did) (?:the )?(?<end>most|least|fewest) (?<things>[\\p{L}-]+s|people) \\p{L}+(?: in| place| up| out)?(?=[?.!]*$)`,
  `${TIME} ${DID} (?:${WHO}|people) (?<word>\\w+) (?:the )?(?<end>most|least|fewest)(?: often)?(?=[?.!,]*$| (?:in|on|at|for|from|with|by|during|since|until|this|last|and|or|of)\\b)`,
  `${TIME} ${DID} (?:${WHO}|people) (?<word>\\w+) (?:to )?(?:the )?(?<end>most|least|fewest) (?<noun>\\p{L}+s)(?=[?.!]*$)`,
].map((said) => new RegExp(said, 'iu'))
/** What a question for the time with most of something says: which things, or what is done, and to what. */
type Busy = { grain: string; end: string; things?: string; word?: string; noun?: string }
const busiest = (text: string, schema: Schema): string => {
  const columns = columnsIn(schema)
  const isFigured = (said: string) => {
    const kin = KIN_OF.get(said)
    const isNamed = (one: Column) => one.words.some((word) => word === stem(said) || kin?.has(word))
    return (
      columns.some((one) => isFigure(one) && isNamed(one)) ||
      (kin && !columns.some((one) => one.temporal && isNamed(one)))
    )
  }
  const name = (grain: string) => (/^(?:time|hour)/.test(grain) ? 'hour' : grain.replace(/^day of the week/, 'weekday'))
  return columns.some(({ temporal }) => temporal)
    ? BUSIEST.reduce(
        (all, busy) =>
          all.replace(busy, (said: string, ...found) => {
            const { grain, end, things, word = '', noun } = found.at(-1) as Busy
            const isMost = /^most$/i.test(end)
            const time = name(grain.toLowerCase())
            const counted = things ?? (eventsOf(schema).has(word.toLowerCase()) ? word : null)
            if (counted) return `${time} with the ${isMost ? 'highest' : 'lowest'} number of ${counted}`
            // What is played are the rows, where nothing is called so.
            const isNamed = noun
              ? schema.tables.length > 1 || columns.some((one) => one.words.includes(stem(noun.toLowerCase())))
              : isFigured(word.toLowerCase())
            return isNamed ? said : `${isMost ? 'busiest' : 'quietest'} ${time}`
          }),
        text,
      )
    : text
}

/** "Is the revenue higher in May" is of all of it, "is the price" of each on average. */
const figured = (text: string): string =>
  text.replace(/^~(.+?)(?= (?:in|on|for|from|at|with|by|during|via|among) )/iu, (_, what: string) => {
    const words = what.toLowerCase().split(' ')
    if (words.some((word) => /^(?:average|avg|mean|median|total|number|count|share|rate)$/.test(word))) return what
    return `${words.some((word) => PARTS.test(stem(word))) ? 'total' : 'average'} ${what}`
  })

/** "Who haven't been in since June", "who haven't come this year": those to whom nothing happened then. */
const ABSENT =
  /\b(?:(?:who|that|which) )?(?:have|has|did)(?:n['’]t| not)(?: (?:been|come|visited|returned|shown up|ordered))(?: (?:in|here|back|by|anything))?(?: again)? (?=(?:since|in|during|this|last|for)\b)/iu
const absent = (text: string, schema: Schema): string =>
  text.replace(ABSENT, (said) => {
    const table = eventTable(schema)
    return table ? `without ${plural(sayTable(table.name))} ` : said
  })

/** "Which part of the country": the only column of regions. */
const placed = (text: string, schema: Schema): string =>
  text.replace(/\b(?:part|area|corner|region)s? of (?:the )?(?:country|city|town|world|state)\b/giu, (said: string) => {
    const column = only(
      columnsIn(schema).filter((one) => !one.numeric && one.words.some((word) => KIN_OF.get('region')!.has(word))),
    )
    return column?.name ?? said
  })

/** "Came back damaged", where rows say whether or when they were returned. */
const back = (text: string, schema: Schema): string =>
  columnsIn(schema).some((one) => (one.temporal || flagOf(one)) && one.words.includes('returned'))
    ? text.replace(/\b(?:come|came|sent|brought|given|gave|handed) back\b/giu, 'returned')
    : text

const AVERAGED = /^(?:average|mean)$/
/** "Hours per client", "the hours of Ann and Bob": what comes to them in the column that is measured so. */
const HEADED =
  /^((?:compare |show |list )?(?:the |our )?)(hours|minutes|kilometers|kilometres|km|miles)(?: (?:worked|spent|logged|booked|tracked|recorded|driven|run|ridden|cycled))? (?:of (?=\p{L})|(?=(?:per|by|for|in|on|each|every|last|this)\b))/iu
const MEASURED = /\b(how (?:many|much)|total|average|avg|most|more|fewest|number of) (\p{L}{2,})\b(?! (?:than|of)\b)/giu

/** "How many km", "average minutes": the only figure that is measured so, in its own unit. */
function inUnits(text: string, schema: Schema): { text: string; notes: string[] } {
  const columns = columnsIn(schema)
  const notes: string[] = []
  const put = text.replace(HEADED, '$1total $2 ').replace(MEASURED, (said: string, how: string, word: string) => {
    const unit = /^days?$/i.test(word) ? undefined : unitOf(word.toLowerCase())
    const all =
      unit && unit.of !== 'money'
        ? columns.filter((one) => !one.words.some((name) => AVERAGED.test(name)) && isIn(one, unit))
        : []
    const own = all.filter((one) => unitIn(one, unit!.of)!.factor === unit!.factor)
    const [column, other] = own.length > 0 ? own : all
    if (
      !unit ||
      !column ||
      other ||
      columns.some(({ words }) => words.length === 1 && words[0] === stem(word.toLowerCase()))
    )
      return said
    const inOther = unitIn(column, unit.of)!.factor !== unit.factor
    if (inOther && unit.of !== 'time') notes.push(`I tell it as “${column.name}” is measured.`)
    const name = nameWords(column.name)
      .filter((one) => !unitOf(one))
      .join(' ')
    return `${/^(?:how|number)/i.test(how) ? 'total' : how} ${name || column.name}${inOther && unit.of === 'time' ? ` in ${word}` : ''}`
  })
  return { text: put, notes }
}

/** "Average monthly cost", "on average per day", where each row is of a month or a day: that of the rows. */
function eachTime(text: string, { tables }: Schema): string {
  const [table, other] = tables
  const said = new Set(wordsOf(text).map(stem))
  const isSaid = (one: Column) => isFigure(one) && one.words.some((word) => said.has(word))
  const isOfRows = (said: string) => {
    const length = said.toLowerCase().replace(/ly$/, '').replace('dai', 'day')
    return (
      tables.some(
        ({ columns }) =>
          columns.some(({ temporal, words }) => temporal && words.join() === length) &&
          (!other || columns.some(isSaid)),
      ) ||
      (table !== undefined && !other && timeOfRows(table)?.length === length && timeOfRows(table)?.sides.length === 0)
    )
  }
  return text
    .replace(
      /\b(average|avg|mean) (daily|weekly|monthly|quarterly|yearly) (?=\p{L})/giu,
      (said: string, mean: string, length: string) => (isOfRows(length) ? `${mean} ` : said),
    )
    .replace(
      EACH_OF_ROWS,
      (said: string, mean: string | undefined, what: string, end: string | undefined, length: string) =>
        (mean || end) && isOfRows(length) ? `average ${what}` : said,
    )
}
/** "The average takings per day", "the total takings on average per day". */
const EACH_OF_ROWS =
  /\b(?:(average|avg|mean) (?:number of )?|total )(.+?)( on average)?,? (?:per|each|every|a) (day|week|month|quarter|year)\b(?: on average)?/iu

const LOST =
  /\b(?:costs?|complaints?|delays?|returns?|refunds?|cancell?ations?|loss(?:es)?|waste|fines?|errors?|accidents?|expenses?|absences?|no-shows?|faults?)\b/i
/** "The worst day for sales": of what is bad the worst is the most. */
const bestAt = (text: string): string =>
  text.replace(
    /^(?:(?:what|which) (?:is|was) )?(?:the |our )?(best|worst|strongest|weakest) (\p{L}+) (?:for|in terms of) (?:the )?(?!\d)(.+?)(?=[?.!]*$)/iu,
    (said, end: string, what: string, figure: string) => {
      const [isBest, isLost] = [/^(?:best|strong)/i.test(end), LOST.test(figure)]
      return isBest && isLost ? said : `which ${what} has the ${isBest || isLost ? 'highest' : 'lowest'} ${figure}`
    },
  )

/** "Compare adults and children: totals of each": a figure of each that is listed. */
const ofEach = (text: string): string =>
  text.replace(
    /^compare (?:the )?(.+?)(?:[:,]| in) (total|average|sum)s?(?: of each| each)?(?=[?.!]*$)/iu,
    (_, all: string, how: string) => all.replace(/(?:^|(?<=, )|(?<= and ))(?!and )(?=\p{L})/giu, `${how} `),
  )

/** "Revenue per customer by town": of the customers of each town on average, for each of them is of one. */
const onAverage = (text: string, { tables }: Schema): string =>
  text.replace(
    /^(?!(?:the )?(?:average|avg|mean|median)\b)(\p{L}+(?: \p{L}+)?) per (\p{L}+) (?=(?:by|for each|in each) (\p{L}+)(?: \p{L}+)?[?.!]*$)/iu,
    (said: string, figure: string, noun: string, of: string) => {
      const table = tables.find(({ words }) => words.at(-1) === stem(noun.toLowerCase()))
      const isOf = ({ words, numeric, temporal }: Column) =>
        !numeric && !temporal && words.includes(stem(of.toLowerCase()))
      return table?.columns.some(isOf) ? `average ${figure} per ${noun} ` : said
    },
  )

/** "My current balance": the one of the last day. */
const currently = (text: string, { tables }: Schema): string =>
  text.replace(/\bcurrent (?=(\p{L}+)[?.!]*$)/iu, (said: string, word: string) => {
    const isLevel = (one: Column) => one.aggregation === 'last' && one.words.includes(stem(word.toLowerCase()))
    return tables.some(({ columns }) => columns.some(isLevel) && columns.some(({ temporal }) => temporal))
      ? 'latest '
      : said
  })

/** "Employees who have no manager": of what a column refers to rows may have none. */
const unreferred = (text: string, schema: Schema): string =>
  text.replace(
    /\b(?:(?:who|that|which) )?(?:have|has|with) no (\p{L}+)\b|\bwithout (?:an? |any )?(\p{L}+)\b/giu,
    (said, a?: string, b?: string) => {
      const noun = stem((a ?? b)!.toLowerCase())
      const column = only(columnsIn(schema).filter((one) => one.nulls > 0 && one.words.join(' ') === `${noun} id`))
      return column ? `with no ${column.name}` : said
    },
  )

const BY_TIME =
  /(\b(?:in|during|for|since|before|after|until) [^()]*?\d{4}\b[^()]*?|\b(?:this|last) (?:year|month|quarter|week)),? (?:\((?:by|based on|going by|according to|counted by) (?:the |their )?([\p{L}-]+)(?: date| day| time)?\)|(?:by|based on|going by|according to) (?:the |their )?([\p{L}-]+)(?: date| day))(?=[?.!]*$)/iu
/** "Sales in 2024 by arrival date": the period is of that time, where rows have several. */
const byTime = (text: string, schema: Schema): string =>
  text.replace(BY_TIME, (said: string, period: string, first: string | undefined, second: string | undefined) => {
    const named = (first ?? second ?? '').toLowerCase()
    const events = eventsOf(schema)
    const all = [named, plural(named)].flatMap((one) => events.get(one) ?? [])
    const [time, other] = all.length > 0 ? all : columnsIn(schema).filter((one) => one.temporal && isDone(named, one))
    return time && !other ? `with ${time.name} ${period}` : said
  })

const DONE =
  /(?:^(?:(?:what|which) (?:is|was) )?(?:the |our )?)?\b(most|least)[- ](\p{L}{3,}(?<!e)ed|sold|bought|read|rented) (\p{L}{3,})\b/iu
/** "The most downloaded show": the one with most rows of what is done. */
const done = (text: string, { tables }: Schema): string =>
  text.replace(DONE, (said: string, end: string, verb: string, what: string, at: number) => {
    const table = tables.find(({ words }) => root(words.at(-1)!) === root(verb.toLowerCase()))
    if (!table || table.words.includes(stem(what.toLowerCase()))) return said
    const [head, has] = at > 0 ? ['', 'with'] : ['which ', 'has']
    return `${head}${what} ${has} the ${/^most$/i.test(end) ? 'most' : 'fewest'} ${plural(sayTable(table.name))}`
  })

/** "Top 3 earners": the people with most of what the word of doing is about. */
function doers(text: string, { tables: [table, other] }: Schema): string {
  const [name] = table && !other ? nameColumns(table) : []
  return text.replace(
    /\btop (\d+ )?(\p{L}+)ers\b((?: (?:per|for each|in each|by) (?:the )?\p{L}+)?)/giu,
    (said: string, many: string | undefined, verb: string, each: string) => {
      const kin = KIN_OF.get(verb.toLowerCase())
      const of = name && table!.columns.find((one) => isFigure(one) && one.words.some((word) => kin?.has(word)))
      return of ? `top ${many ?? ''}${plural(sayTable(table!.name))}${each} by ${of.name}` : said
    },
  )
}

/** What has which figures is told by such words as well. */
const RATED = new Map([
  ['rated', /^(?:star|score|grade|review|csat|nps|satisfaction)$/],
  ['paid', /^(?:salary|wage|pay|income|earning|compensation)$/],
  ['scoring', /^(?:point|goal)$/],
])
/** "The best rated recipe", "highest priced book": the one with the highest rating, or with the highest on average where it has several. */
const rated = (text: string, { tables }: Schema): string =>
  text.replace(
    /\b(best|top|highest|worst|lowest)[- ](rated|graded|priced|paid|scored|scoring|grossing|valued) (\p{L}+)(?=[?.!,]*$| (?:in|of|for|from|at|on|by|per|with|and|or|who|that|which|each|every)\b)/iu,
    (said: string, end: string, verb: string, what: string) => {
      const isOf = (word = '') => root(word) === root(verb.toLowerCase()) || RATED.get(verb.toLowerCase())?.test(word)
      const figure = only(
        tables.flatMap(({ columns }) => columns.filter((one) => isFigure(one) && isOf(one.words.at(-1)))),
      )
      const noun = stem(what)
      const isOfOther = tables.some(
        (table) =>
          (table.name !== figure?.table && table.words.includes(noun)) ||
          table.columns.some(
            (one) => one.words.includes(noun) && !one.unique && !isId(one) && !nameColumns(table).includes(one),
          ),
      )
      const most = /^(?:worst|lowest)$/i.test(end) ? 'lowest' : 'highest'
      return figure ? `${what} with the ${most} ${isOfOther ? 'average ' : ''}${figure.name}` : said
    },
  )

const ABOVE = /^(?:manager|boss|supervisor|superior|lead|leader|chief|head)$/

/** "Who earns more than their manager", "with a lower price than its parent": more than the row that a key of the same table leads to. */
const thanOwn = (text: string, schema: Schema): string =>
  text.replace(
    /\b(?:(?:has|have|having|with) )?(?:an? )?(\p{L}+) (\p{L}+) than (?:their|his|her|its|the) (?:own )?(\p{L}+)/iu,
    (said: string, first: string, second: string, role: string) => {
      const edge = schema.edges.find(
        ({ from, to }) =>
          from.table === to.table &&
          from.words.some(
            (word) => word === stem(role.toLowerCase()) || (ABOVE.test(word) && ABOVE.test(role.toLowerCase())),
          ),
      )
      if (!edge) return said
      const [size, what] = /^(?:more|less|fewer)$/i.test(second) ? [second, first] : [first, second]
      const kin = KIN_OF.get(what.toLowerCase())
      const figure = tableOf(schema, edge.from.table).columns.find(
        (one) => isFigure(one) && one.words.some((word) => word === stem(what.toLowerCase()) || kin?.has(word)),
      )
      const way = /^(?:less|fewer|lower|smaller|shorter)$/i.test(size) ? 'below' : 'above'
      return figure ? `with ${figure.name} ${way} the average of their own ${edge.from.name}` : said
    },
  )

/** Columns of yes and no as numbers that begin with the same word: Likes_tea, Likes_coffee. */
type Family = { word: string; members: { column: Column; name: string }[] }
const families = new WeakMap<Schema, Family[]>()

const familiesOf = (schema: Schema): Family[] =>
  families.getOrInsertComputed(schema, () =>
    schema.tables.flatMap(({ columns }) => {
      const flags = columns.filter((column) => column.numeric && column.words.length > 1 && flagOf(column))
      return [...Map.groupBy(flags, ({ words }) => words[0]!)].flatMap(([word, all]) =>
        all.length > 1
          ? [{ word, members: all.map((column) => ({ column, name: column.words.slice(1).join(' ') })) }]
          : [],
      )
    }),
  )

const alone = (word: string) => `(?<![\\p{L}\\p{N}])${RegExp.escape(word)}`

/** "Which drink is liked most", "tea vs coffee", "like none of the drinks": columns of one family. */
function ofFamily(text: string, { word, members }: Family): string | null {
  const sums = (some: Family['members']) => some.map(({ column }) => `total ${column.name}`).join(' and ')
  const named = members.filter(({ name }) => new RegExp(alone(name), 'iu').test(text))
  if (named.length > 1 && /^how many .* vs /.test(text)) return sums(named)
  if (named.length > 0 || !new RegExp(alone(word), 'iu').test(text)) return null
  if (/\b(?:most|least)\b/i.test(text) && /^(?:which|what)\b/i.test(text)) return sums(members)
  const none = /\b(?:not|no|none|\w+n['’]t|without)\b.*?\b(?:any|none)?\b/i.test(text) && /\b(?:any|none)\b/i.test(text)
  const all = /\ball\b/i.test(text)
  if (!/^how many\b/i.test(text) || none === all) return null
  return `how many rows with ${members.map(({ column }) => `${column.name} ${none ? 0 : 1}`).join(' and ')}`
}

/** A question in words that the reader knows. `notes`: what is told of what its own were taken to mean; `guessed`: some were taken for the rows. */
export type Everyday = { text: string; notes: string[]; guessed: boolean }

const BUSY = /\b(?:busi|quiet)est\b/
const PARTICLE =
  /\b(?:(sent|send|sending|paid|pay|pays|shipped|handed|given|gave|rented|lent) out|(filled|booked) up|(sent|posted) off|(taken|took) home)\b(?! of)/giu
/** "Orders not sent out yet": what a verb says without its particle, where no name has that. */
const plainVerbs = (text: string, schema: Schema): string =>
  text.replace(PARTICLE, (said, ...verbs: (string | undefined)[]) => {
    const particle = said.split(' ').at(-1)!.toLowerCase()
    const has = (value: string) =>
      value
        .toLowerCase()
        .split(/\P{L}+/u)
        .includes(particle)
    const isNamed = columnsIn(schema).some(({ words, values }) => words.includes(particle) || values.some(has))
    return isNamed ? said : verbs.slice(0, 4).find(Boolean)!
  })

/** A question as people say it, in words that the reader knows. */
export function everyday(asked: string, schema: Schema): Everyday {
  const inTurn = (said: string, rules: ((text: string, schema: Schema) => string)[]) =>
    rules.reduce((text, put) => put(text, schema), said)
  let text = inTurn(replaced(asked, SAID), [
    byTime,
    ofEach,
    flagged,
    bestAt,
    ofKind,
    timely,
    idiomatic,
    figured,
    busiest,
    halves,
    signed,
  ])
  const guessed = BUSY.test(text) && !BUSY.test(asked.toLowerCase())
  text = flowing(text, schema)
  text = staying(text, schema)
  text = inTurn(text, [
    onAverage,
    placed,
    documented,
    pounds,
    back,
    plainVerbs,
    amounts,
    paid,
    spent,
    thanOwn,
    rated,
    earning,
    eachTime,
  ])
  const taking = takes(text, schema)
  const inColumns = inUnits(inBrackets(taking.text, schema), schema)
  const [measured, notes] = [inColumns.text, [...taking.notes, ...inColumns.notes]]
  text = inTurn(measured, [
    lasting,
    done,
    doers,
    currently,
    going,
    perTime,
    stocked,
    unreferred,
    wages,
    absent,
    older,
    aged,
  ])
  for (const family of familiesOf(schema)) {
    const put = ofFamily(text, family)
    if (put) {
      const said = family.members.map(({ column }) => `“${sayColumn(column)}”`).join(', ')
      return {
        text: put,
        notes: put.includes('rows') || !/ vs /.test(text) ? [`I took that to be about ${said}.`] : [],
        guessed,
      }
    }
  }
  return { text, notes, guessed }
}
