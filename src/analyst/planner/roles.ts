import type { Kind } from './items.ts'

/** What a part of a question may do in the query, by its kind. */
export const ROLES: Record<Kind, string[]> = {
  // base: rows of it; show: and its name; have: a number of its rows; none: no rows of it; top, low: by the number of its rows
  T: 'base show key all join count group groupkey top low desc asc have none skip'.split(' '),
  // cond: compared by a number or value; emax, emin: equal to the extreme; t…, l…: ranked by a figure of it; h…: a figure of it is compared
  C: 'out count countd sum avg min max aggs group groupq desc asc top low emax emin tsum tavg lsum lavg osum oavg cond havg hsum hmin hmax common rare ctop clow cdesc casc have yes no null notnull skip'.split(
    ' ',
  ),
  V: 'eq ne or both never skip'.split(' '),
  Q: 'eq ne or like nlike start end skip'.split(' '),
  N: 'cmp or both never low high limit have skip'.split(' '),
  P: 'in or not both never skip'.split(' '),
  S: 'top agg ext sort group skip'.split(' '),
  A: 'cond skip'.split(' '),
  G: 'group skip'.split(' '),
  COUNT: 'rows desc asc top low have skip'.split(' '),
  MOST: 'top desc skip'.split(' '),
  LEAST: 'low asc skip'.split(' '),
  AVG: 'average skip'.split(' '),
  PERCENT: 'rate share skip'.split(' '),
  DISTINCT: 'distinct skip'.split(' '),
  // by what is shown first
  SORT: 'asc desc skip'.split(' '),
  // other: the second of two columns that are compared; less: what is taken off the first
  THAN: 'other less skip'.split(' '),
}

/** What a part may do that is taken for another kind than its likeliest: "city" for the column though a table has the name as well. */
const OTHERWISE: [Kind, string][] = [
  ...'out cond yes no group countd count max min avg sum top low common desc asc'
    .split(' ')
    .map((role): [Kind, string] => ['C', role]),
  ...'base count group top none join have show'.split(' ').map((role): [Kind, string] => ['T', role]),
  ...'eq ne or both'.split(' ').map((role): [Kind, string] => ['V', role]),
]
for (const kind of ['T', 'C', 'V', 'G', 'THAN'] as const)
  ROLES[kind].push(...OTHERWISE.flatMap(([other, role]) => (other === kind ? [] : [`${other}.${role}`])))

// ecommon, erare: equal to the commonest or rarest value
// per: the figure before is divided by it
// size: shown, the largest of them
ROLES.C.push('med', 'ecommon', 'erare', 'per', 'size')
// with: narrows what the condition before is about
ROLES.V.push('vs', 'with')
for (const kind of ['Q', 'N', 'P'] as const) ROLES[kind].push('with')
// beyond: compared with the largest, or the smallest
ROLES.MOST.push('beyond')
ROLES.LEAST.push('beyond')
ROLES.S.push('tavg')
// ratio: one figure as a part of another
ROLES.PERCENT.push('ratio')
// span: how long rows last
ROLES.G.push('span')
// size: ranked by how large rows are; sizeagg: the largest size itself
for (const kind of ['MOST', 'LEAST'] as const) ROLES[kind].push('size', 'sizeagg')
ROLES.T.push('size')
// own: an average is that of the rows with the same value; same: has the value of the rows that come after
ROLES.C.push('own', 'same')

/** A role in its kind: 'C.out' of a table is 'out' of the column that has its name. */
export function kindAndRole(kind: Kind, role: string): [Kind, string] {
  const [other, own] = role.split('.') as [Kind, string?]
  return own ? [other, own] : [kind, role]
}

/**
 * Before anything is learned: how much speaks for a role where the words around (at most four before, four after, the part itself as #) look so.
 * Roles without a rule have weight -4.
 */
