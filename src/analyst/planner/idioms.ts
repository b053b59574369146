import { nameWords, root, stem } from '#base/stems.ts'
import { plural, singular } from '#base/word-forms.ts'
import { path } from '../built-in/join.ts'
import { speaksOfMoney } from '../built-in/money.ts'
import { priceOf } from '../built-in/profit.ts'
import { Resolver } from '../built-in/resolve.ts'
import {
  type Column,
  columnsIn,
  isDeadline,
  isId,
  isSince,
  type Schema,
  type Table,
  tableOf,
  timeColumn,
} from '../built-in/schema.ts'
import { sayColumn, sayTable } from '../built-in/wording/nouns.ts'
import { flagOf, isPlace } from './draft.ts'
import { only } from './halves.ts'
import { datedTables } from './lateness.ts'
import { isFigure, isOfPeople, isPerson } from './rows.ts'
import { SHARE } from './rules.ts'
import { ends } from './states.ts'
import { spentTime } from './takes.ts'
import { KIN_OF } from './words.ts'

const DID = '(?:did|do|does|has|have|had|is|are|was|were)'
const END = '(?=[?.!]*$)'

/** The table that a noun names: "guests". */
function tableCalled(said: string, { tables }: Schema): Table | null {
  const words = nameWords(said.toLowerCase()).map(stem).join(' ')
  return tables.find((table) => table.words.join(' ') === words) ?? null
}

/** How people say something, and how it is put in words that the reader knows; `null` where the tables have nothing of it. */
type Idiom = [said: RegExp, meant: (schema: Schema, ...parts: string[]) => string | null]

const idiom = (said: string, meant: Idiom[1]): Idiom => [new RegExp(said, 'iu'), meant]

const PAY = /^(?:salary|wage|pay|earning|income)$/

/** What somebody has who does so: "brought the most runners". Who won, sent or got them is another matter. */
const HAS =
  '(?:brought|brings?|sees|attract(?:s|ed)?|produced?|produces|hosts?|hosted|drew|draws?|fielded|counts?|registered|recorded|employs?|employed|contains?|supplied|supplies|provided?|provides)'

/** "What share of customers" did something: what is asked for, and of whom. */
const SHARE_WHO = `^(?:what |which )?(${SHARE}) of (?:the |our |my |all )*(\\p{L}+) (?:who |that |which )?(?:have |has |had )?`

