import type { Period } from './dates.ts'
import type { Grain } from './form.ts'
import type { Token } from './lex.ts'
import { type Adjective, adjectiveOf, COMPARATIVES } from './lexicon.ts'
import type { Mention } from './link.ts'

/**
 * A question as one line in which everything that means something is a tag: T table, C column, V value, N number, P period, Q quoted
 * text, S superlative adjective, A comparing adjective, G time grain; phrases of grammar are words in capitals (COUNT, GT, EACH …). The passes
 * of the reader are regular expressions over this line.
 */
export type Tagged = {
  line: string
  mentions: Map<string, Mention>
  numbers: Map<string, { value: number; text: string; year: Period | null }>
  periods: Map<string, Period>
  quoted: Map<string, string>
  adjectives: Map<string, Adjective>
  grains: Map<string, Grain>
  /** Tag -> where its words stand in the question. */
  places: Map<string, [number, number]>
}

const GRAINS = new Map<string, Grain>(
  (
    [
      ['hour', 'hour hours hourly'],
      ['day', 'day days daily'],
      ['week', 'week weeks weekly'],
      ['month', 'month months monthly'],
      ['quarter', 'quarter quarters quarterly'],
      ['year', 'year years yearly annual annually'],
      ['weekday', 'weekday weekdays'],
      ['month of the year', 'month-of-year'],
      ['quarter of the year', 'quarter-of-year'],
    ] as const
  ).flatMap(([grain, words]) => words.split(' ').map((word) => [word, grain] as const)),
)