export const RULES: [Kind, string, number, RegExp?][] = [
  ['T', 'base', 1],
  ['T', 'skip', 0],
  ['T', 'show', -0.5],
  ['T', 'join', -0.5],
  ['T', 'base', 1, /C (of|for|from|in) #/],
  ['T', 'show', 1.5, /(which|what|find|list|show) #/],
  ['T', 'count', 4, /COUNT (DISTINCT )?#/],
  ['T', 'group', 4, /(EACH|by) (DISTINCT )?#/],
  ['T', 'groupkey', 1, /(EACH|by) #/],
  ['T', 'size', 6, /(MOST|LEAST) #/],
  ['T', 'top', 4, /(MOST|COMMON) (COUNT (of )?)?#/],
  ['T', 'low', 4, /(LEAST|RARE) (COUNT (of )?)?#/],
  ['T', 'desc', 2, /SORT.* (COUNT )#/],
  ['T', 'asc', 2, /SORT.* COUNT #/],
  ['T', 'have', 3, /N #/],
  ['T', 'none', 4, /(NOT|NEVER|WITHOUT|no|any)( \w+)? #/],
  ['T', 'none', 1],
  ['T', 'all', 1, /(all|information|details) (of|about|for|on) #/],
  ['C', 'out', 1.5],
  ['C', 'cond', 0],
  ['C', 'skip', -1],
  ['C', 'cond', 2, /# (is |are |was )?(EQ |GT |LT |GE |LE |as |of |between |NOT )?(V|N|Q|AVG)/],
  ['C', 'cond', 1.5, /(with|whose|have|has|having|in|on|for) #/],
  ['C', 'cond', 1, /(V|N|Q) #/],
  ['C', 'out', 1, /(and|,|the|what|find|list|show|is|are) #/],
  ['C', 'count', 3, /COUNT #/],
  ['C', 'countd', 3, /COUNT (DISTINCT )?#/],
  ['C', 'sum', 4, /SUM #/],
  ['C', 'avg', 4, /AVG( and \w+)? #/],
  ['C', 'max', 4, /MOST (and \w+ )?(COUNT )?#/],
  ['C', 'min', 4, /LEAST (and \w+ )?(COUNT )?#/],
  ['C', 'aggs', 5, /(AVG|SUM|MOST|LEAST) ?(,|and) .*(AVG|SUM|MOST|LEAST) (COUNT )?#/],
  ['C', 'group', 4, /(EACH|by) (DISTINCT )?#/],
  ['C', 'groupq', 1.5, /(EACH|by) #/],
  ['C', 'group', 5, /(develop|evolve|change|grow)\w* over #/],
  ['C', 'out', 4, /N (and|vs|versus|to|with) N #/],
  ['C', 'desc', 4, /SORT.* #.* DESC|SORT DESC #|DESC.* #/],
  ['C', 'asc', 3.5, /SORT.* #|ASC.* #/],
  ['C', 'desc', 2, /SORT .*#/],
  ['C', 'top', 3.5, /MOST (COUNT )?#/],
  ['C', 'low', 3.5, /LEAST (COUNT )?#/],
  ['C', 'emax', 2.5, /MOST #/],
  ['C', 'emin', 2.5, /LEAST #/],
  ['C', 'tsum', 2, /MOST (SUM )?#/],
  ['C', 'tavg', 4, /MOST AVG #/],
  ['C', 'lavg', 4, /LEAST AVG #/],
  ['C', 'lsum', 3.5, /LEAST SUM #/],
  ['C', 'tsum', 2, /MOST SUM #/],
  ['C', 'osum', 4, /SORT.* SUM #/],
  ['C', 'oavg', 4, /SORT.* AVG #/],
  ['C', 'havg', 3, /AVG # .*(N|GT|LT)/],
  ['C', 'hsum', 3, /SUM # .*(N|GT|LT)/],
  ['C', 'common', 5, /COMMON #/],
  ['C', 'rare', 5, /RARE #/],
  ['C', 'top', 9, /# MOST( \?)?$/],
  ['C', 'low', 9, /# LEAST( \?)?$/],
  ['C', 'top', 9, /MOST \w+( in| T)? #/],
  ['C', 'low', 9, /LEAST \w+( in| T)? #/],
  ['C', 'top', 9, /MOST (N )?[CT]( [CT]| \w+)? (by|for) #|MOST difference in #/],
  ['C', 'low', 9, /LEAST (N )?[CT]( [CT]| \w+)? (by|for) #|LEAST difference in #/],
  ['C', 'notnull', 0, /(has|have|with) #/],
  ['C', 'null', 1, /(no|without|WITHOUT|missing) #/],
  ['V', 'eq', 3],
  ['V', 'ne', 4, /(NOT|NEVER|WITHOUT)( \w+){0,3} #/],
  ['V', 'never', 3.5, /(NOT|NEVER|WITHOUT)( \w+)? #/],
  ['V', 'or', 4, /or( \w+){0,3} #/],
  ['V', 'both', 3.5, /and (\w+ )?(\w+ )?#/],
  ['V', 'skip', 0],
  ['V', 'or', 2, /and #/],
  ['Q', 'eq', 3],
  ['Q', 'ne', 4, /NOT( \w+)? #/],
  ['Q', 'or', 4, /or (\w+ )?#/],
  ['Q', 'like', 4, /(contain\w*|include\w*|substring|letter|word|phrase|with|has) (\w+ )?(\w+ )?#/],
  ['Q', 'start', 5, /(start\w*|begin\w*|prefix) (\w+ )?(\w+ )?#/],
  ['Q', 'end', 5, /end\w* (\w+ )?(\w+ )?#/],
  ['Q', 'like', 1.5],
  ['N', 'cmp', 2],
  ['N', 'limit', 4, /(MOST|LEAST|top|first|last|bottom) #/],
  ['N', 'limit', 3, /# (MOST|LEAST|T|C|S)/],
  ['N', 'low', 6, /(between|from) #/],
  ['N', 'high', 6, /(between|from) N (and|to) #/],
  ['N', 'have', 3, /(GT|GE|LT|LE|EQ|only|have|with|N or) # T/],
  ['N', 'have', 1.5, /# T/],
  ['N', 'or', 3, /or( \w+){0,2} #/],
  ['N', 'skip', -1],
  ['C', 'own', 16, /(GT|LT|GE|LE|A|above|below|over|under) (AVG|MOST|LEAST) ((of|for|in|within) )?(own )?#/],
  ['C', 'same', 16, /same #/],
  ['V', 'with', 6, /same \w+ (as|like|of|with) (\w+ )?#/],
  ['V', 'with', 6, /(as|like) V #/],
  ['C', 'med', 5, /MEDIAN #/],
  ['C', 'size', 9, /(MOST|LEAST) #/],
  ['C', 'per', 3.5, /C EACH #/],
  ['C', 'per', 6, /[CT] EACH N #|C EACH # (of \w+ )?by/],
  ['N', 'skip', 6, /[CT] EACH # C/],
  ['V', 'vs', 4.5, /(and|or|vs|versus|with|to|than|v) (\w+ )?#/],
  ['V', 'vs', 4, /# (\w+ )?(and|or|vs|versus|compared|v) /],
  ['S', 'tavg', 2],
  ['S', 'agg', 5, /# and S|S and #/],
  ['C', 'ecommon', 3.5, /COMMON #/],
  ['C', 'erare', 3.5, /RARE #/],
  ['MOST', 'beyond', 4, /(GT|LT|GE|LE|above|over|below|under) #/],
  ...(['MOST', 'LEAST'] as const).flatMap((kind): [Kind, string, number][] => [
    [kind, 'size', 1],
    [kind, 'sizeagg', 0],
  ]),
  ['LEAST', 'beyond', 4, /(GT|LT|GE|LE|above|over|below|under) #/],
  ['V', 'with', 1],
  ['V', 'with', 2.5, /(AVG|MOST|LEAST)( \w+){1,3} #/],
  ['N', 'with', 1.5, /V( \w+)? #/],
  ['P', 'with', 1.5, /V( \w+)? #/],
  ['Q', 'with', 1],
  ['V', 'never', 2, /(NOT|NEVER|WITHOUT)( \w+){2,3} #/],
  ['C', 'yes', 2],
  ['C', 'no', 3.5, /(NOT|no|NEVER|WITHOUT)( \w+)? #/],
  ['C', 'ctop', 2.5, /MOST (COUNT )?#/],
  ['C', 'clow', 2.5, /LEAST (COUNT )?#/],
  ['C', 'cdesc', 2, /SORT.* COUNT #/],
  ['C', 'casc', 2, /SORT.* COUNT #/],
  ['C', 'have', 2.5, /N #/],
  ['THAN', 'other', 5],
  ['THAN', 'less', 7, /difference.* (and|than) (\w+ )?#/],
  ['THAN', 'C.out', 0],
  ['THAN', 'skip', -1],
  ['SORT', 'asc', 1],
  ['SORT', 'desc', 1],
  ['SORT', 'skip', 2],
  ['SORT', 'skip', 4, /SORT C #/],
  ['N', 'both', 3, /and (\w+ )?#/],
  ['P', 'or', 3, /or (\w+ )?#/],
  ['N', 'have', 1.5, /(GT|GE|LE|LT) #/],
  ['P', 'in', 3],
  ['P', 'not', 3, /NOT #/],
  ['P', 'skip', -1],
  ['S', 'top', 3],
  ['S', 'agg', 2, /#( C| T)?\s*(\?|\.|$)/],
  ['S', 'sort', 2, /SORT/],
  ['S', 'ext', 1.5],
  ['S', 'skip', -1],
  ['A', 'cond', 2],
  ['A', 'skip', 0],
  ['G', 'group', 2],
  ['G', 'group', 2, /(EACH|by) #/],
  ['G', 'group', 14, /over #/],
  ['G', 'group', 11, /^# (with|in|when|on|where) /],
  ['G', 'group', 6, /# (with|had|has|have|were|was|did|does|are|is|saw)( \w+)? (MOST|LEAST)/],
  ['G', 'span', 1.5, /(COUNT|AVG|long|in|of) (of )?#/],
  ['G', 'span', 14, /COUNT # (was|did|were|is|has|does) /],
  ['G', 'skip', 0.5],
  ['COUNT', 'rows', 2],
  ['COUNT', 'skip', 1],
  ['COUNT', 'desc', 2, /SORT/],
  ['COUNT', 'asc', 1, /SORT/],
  ['COUNT', 'top', 1],
  ['COUNT', 'have', 0, /(GT|GE|LT|LE)/],
  ['MOST', 'top', 2],
  ['MOST', 'skip', 1.5],
  ['MOST', 'skip', 6, /# (difference|\w+( in| T)? C)/],
  ['LEAST', 'low', 2],
  ['LEAST', 'skip', 1.5],
  ['LEAST', 'skip', 6, /# (difference|\w+( in| T)? C)/],
  ['AVG', 'average', 4, /(GT|LT|GE|LE) #/],
  ['AVG', 'skip', 0],
  ['PERCENT', 'rate', 2],
  ['PERCENT', 'share', 2, /EACH|by/],
  ['PERCENT', 'share', 14, /# (of )?(SUM )?C (EACH|by)/],
  ['PERCENT', 'ratio', 2, /# (of )?C .*C|C .*# (of )?C/],
  ['PERCENT', 'skip', 0],
  ['PERCENT', 'skip', 6, /by # (did|has|have|does) /],
  ['DISTINCT', 'distinct', 2],
  ['DISTINCT', 'skip', 1],
]