const IDIOMS: Idiom[] = [
  // "Where do our guests come from"
  idiom(
    `^where ${DID} (?:all )?(?:the |our |my )?(\\p{L}+(?: \\p{L}+)??) (?:come from|live|from|based|located)${END}`,
    (schema, who = '') => {
      const place = tableCalled(who, schema)?.columns.find(isPlace)
      return place ? `number of ${who} by ${place.name}` : null
    },
  ),
  // "Expenses by category": what they come to, not how many there are
  idiom(
    `^(?:show (?:me )?)?(?:the |our |my |all )?(\\p{L}+) (?:by|per|for each) (.+?)${END}`,
    (schema, what = '', by) => {
      const table = tableCalled(what, schema)
      const amount = table && AMOUNTS.test(table.words.at(-1)!) ? only(table.columns.filter(isAmount)) : null
      return amount && `total ${amount.name} by ${by}`
    },
  ),
  // "Who do we pay the most"
  idiom(
    `^who(?:m)? ${DID} (?:we|i) (?:pay|paid|spend|spent) (?:the )?(most|least)(?: money)?(?: to| on| with)?(?=[?.!]*$| (?:in|during|since|last|this)\\b)`,
    (schema, end) => {
      const amount = only(columnsIn(schema).filter(isAmount))
      const who = amount && only(tableOf(schema, amount.table).columns.filter(isPerson))
      return who && `which ${who.name} has the ${/most/i.test(end ?? '') ? 'highest' : 'lowest'} total ${amount.name}`
    },
  ),
  // "Why did she resign", "why were orders cancelled": where a column says it
  idiom(
    `^why (?:did|do|does|was|were|is|are|has|have) (?:the |our |all |these )?(.+?) (?:get |been )?(\\p{L}{3,})${END}`,
    (schema, who = '', verb = '') => {
      const reason = reasonOf(verb, schema)
      if (!reason) return null
      const isOfAll = tableCalled(who, schema) || PEOPLE.test(who)
      // Most rows have none where only what was cancelled has one.
      if (isOfAll && reason.nulls > 0) return `most common ${reason.name}`
      return isOfAll ? `number of ${plural(sayTable(reason.table))} by ${reason.name}` : `${reason.name} of ${who}`
    },
  ),
  // "What is the main reason people cancel"
  idiom(
    `\\b(?:main|biggest|top|number one|commonest) (?:reason|cause)(?: (?:why|that|for which))? (?:people|customers|they|clients|members|users|staff) (\\p{L}{3,})${END}`,
    (schema, verb = '') => {
      const reason = reasonOf(verb, schema)
      return reason && `most common ${reason.name}`
    },
  ),
  // "How many pets does the average owner have"
  idiom(
    `^how many (.+?) ${DID} (?:the|an) (?:average|typical) (\\p{L}+(?: \\p{L}+)?) (?:have|has|own|get|make|place|do|take|hold|keep|use|buy|book|borrow|order)${END}`,
    (_, what, whose) => `average number of ${what} per ${whose}`,
  ),
  // "How much does the average customer spend"
  idiom(
    `^how much(?: money)? ${DID} (?:the|an) (?:average|typical) (\\p{L}+) (?:spend|pay|bring in)${END}`,
    (_, who) => `average revenue per ${who}`,
  ),
  // "Floors ranked by revenue": of what is no table of its own
  idiom(
    `^(?:rank )?(?:the |our )?(\\p{L}+)(?: ranked)? by (?!month|week|day|year|quarter)(.+?)${END}`,
    (schema, what = '', by) => {
      const isColumn = columnsIn(schema).some(({ words }) => words.join(' ') === stem(what.toLowerCase()))
      const isMoney = /^(?:revenue|sales|profit|income|turnover|spending)$/i.test(by ?? '')
      return isColumn && isMoney && !tableCalled(what, schema) ? `${by} per ${stem(what.toLowerCase())}` : null
    },
  ),
  // "The last order of each cafe", "when did each person last log time"
  idiom(
    `^(?:(?:what|when) (?:is|was) )?(?:the )?(last|latest|most recent|first|earliest) (\\p{L}+(?: \\p{L}+)?) (?:of|for|by|from|per) (?:each |every |all )?(?:the )?(\\p{L}+)${END}`,
    (schema, which, what, whose) => endOfEach(schema, which, what, whose),
  ),
  idiom(
    `^when (?:was|were|is|did|has|have) (?:each|every) (\\p{L}+)(?:['’]?s)? (last|latest|most recent|first|earliest) (\\p{L}+)(?: \\p{L}+)?${END}`,
    (schema, whose, which, what) => endOfEach(schema, which, what, whose),
  ),
  // "Patients who have not been here for 6 months"
  idiom(
    `\\b(?:(?:who|that|which) )?(?:have|has)(?: not|n['’]t) (?:been (?:here|in|back|seen)|come(?: in| back| by)?|shown up|visited(?: us)?|returned|turned up)(?= (?:in|for|since)\\b|[?.!]*$)`,
    (schema) => {
      const done = visitsIn(schema)
      return done && `with no ${plural(sayTable(done.table.name))}`
    },
  ),
  // "What share of customers placed an order in 2024"
  idiom(
    `${SHARE_WHO}(?:placed|made|had|have|got|filed|booked|wrote|sent|did) (?:an? |any |at least one |some )?(\\p{L}+)(?=[?.!]*$| (?:in|during|since|this|last)\\b)`,
    (schema, share, who, what = '') => {
      const table = tableCalled(what, schema)
      return table && tableCalled(who ?? '', schema) ? `${share} of ${who} with ${plural(sayTable(table.name))}` : null
    },
  ),
  idiom(
    `${SHARE_WHO}(\\p{L}{3,}ed|bought|sold)(?: something| anything)?(?=[?.!]*$| (?:in|during|since|this|last)\\b)`,
    (schema, share, who, verb = '') => {
      const table = doneIn(verb, schema)
      const whose = tableCalled(who ?? '', schema)
      return table && whose && isOfPeople(whose) ? `${share} of ${who} with ${plural(sayTable(table.name))}` : null
    },
  ),
  // "Gender pay gap"
  idiom(
    `^(?:(?:what|how (?:big|large|high)) is )?(?:the |our )?(\\p{L}+) (?:pay|wage|salary) gap${END}`,
    (schema, by = '') => {
      const [pay, other] = columnsIn(schema).filter((one) => isFigure(one) && one.words.some((word) => PAY.test(word)))
      const [side] = columnsIn(schema).filter(
        ({ words, table }) => table === pay?.table && words.includes(by.toLowerCase()),
      )
      return pay && side && !other ? `average ${pay.name} by ${side.name}` : null
    },
  ),
  // "Who closes the most tickets"
  idiom(`^who (\\p{L}+?)(?:e?s|e?d) (?:the )?(most|fewest) (\\p{L}+)${END}`, (schema, verb = '', end, what = '') => {
    const table = tableCalled(what, schema)
    const isEnd = table?.columns.some(({ words }) => words.some((word) => ends(word, verb) || ends(word, `${verb}e`)))
    const people = table?.columns.filter(isPerson) ?? []
    const [person, other] = people.length > 1 ? people.filter(({ words }) => AT_WORK.test(words.at(-1)!)) : people
    return isEnd && person && !other ? `which ${person.name} has the ${end} ${verb}ed ${what}` : null
  }),
  // "Who owes us the most", "how much are we owed"
  idiom(`^who owes (?:us )?(?:the )?most(?: money)?${END}`, (schema) => {
    const who = payersOf(schema)
    return who && owing(schema, `which ${sayTable(who.name)} has the highest`)
  }),
  // "Who spent the most this year"
  idiom(
    `^who (?:spends?|spent|pays?|paid|brings? in|brought in|buys|bought)(?: us)? (?:the )?(most|least)(?: money)?(?=[?.!]*$| (?:in|during|from|since|last|this)\\b)`,
    (schema, end) => {
      const who = payersOf(schema)
      const most = /most/i.test(end ?? '') ? 'highest' : 'lowest'
      if (who) return `which ${sayTable(who.name)} has the ${most} revenue`
      const amount = only(columnsIn(schema).filter(isAmount))
      const person =
        amount && only(tableOf(schema, amount.table).columns.filter((one) => isPerson(one) && !isPaid(one)))
      return person && `which ${person.name} has the ${most} total ${amount.name}`
    },
  ),
  // "When was stock last counted in Hamburg"
  idiom(`^when (?:was|were|did|has|have) .+? last (\\p{L}+)( .+?)?${END}`, (schema, verb = '', where = '') => {
    const time = only(
      columnsIn(schema).filter((one) => one.temporal && one.words.join(' ') === `last ${verb.toLowerCase()}`),
    )
    return time && `latest ${time.name}${where}`
  }),
  idiom(
    `^how much(?: money)? (?:are we (?:still )?owed|(?:is|are) (?:we )?(?:still )?owed(?: to us)?|do (?:people|they|customers|clients) (?:still )?owe us|is (?:still )?outstanding)${END}`,
    (schema) => owing(schema, 'total'),
  ),
  // "Do urgent tickets get answered faster", "do sea view rooms get better reviews"
  idiom(
    `^(?:do|does|did|are|is) (?:the |our )?(.+?) (?:get |have |receive |give |take |cost |earn |pay )?(?:an? |the )?(?:better|higher|lower|worse|longer|shorter) (\\p{L}+)${END}`,
    (schema, who = '', what) => {
      const column = columnOfSide(who, schema)
      return column ? `average ${what} by ${column.name}` : null
    },
  ),
  idiom(
    `^(?:do|does|did|are|is) (?:the |our )?(.+?) (?:get |being )?(\\p{L}+) (?:faster|quicker|slower|sooner|more quickly)${END}`,
    (schema, who = '', verb = '') => {
      const column = columnOfSide(who, schema)
      const time = columnsIn(schema).find((one) => one.temporal && isOf(verb, one))
      const since = time && timeColumn(tableOf(schema, time.table))
      return column && since && since !== time
        ? `average days from ${since.name} to ${time.name} by ${column.name}`
        : null
    },
  ),
  // "Gold members vs silver: who spends more"
  idiom(
    `^(\\p{L}+(?: \\p{L}+)?) (?:vs\\.?|versus|or|and) (\\p{L}+(?: \\p{L}+)?)[:,;?]? who (?:spends?|spent|pays?|paid|buys?|bought|brings? in) (?:the )?(?:more|most)${END}`,
    (schema, one = '', other = '') =>
      columnOfSide(one, schema) && columnOfSide(one, schema) === columnOfSide(other, schema)
        ? `average revenue of ${one} vs ${other}`
        : null,
  ),
  // "Which books are overdue", "projects past their deadline"
  idiom(
    '\\b(?:(?:that|which|who) )?(?:(?:is|are|was|were) )?(?:overdue|past (?:the |their |its )?(?:deadline|due date|due))\\b',
    (schema) => {
      const [due, other] = columnsIn(schema).filter(isDeadline)
      const beside = columnsIn(schema).filter(({ table }) => table === due?.table)
      const [done, more] = beside.filter((one) => one.temporal && !one.made && one !== due && one.nulls > 0)
      if (!due || other || more) return null
      // What is done by its state is not overdue; of several such states none is meant for certain.
      const states = done ? [] : beside.flatMap(({ values }) => values.filter((value) => DONE.test(value)))
      const state = only(states)
      if (states.length > 0 && !state) return null
      return `with ${done ? `no ${done.name} and ` : ''}${due.name} before today${state ? ` that are not ${state}` : ''}`
    },
  ),
  // "Contracts ending this quarter", "invoices due next month"
  idiom(
    '\\b(?:(?:that|which) )?(?:(?:is|are) )?(?:ending|due|expiring|finishing)(?= (?:in|on|this|next|within|before|by the end of)\\b)',
    (schema) => {
      const due = only(
        columnsIn(schema).filter(
          (one) => isDeadline(one) || (one.temporal && /^(?:end|expir\w*|until)$/.test(one.words[0]!)),
        ),
      )
      return due && `with ${due.name}`
    },
  ),
  // "Facebook vs Google Ads clicks"
  idiom(
    `^(.+?) (?:vs\\.?|versus|compared (?:to|with)) (.+) (\\p{L}+)${END}`,
    (schema, one = '', other = '', what = '') => {
      const has =
        (value: string) =>
        ({ values }: Column) =>
          values.some((known) => known.toLowerCase() === value.toLowerCase())
      const figure = only(
        columnsIn(schema).filter((column) => isFigure(column) && column.words.join(' ') === stem(what.toLowerCase())),
      )
      return figure && columnsIn(schema).some((column) => has(one)(column) && has(other)(column))
        ? `${figure.aggregation === 'average' ? 'average' : 'total'} ${what} of ${one} vs ${other}`
        : null
    },
  ),
  // "Who worked the most last month", "who comes most often"
  idiom(
    '^who (?:has |have )?(?:works?|worked|logs?|logged) (?:the )?(most|least)(?=[?.!]*$| (?:in|on|for|during|since|this|last)\\b)',
    (schema, end) => {
      const time = spentTime(schema)
      const who = time && only(tableOf(schema, time.table).columns.filter(isPerson))
      return who && `which ${who.name} has the ${end} ${time.name}`
    },
  ),
  idiom(
    '^who (?:comes?|came|visits?|visited|shows? up|attends?)(?: here| in)? (?:the )?(most|least) often(?=[?.!]*$| (?:in|on|during|since|this|last)\\b)',
    (schema, end = '') => {
      const done = visitsIn(schema)
      return (
        done &&
        `which ${sayTable(done.of.name)} has the ${/most/i.test(end) ? 'most' : 'fewest'} ${plural(sayTable(done.table.name))}`
      )
    },
  ),
  // "Yearly premium of all active policies per broker"
  idiom(
    `^(?:the )?(\\p{L}+(?: \\p{L}+)?) of all (.+?) (by|per) (.+?)${END}`,
    (schema, what = '', whose = '', by = '', group = '') => {
      const words = nameWords(what).map(stem).join(' ')
      const figure = columnsIn(schema).find(
        (one) => isFigure(one) && one.aggregation === 'sum' && one.words.join(' ') === words,
      )
      return figure ? `total ${what} of ${whose} ${by} ${group}` : null
    },
  ),
  // "Which author is borrowed the most", "books borrowed more than 15 times"
  idiom(
    `^which (\\p{L}+) (?:(?:is|are|was|were|gets?) )?(\\p{L}{3,}ed|read|lent) (?:the )?(most|least)(?: often)?${END}`,
    (schema, what, verb = '', end) => {
      const table = doneIn(verb, schema)
      return (
        table && `which ${what} has the ${/most/i.test(end ?? '') ? 'most' : 'fewest'} ${plural(sayTable(table.name))}`
      )
    },
  ),
  idiom(
    `^(?:which |how many )?(\\p{L}+) (?:(?:that|which) )?(?:(?:is|are|was|were|have been|has been) )?(\\p{L}{3,}ed|sold|bought|read|lent) ((?:more|less|fewer) than|at least|over) (\\d+) times${END}`,
    (schema, what, verb = '', than, count) => {
      const table = doneIn(verb, schema)
      return table && `${what} with ${than === 'over' ? 'more than' : than} ${count} ${plural(sayTable(table.name))}`
    },
  ),
  // "How many dogs and how many cats"
  idiom(`^how many (.+?),? and how many (.+?)${END}`, (schema, one = '', other = '') => {
    const column = columnSaid(singulars(one), schema)
    return column && columnSaid(singulars(other), schema) === column ? `how many ${one} vs ${other}` : null
  }),
  // "Which club brought the most runners"
  idiom(
    `^(which|what) (\\p{L}+(?: \\p{L}+)?) ${HAS} (?:in |up )?(?:the )?(most|fewest|least) (\\p{L}+)${END}`,
    (schema, which, who, end, what = '') => (isOfRows(what, schema) ? `${which} ${who} has the ${end} ${what}` : null),
  ),
  // "The most used bike"
  idiom('\\bmost (used|visited|chosen|taken)\\b', (schema, verb = '') =>
    columnsIn(schema).some(({ words }) => words.some((word) => root(word) === root(verb.toLowerCase())))
      ? null
      : 'most common',
  ),
  // "Costs by type of use"
  idiom('\\bby (?:type|kind|sort) of (\\p{L}+)\\b', (schema, what = '') =>
    columnsIn(schema).some(({ words }) => words.join(' ') === stem(what.toLowerCase())) &&
    !columnsIn(schema).some(({ words }) => /^(?:type|kind|sort|category)$/.test(words.at(-1)!))
      ? `by ${what}`
      : null,
  ),
  // "Do organic wines score better than the others"
  idiom(
    `^(?:do|does|did) (?:the |our )?(.+?) (\\p{L}+) (?:better|more|higher|worse|less|lower) (?:points |marks )?than (?:the )?(others?|rest|other ones|non[- ]?\\p{L}+(?: \\p{L}+)?)(?: on average)?${END}`,
    (schema, who = '', what, other = '') => {
      const column = /^non/i.test(other) ? sideOf(who, other, schema) : columnOfSide(who, schema)
      return column && `average ${what} by ${column.name}`
    },
  ),
  // "Which carrier is late most often", "how often was each carrier late"
  idiom(
    `^(?:which|what) (\\p{L}+) (?:is|are|was|were|comes?|came|arrive[sd]?|delivers?|delivered) (late|delayed|on time|early) (?:the )?(most|least)(?: often)?${END}`,
    (schema, who, how, end = '') => {
      const [rows, other] = datedTables(schema)
      return rows && !other
        ? `which ${who} has the ${/most/i.test(end) ? 'most' : 'fewest'} ${how} ${plural(sayTable(rows.name))}`
        : null
    },
  ),
  // "How late are deliveries on average"
  idiom(`^how late (?:is|are|was|were) (?:the |our )?(\\p{L}+)(?: on average)?${END}`, (schema, what) =>
    datedTables(schema).length > 0 ? `average delay of ${what}` : null,
  ),
  // "Rides that cost nothing"
  idiom('\\b(?:(?:that|which|who) )?(?:cost|costs|paid|pays?) nothing\\b', (schema) => {
    const amount = only(columnsIn(schema).filter(isAmount))
    return amount && `with ${amount.name} 0`
  }),
  // "How much money is outstanding": where a column of yes and no says what is paid
  idiom(
    `^(?:how (?:much|many)) (?:money |invoices? |bills? )?(?:is|are|was|were) (?:still )?(?:outstanding|unpaid|not (?:yet )?paid)${END}`,
    (schema) => {
      const flag = only(columnsIn(schema).filter((one) => one.words.at(-1) === 'paid' && flagOf(one)))
      const amount = flag && only(tableOf(schema, flag.table).columns.filter(isAmount))
      return amount && `total ${amount.name} with ${flag.name} no`
    },
  ),
  // "Which building uses the most electricity", "how much water did the pool use"
  idiom(
    `^(which|what) (\\p{L}+) (?:uses?|used|consumes?|consumed|needs?|needed) (?:the )?(most|least) (\\p{L}+)(?: overall| in total| altogether)?(?=[?.!]*$| in \\d)`,
    (schema, which, who, end = '', what = '') => {
      const used = usedIn(what, schema)
      return used && `${which} ${who} has the ${/most/i.test(end) ? 'highest' : 'lowest'} total ${used.name}`
    },
  ),
  idiom(
    `^how much (\\p{L}+) (?:did|do|does) (.+?) (?:use|consume|need)\\b(?: overall| in total| altogether)?`,
    (schema, what = '', who) => {
      const used = usedIn(what, schema)
      return used && `total ${used.name} of ${who}`
    },
  ),
  idiom(`\\b(\\p{L}+) (?:use|usage|consumption|used)\\b`, (schema, what = '') => usedIn(what, schema)?.name ?? null),
  // "The biggest order ever": by what its parts come to
  idiom(
    `^(?:(?:what|which) (?:is|was) )?(?:the |our )?(biggest|largest|highest|smallest|lowest) (\\p{L}+)(?: ever)?${END}`,
    (schema, end = '', what = '') => {
      const table = tableCalled(what, schema)
      return table && comesFromParts(table, schema)
        ? `${what} with the ${/^(?:small|low)/i.test(end) ? 'lowest' : 'highest'} revenue`
        : null
    },
  ),
  // "The average bill"
  idiom(
    `^(?:(?:what|how (?:big|high|large)) (?:is|was) )?(?:the |our )?(?:average|typical) (\\p{L}+)(?: (?:value|size|amount|total))?${END}`,
    (schema, what = '') => {
      const table = tableCalled(what, schema)
      return table && comesFromParts(table, schema) ? `average revenue per ${what}` : null
    },
  ),
  // "Compare furnished and unfurnished flats: how many are there, and what is the average rent"
  idiom(
    `^compare (?:the )?(.+?) (?:and|with|to|vs\\.?|versus) (.+?)(?:: |, | by )(.+?)${END}`,
    (schema, one = '', other = '', what = '') => {
      const column = sideOf(one, other, schema)
      const rows = column && plural(sayTable(column.table))
      const figures = what
        .replace(/\bhow many (?:are there|there are|of each|of them|each)?(?: of each)?/i, `number of ${rows} `)
        .replace(/\b(?:what(?: is|.s)|and) the (?=average|total|median)/gi, (said) =>
          /^and/i.test(said) ? 'and ' : '',
        )
        .replace(/\s+/g, ' ')
      const isOfAll = column !== null && flagOf(column) !== null
      return column && `${figures.trim()} by ${column.name}${isOfAll ? '' : ` for ${one} and ${other}`}`
    },
  ),
  // "How many leases began in 2023"
  idiom(
    `\\bhow many (\\p{L}+) (began|begin|start(?:ed|s)?|ended|ends?|expired?|ran out)\\b`,
    (schema, what = '', deed = '') => {
      const edge = /^(?:began|begin|start)/i.test(deed)
        ? /^(?:start|begin|from)$/
        : /^(?:end|expiry|expiration|until|to)$/
      const time = only(
        columnsIn(schema).filter(
          ({ temporal, words }) => temporal && words[0] === stem(what.toLowerCase()) && edge.test(words.at(-1)!),
        ),
      )
      return time && !tableCalled(what, schema) ? `how many ${plural(sayTable(time.table))} with ${time.name}` : null
    },
  ),
  // "Which plants are sold out", "what do we need to reorder"
  idiom(
    `\\b(?:(?:that|which) )?(?:(?:has|have|is|are|had|were) )?(?:been )?(?:completely )?(?:sold out|out of stock)(?: completely)?\\b`,
    (schema) => {
      const stock = stockOf(schema)
      return stock && `with ${stock.name} 0`
    },
  ),
  idiom(
    '^what (?=(?:do|must|should|have) (?:we|i) (?:need|have|must|should|to) ?(?:to )?(?:re-?order|restock)\\b)',
    (schema) => {
      const stock = stockOf(schema)
      return stock && `which ${plural(sayTable(stock.table))} `
    },
  ),
  idiom(
    `\\b(?:(?:do|must|should) )?(?:(?:that|which) )?(?:(?:we|i) )?(?:needs?|must|should|have|has)(?: to)?(?: be)? (?:re-?order|restock)(?:ed|ing)?\\b(?: \\([^)]*\\b(?:stock|level|minimum)\\b[^)]*\\))?`,
    (schema) => {
      const stock = stockOf(schema)
      const least = only(columnsIn(schema).filter((one) => isFigure(one) && one.words.some((word) => LEAST.test(word))))
      if (!least) return null
      return stock?.table === least.table ? `with ${stock.name} below ${least.name}` : `below ${sayColumn(least)}`
    },
  ),
  // "Which van is costing us the most"; what has a price costs that
  idiom(
    '\\b(?:(?:has|have|is|are) )?(cost|costs|costing)( us| me| them)? (?:the )?(most|least)\\b',
    (schema, verb, whom, end) =>
      whom || verb === 'costing' || !schema.tables.some(priceOf) ? `has the ${end} cost` : null,
  ),
  // "Top 3 tenants for late fees"
  idiom(
    `^(?:(?:the|our) )?((?:top|bottom|best|worst) (?:\\w+ )?\\p{L}+) for (?=(\\p{L}+(?: \\p{L}+)?)${END})`,
    (schema, top, what = '') => {
      const words = nameWords(what).join(' ')
      return columnsIn(schema).some((one) => isFigure(one) && one.words.join(' ') === words) ? `${top} by ` : null
    },
  ),
  // "Fewer than 20 left in stock"
  idiom('\\b(?:left|remaining) in stock\\b', (schema) => stockOf(schema)?.name ?? null),
  // "Orders of more than 100 pounds"
  idiom(
    `^(?:which |how many )?(\\p{L}+) (?:(?:of|worth|for) )?(more than|over|above|less than|under|below) (?:[$€£] ?)?(\\d[\\d.,]*) ?(?:pounds?|euros?|dollars?|[$€£]|eur|usd|gbp)${END}`,
    (schema, what = '', way, number) => {
      const table = tableCalled(what, schema)
      return table && comesFromParts(table, schema)
        ? `${what} with revenue ${/^(?:less|under|below)/i.test(way ?? '') ? 'below' : 'above'} ${number}`
        : null
    },
  ),
]

