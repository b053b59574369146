/** What yoy, qoq, mom and wow are short for. */
const OVER = new Map(['year', 'quarter', 'month', 'week'].map((word) => [word[0]!, `${word} over ${word}`]))

/** "first and last names" names two columns; "return rate" speaks of returns, where "return" alone asks for something. */
export const spelledOut = (question: string) =>
  question
    .replace(
      /\b(first|middle|last), (first|middle|last),? and (first|middle|last|family) names?\b/gi,
      '$1 name, $2 name and $3 name',
    )
    .replace(
      /\b(?:has |have |had )?(?:brought in|brings? in|took in|takes? in|raised|grossed) (?:the )?(most|least)\b(?! \p{L}*s\b)/giu,
      'has the $1 revenue',
    )
    .replace(/ \b(?:take|takes|took|taken) place\b/gi, '')
    .replace(/\breturn(?= (?:rate|ratio|reason|count|volume)s?\b)/gi, 'returns')
    .replace(
      /\b(?:is|are|was|were) (?:the )?(most|least) profitable\b/gi,
      (_, which: string) => `has ${/m/i.test(which[0]!) ? 'the highest' : 'the lowest'} profit`,
    )
    .replace(
      /\b(\d+ )?(?:the )?(most|least) profitable (\d+ )?([\p{L} ]+?)(?= (?:in|of|for|by|last|this|since|during)\b|[?.,]|$)/giu,
      (_, n1: string, which: string, n2: string, what: string) =>
        `${(n1 ?? n2) ? `${/m/i.test(which[0]!) ? 'top' : 'bottom'} ${n1 ?? n2}${what} by profit` : `which ${what} has the ${/m/i.test(which[0]!) ? 'highest' : 'lowest'} profit`}`,
    )
    .replace(/\bon average,? (how many \p{L}+ (?:per|does each) \p{L}+(?: have| place| make)?)\b/giu, '$1 on average')
    .replace(
      /\bhow many (\p{L}+(?: \p{L}+)??) (?:per|do|does (?:each|an?|the (?:average|typical))) (\p{L}+)(?: (?:have|place|make|do|take|get|own))? on average\b/giu,
      'average number of $1 per $2',
    )
    .replace(
      /^((?:and|now|show|give|it|them|that|this|me|the) )*(?:(?:in|as) (?:%|percents?|percentages?|shares?)|percents?|percentages?|shares?)[?.!]*$/i,
      'as a percentage',
    )
    .replace(/\b(?:the )?most returned (\p{L}+)/giu, '$1 with the most returns')
    .replace(
      /\b([ymqw])o\1\b(?= ?(?:$|[?.,]|growth|change|increase|in|of|revenue|sales|orders))/gi,
      (_, length: string) => OVER.get(length.toLowerCase())!,
    )
    .replace(/\breturning (?=(?:customers?|clients?|buyers?|shoppers?|users?)\b)/gi, 'repeat ')
    .replace(/\b(?:spread|distributed) (?:over|across|during|throughout) the (?:week|(day))\b/gi, (_, day?: string) =>
      day ? 'by hour' : 'by weekday',
    )
    .replace(/\bcancel+ation(?= (?:rate|ratio)s?\b)/gi, 'cancelled')
    .replace(/\b(?:furthest|farthest|most) (?:to the )?(north|south|east|west)(?:ern)?\b/gi, '$1ernmost')
    .replace(
      /\b(north|south|east|west) of (?:(?:the )?(?:longitude|latitude|parallel|meridian) )?(-?\d+(?:\.\d+)?)(?: degrees?)?\b/gi,
      (_, side: string, at: string) =>
        `with a ${/^[ns]/i.test(side) ? 'latitude' : 'longitude'} ${/^[ne]/i.test(side) ? 'above' : 'below'} ${at}`,
    )
    .replace(/\b(above|below) sea level\b/gi, 'with an elevation $1 0')
    .replace(
      /\b(first|middle|last|sur|maiden)(,? (?:and|or|,)) (?:the )?(first|last|middle|family) names?\b/gi,
      '$1 name$2 $3 name',
    )