const PHRASES: [RegExp, string][] = [
  [/\b(?:best|top)[- ]?selling\b/g, 'TOPTEN'],
  [/\bin total\b/g, ''],
  [/\b(?:don|doesn|didn|isn|aren|wasn|weren|hasn|haven|hadn|won|can|couldn)['’]?t\b/g, 'not'],
  [/\bwith (?:and|or|vs|versus) without\b/g, 'EACH'],
  [
    /\bhow (?:much|many|far) (?:more|less|fewer|higher|lower|larger|bigger|smaller|greater|better|worse|older|younger|taller|shorter|longer|heavier|lighter|warmer|colder|hotter|richer|poorer|cheaper)\b/g,
    'difference',
  ],
  [
    /\b(?:what|which) (?:percentage|percent|share|proportion|fraction|portion|part)\b|\b(?:percentage|percent|proportion|fraction) of\b|\bpercentage\b/g,
    'PERCENT',
  ],
  [/\b(?:running|cumulative|cumulated|accumulated) (?:total|sum|count|number)?(?: of)?/g, 'RUNNING'],
  [
    /\b(?:month|quarter|year|week|day)[- ](?:over|on)[- ](?:month|quarter|year|week|day)\b(?: change| growth| difference)?(?: in| of)?|\b(?:mom|yoy|qoq|wow)\b(?: growth| change)?(?: in| of)?|\b(?:growth|change)(?: rate)? (?:in|of)\b/g,
    'CHANGE',
  ],
  [
    /\bno (?:more|greater|higher|larger|later) than\b|\bat most\b|\bup to\b|\bmaximum of(?= N)\b|\bnot (?:more|greater|higher) than\b|\bless than or equal to\b/g,
    'LE',
  ],
  [
    /\bno (?:less|fewer|lower|smaller) than\b|\bat least\b|\bminimum of(?= N)\b|\bnot less than\b|\b(?:greater|more) than or equal to\b/g,
    'GE',
  ],
  [
    /\b(?:more|greater|larger|higher|bigger|better|later) than\b|\bexceeds?\b|\bexceeding\b|\bin excess of\b|\b(?:above|over)(?= (?:the )?(?:N|P|average|mean|avg|overall|\$))|\bmore (?=N\d)|> ?=(?= ?N)/g,
    'GT',
  ],
  [
    /\b(?:less|fewer|lower|smaller|worse|earlier) than\b|\b(?:below|under)(?= (?:the )?(?:N|P|average|mean|avg|overall))/g,
    'LT',
  ],
  [/\b(?:equal(?:s)? to|equals|exactly)\b/g, 'EQ'],
  [
    /\b(?:most|more) (?:common|popular|frequent|frequently|commonly|often)(?:ly)?(?: (?:used|ordered|occurring|appearing|seen))?\b|\bmost (?=used|ordered\b)/g,
    'COMMON',
  ],
  [/\brarest\b/g, 'RARE'],
  [/\bleast (?:common|popular|frequent|frequently|commonly|often)(?:ly)?(?: used)?\b/g, 'RARE'],
  [
    /\b(?:total )?(?:number|count|amount|quantity) of (?:times|occurrences)\b|\bhow (?:many times|often)\b/g,
    'COUNT TIMES',
  ],
  [/\b(?:average|averaged|mean|avg)\b(?: (?:number|amount|value) of(?= C))?/g, 'AVG'],
  [
    /\bhow many\b|\b(?:count|find|give|get)? ?(?:the )?(?:total )?(?:number|numbers|count|counts) of\b|\bcount (?:the )?(?:total )?(?:number of )?(?=\S)|^number (?=T)/g,
    'COUNT',
  ],
  [/\bhow much\b/g, 'SUM'],
  [/\b(?:total|sum|combined|summed|overall)(?: (?:amount|value|sum))?(?: of)?(?=(?: the| all)* [CMT]\d| of )/g, 'SUM'],
  [/\bsum\b|\b(?:amount|value) of(?= T)/g, 'SUM'],
  [/\bmedian\b/g, 'MEDIAN'],
  [/\b(?:most|highest|largest|greatest|biggest|maximum|maximal|max|best|top)\b/g, 'MOST'],
  [/\b(?:least|lowest|smallest|fewest|minimum|minimal|min|worst|bottom)\b/g, 'LEAST'],
  [/\b(?:different|distinct|unique)\b/g, 'DISTINCT'],
  [
    /\b(?:for each of|for each|for every|for all|for different|grouped by|group by|broken down by|broken out by|split by|by each|per|each|every|in each|of each|aggregated by|breakdown by|across(?= C))\b/g,
    'EACH',
  ],
  [
    /\b(?:in|by) (?:the )?(descending|decreasing|reverse(?: alphabetical)?|reversed alphabetical) (?:lexicographical |alphabetical )?order (?:of|by)\b/g,
    'SORT DESC',
  ],
  [
    /\b(?:in|by) (?:the )?(ascending|increasing|alphabetical|lexicographic(?:al)?|alphabetic|chronological)(?: alphabetical)? order (?:of|by)\b/g,
    'SORT ASC',
  ],
  [
    /\b(?:sort|sorted|order|ordered|listed|arranged|ranked)(?: in)? (?:descending|decreasing)(?: order)? (?:by|of)\b/g,
    'SORT DESC',
  ],
  [
    /\b(?:sort|sorted|order|ordered|listed|arranged|ranked)(?: in)? (?:ascending|increasing)(?: order)? (?:by|of)\b/g,
    'SORT ASC',
  ],
  [/\b(?:in )?(?:descending|decreasing|reversed?) (?:alphabetical|lexicographical|lexicographic) order\b/g, 'DESC'],
  [/\b(?:information|info|details|data) (?:about|of|on|for) (?:EACH|each|every) (?=T)/g, 'information of '],
  [/\b(by|SORT DESC|SORT ASC) (?:amount|value) of (?=C\d)/g, '$1 '],
  [
    /\b(?:(?:and )?(?:sort|sorted|order|ordered|rank|ranked|arrange|arranged|ordering|sorting|listed|list)(?: (?:them|it|results?|the results?|the list|these))?(?: (?:by|according to|based on|in terms of|from|in(?= [a-z]+ing|alpha|rev|lex|desc|asc))))|\bin order of\b/g,
    'SORT',
  ],
  [
    /\b(?:in )?(?:descending|decreasing|desc|reverse(?:d)?(?: alphabetical| lexicographical)?)(?: order)?\b|\bfrom (?:high|MOST|most|large|old|new)[a-z]* to (?:low|LEAST|least|small|young|old)[a-z]*\b|\b(?:MOST|highest|largest|newest|latest) first\b|\bMOST to LEAST\b/g,
    'DESC',
  ],
  [
    /\b(?:in )?(?:ascending|increasing|asc|alphabetical(?:ly)?|alphabetic|lexicographic(?:al)?(?:ly)?|chronological)(?: order)?\b|\bfrom (?:low|LEAST|small|young)[a-z]* to (?:high|MOST|large|old)[a-z]*\b|\bLEAST to MOST\b|\b(?:LEAST|lowest|smallest|oldest) first\b/g,
    'ASC',
  ],
  [
    /\b(?:other than|except for|except|excluding|exclude|besides|apart from|but not|is not|are not|was not|were not|is n't|not)\b/g,
    'NOT',
  ],
  [/\b(?:never|neither|nor|nobody|no one)\b/g, 'NEVER'],
  [/\bwith no\b|\bwithout\b|\b(?:have|has|had|having) no\b|\b(?:that|which|who) lack\b|\black(?:ing)?\b/g, 'WITHOUT'],
]

const COMPARING = new Set([...COMPARATIVES, 'earlier', 'later'])

export function tag(tokens: Token[], mentions: Mention[]): Tagged {
  const tagged: Tagged = {
    line: '',
    mentions: new Map(),
    numbers: new Map(),
    periods: new Map(),
    quoted: new Map(),
    adjectives: new Map(),
    grains: new Map(),
    places: new Map(),
  }
  const parts: string[] = []
  let n = 0
  const add = (letter: string, start: number, end: number) => {
    const name = `${letter}${n++}`
    tagged.places.set(name, [start, end])
    parts.push(name)
    return name
  }
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const mention = mentions.find((m) => m.start === i)
    const next = tokens[i + 1]
    if (mention) {
      const name = add(mention.kind[0]!.toUpperCase(), token.start, tokens[mention.end - 1]!.end)
      tagged.mentions.set(name, mention)
      i = mention.end - 1
    } else if (token.kind === 'number')
      tagged.numbers.set(add('N', token.start, token.end), { value: token.number!, text: token.text, year: null })
    else if (token.kind === 'period') {
      const year = /^\d{4}$/.test(token.text) ? Number(token.text) : null
      if (year)
        tagged.numbers.set(add('N', token.start, token.end), { value: year, text: token.text, year: token.period! })
      else tagged.periods.set(add('P', token.start, token.end), token.period!)
    } else if (token.kind === 'quoted') tagged.quoted.set(add('Q', token.start, token.end), token.lower)
    else if (token.kind === 'mark') {
      if (/^[,;.?!&]$/.test(token.lower)) parts.push(token.lower === '&' ? 'and' : token.lower)
      else if (token.lower === "'s") parts.push("'s")
      else if (/^[<>=]$/.test(token.lower)) parts.push(token.lower)
    } else if (COMPARING.has(token.lower) && next?.lower === 'than') {
      tagged.adjectives.set(
        add('A', token.start, token.end),
        adjectiveOf(token.lower) ?? { columns: ['date', 'time', 'year'], descending: token.lower === 'later' },
      )
      i++
    } else if (
      /^(most|least|more)$/.test(token.lower) &&
      /^(expensive|recent|recently|populous|populated|powerful)$/.test(next?.lower ?? '')
    ) {
      const found = adjectiveOf(next!.lower)!
      const name = token.lower === 'more' ? 'A' : 'S'
      tagged.adjectives.set(add(name, token.start, next!.end), {
        ...found,
        descending: found.descending === (token.lower !== 'least'),
      })
      i += name === 'A' && tokens[i + 2]?.lower === 'than' ? 2 : 1
    } else if (adjectiveOf(token.lower) && /st$|^(latest|earliest)$/.test(token.lower))
      tagged.adjectives.set(add('S', token.start, token.end), adjectiveOf(token.lower)!)
    else if (GRAINS.has(token.lower)) tagged.grains.set(add('G', token.start, token.end), GRAINS.get(token.lower)!)
    else parts.push(token.lower)
  }
  // "Finished last": with the latest of its dates.
  tagged.line = normalise(parts.join(' ')).replace(/\b(C\d+) (first|last)\b/g, (all, name: string, place: string) =>
    tagged.mentions.get(name)?.columns[0]?.column.temporal ? `${place === 'last' ? 'MOST' : 'LEAST'} ${name}` : all,
  )
  return tagged
}

function normalise(text: string): string {
  let line = ` ${text} `.replace(/ (?:the|a|an|please|their|his|her|its|our|your|my|all of|some) (?=\S)/g, ' ')
  line = line.replace(/ (?:the|a|an|all|any|those|these) (?=\S)/g, ' ')
  for (const [pattern, tagName] of PHRASES) line = line.replace(pattern, ` ${tagName} `).replace(/\s+/g, ' ')
  return line
    .replace(/\b(S\d+) (N\d+) (?=T\d)/g, '$2 $1 ')
    .replace(/\bWITHOUT (?=[VQ]\d)/g, 'NOT ')
    .replace(/> =/g, 'GE')
    .replace(/< =/g, 'LE')
    .replace(/ > /g, ' GT ')
    .replace(/ < /g, ' LT ')
    .replace(/\s+/g, ' ')
    .trim()
}