const LEAST = /^(?:reorder|minimum|min|threshold|safety)$/
/** How much of each thing is there. */
const stockOf = (schema: Schema): Column | null =>
  only(
    columnsIn(schema).filter(
      (one) =>
        isFigure(one) &&
        one.words.some((word) => /^(?:stock|inventory|hand)$/.test(word)) &&
        !one.words.some((word) => LEAST.test(word) || /^(?:max|maximum|value|cost|price)$/.test(word)),
    ),
  )

/** What rows are called that are money themselves. */
const AMOUNTS = /^(?:expense|cost|spending|fee|budget|rent|donation|income|earning)$/
/** The one figure of something that is used up, which its unit tells: kilowatt hours of electricity. */
const USED = /^(?:k|M|G)?Wh$|^(?:m³|m3|l|hl|gal|kg|t)$/
const usedIn = (what: string, schema: Schema): Column | null =>
  only(
    columnsIn(schema).filter(
      (one) =>
        isFigure(one) &&
        (USED.test(one.unit ?? '') ||
          nameWords(one.name).some((word) => /^(?:k?wh|mwh|m3|liter|litre|gallon)s?$/i.test(word))) &&
        one.words.some(
          (word) => word === stem(what.toLowerCase()) || (word.length > 3 && what.toLowerCase().startsWith(word)),
        ),
    ),
  )

/** Whether a noun is of the rows of a table, or of who is named there. */
const isOfRows = (said: string, schema: Schema): boolean => {
  const word = stem(said.toLowerCase())
  return (
    tableCalled(said, schema) !== null ||
    schema.tables.some(({ words }) => words.at(-1) === word) ||
    columnsIn(schema).some((one) => isPerson(one) && one.words.at(-1) === word) ||
    (schema.tables.length === 1 &&
      !columnsIn(schema).some((one) => (one.numeric || isId(one)) && one.words.includes(word)) &&
      !KIN_OF.has(said.toLowerCase()))
  )
}

const isAmount = (column: Column): boolean =>
  isFigure(column) && (speaksOfMoney(column) || /^(?:amount|total|value)$/.test(column.words.at(-1)!))

const PEOPLE = /^(?:people|they|customers?|clients?|members?|users?|subscribers?)$/i
/** Who is paid, and does not pay. */
const isPaid = ({ words }: Column): boolean =>
  /^(?:merchant|vendor|supplier|payee|recipient|contractor|landlord|seller)$/.test(words.at(-1)!)

/** Ends of what was to be done, as values say them. */
const DONE = /^(?:done|closed|completed?|finished|paid|resolved|delivered|returned|cancell?ed|settled)$/i

/** Words as they are and in the singular: "dogs". */
const singulars = (said: string): string => `${said} ${said.split(/\s+/).map(singular).join(' ')}`

/** The column that has a value which is among these words, where just one has: "urgent tickets". */
function columnSaid(said: string, schema: Schema): Column | null {
  const words = said.toLowerCase().split(/\s+/)
  const isFlag = (one: Column) =>
    one.words.length === 1 && words.map(stem).includes(one.words[0]!) && flagOf(one) !== null
  return only(
    columnsIn(schema).filter(
      (one) =>
        isFlag(one) || (!one.numeric && !isId(one) && one.values.some((value) => words.includes(value.toLowerCase()))),
    ),
  )
}

/** The same where nothing else is said beside it and the noun of a table: no more may be left out. */
function columnOfSide(said: string, schema: Schema): Column | null {
  const column = columnSaid(said, schema)
  const nouns = schema.tables.flatMap(({ words }) => words)
  const isSaid = (word: string) =>
    column?.words.includes(stem(word)) ||
    column?.values.some((value) => value.toLowerCase() === word) ||
    [...nouns, ...(column?.words ?? [])].includes(stem(word)) ||
    /^(?:people|customers?|clients?|members?|users?|ones?)$/.test(word)
  return said.toLowerCase().split(/\s+/).every(isSaid) ? column : null
}

/** The only column that gives reasons, where it or its table says that they are for this deed. */
function reasonOf(verb: string, schema: Schema): Column | null {
  const reason = only(columnsIn(schema).filter((one) => !one.numeric && /^(?:reason|cause)$/.test(one.words.at(-1)!)))
  const isOfVerb =
    reason &&
    [...reason.words, ...tableOf(schema, reason.table).words].some(
      (word) =>
        root(word) === root(verb.toLowerCase()) || (verb.length > 4 && word.startsWith(stem(verb.toLowerCase()))),
    )
  return isOfVerb ? reason : null
}

/** The column that both sides of a comparison are of: two of its values, or what it says to be so and what it says not to be. */
function sideOf(one: string, other: string, schema: Schema): Column | null {
  const [, negated, noun] = other.toLowerCase().match(/^(?:un|non[- ]?|not )(\p{L}+)(?: (\p{L}+))?$/u) ?? []
  const isOfRows = !noun || schema.tables.some(({ words }) => words.includes(stem(noun)))
  if (negated && isOfRows && root(one.toLowerCase()) === root(negated))
    return only(
      columnsIn(schema).filter((column) => flagOf(column) && column.words.some((word) => root(word) === root(negated))),
    )
  const own = (said: string) =>
    columnOfSide(said, schema) ?? columnOfSide(said.split(/\s+/).map(singular).join(' '), schema)
  const column = own(one)
  return column && column === own(other) ? column : null
}

/** "Answered" is of first_reply. */
const isOf = (verb: string, { words }: Column): boolean =>
  words.some((word) => root(word) === root(verb.toLowerCase()) || KIN_OF.get(verb.toLowerCase())?.has(word))

const AT_WORK =
  /^(?:employee|worker|staff|assignee|agent|driver|pilot|doctor|nurse|teacher|seller|salesperson|rep|manager|director|coach|technician|trainer)$/
/** The people from whom money comes: the nearest to it that are not paid themselves. */
function payersOf(schema: Schema): Table | null {
  const of = new Resolver(schema, []).money(null)?.columns[0]?.table
  const ways = schema.tables.flatMap((table) => {
    const way = of && isOfPeople(table) && !AT_WORK.test(table.words.at(-1)!) ? path(schema, [of], table.name) : null
    return way && !way.some(({ many }) => many) ? [{ table, far: way.length }] : []
  })
  return ways.toSorted((a, b) => a.far - b.far)[0]?.table ?? null
}

/** Whose rows the rows of a table belong to. */
const whoseOf = (schema: Schema, { name }: Table): Table[] =>
  schema.edges
    .filter(({ from, to }) => from.table === name && to.table !== name)
    .map(({ to }) => tableOf(schema, to.table))

/** The only table of what people did at a time, and the people. */
const visitsIn = (schema: Schema) =>
  only(
    schema.tables.flatMap((table) => {
      const of = timeColumn(table) && whoseOf(schema, table).find(isOfPeople)
      return of ? [{ table, of }] : []
    }),
  )

/** What somebody does, where no more is said than that something was done. */
const DOES = /^(?:visit|activity|contact|entry|log|come|appear|order|buy|purchase)/i
/** The first or last time at which something was done of each: of the only rows that are called so, or are the only ones that each has. */
function endOfEach(schema: Schema, which = '', what = '', whose = ''): string | null {
  const [said, owner] = [stem(whose.toLowerCase()), tableCalled(whose, schema)]
  const has = (table: Table) =>
    table.columns.some((one) => !isFigure(one) && !one.temporal && one.words.includes(said)) ||
    (owner && whoseOf(schema, table).includes(owner))
  const all = schema.tables.filter((table) => table !== owner && timeColumn(table) && has(table))
  const called = only(all.filter(({ words }) => words.at(-1) === stem(what.toLowerCase()))) ?? doneIn(what, schema)
  const table = called && all.includes(called) ? called : DOES.test(what) ? only(all) : null
  const isFirst = /first|earliest/i.test(which)
  return table && `${isFirst ? 'first' : 'last'} ${timeColumn(table)!.name} per ${whose}`
}

/** The only table of what is done: loans, of what is borrowed. */
function doneIn(verb: string, { tables }: Schema): Table | null {
  const kin = KIN_OF.get(verb.toLowerCase())
  const own = tables.filter(({ words }) => root(words.at(-1)!) === root(verb.toLowerCase()))
  const found = only(own.length > 0 ? own : tables.filter(({ words }) => kin?.has(words.at(-1)!)))
  return found && !isOfPeople(found) ? found : null
}

/** Money of what a column says to be unpaid. */
function owing(schema: Schema, how: string): string | null {
  const column = only(columnsIn(schema).filter(({ values }) => values.some((value) => /^unpaid$/i.test(value))))
  return column ? `${how} revenue with ${column.name} unpaid` : null
}

/** Whether the money of rows is that of the rows they consist of. The size of what is there without a day is told by its own figures. */
function comesFromParts(table: Table, schema: Schema): boolean {
  const of = new Resolver(schema, []).money(table.name)?.columns[0]?.table
  const time = timeColumn(table)
  const isEvent = time !== null && !isSince(time)
  return (
    of !== undefined &&
    of !== table.name &&
    (isEvent || !table.columns.some((one) => isFigure(one) && !isId(one))) &&
    schema.edges.some(({ from, to }) => from.table === of && to.table === table.name)
  )
}

/** A question as people say it of what the tables hold, in words that the reader knows. */
export const idiomatic = (text: string, schema: Schema): string =>
  IDIOMS.reduce(
    (all, [said, meant]) =>
      all.replace(said, (...found) => {
        const parts = found.slice(
          1,
          found.findIndex((one) => typeof one === 'number'),
        )
        return meant(schema, ...parts) ?? found[0]
      }),
    text,
  )
