import { nameWords, root } from '#base/stems.ts'
import { type Column, columnsIn, type Schema } from '../built-in/schema.ts'
import { flagOf } from './draft.ts'
import { isFigure, namesRows } from './rows.ts'
import { FELL, ROSE } from './words.ts'

/** The only one of several. */
export const only = <T>([one, other]: T[]): T | null => (one && !other ? one : null)

const roots = (said: string): string[] => nameWords(said.toLowerCase()).map(root)

/** The only column of yes and no that words speak of: "work overtime", "a cruise control". */
function flagSaid(said: string, schema: Schema): Column | null {
  const words = roots(said)
  const isSaid = ({ words: name }: Column) =>
    name.some((one) => one.length > 2 && words.includes(root(one))) || words.includes(root(name.join('')))
  return only(columnsIn(schema).filter((column) => flagOf(column) && isSaid(column)))
}

const WHOM = '(?:people|those|the ones|others|(?:the )?\\p{L}+s)(?: \\p{L}+s)?'
const WHAT = '(\\p{L}+(?: \\p{L}+){0,3}?)'
const END = '(?=[?.!,;]*$|[,;]? (?:in|for|of|by|per|since|on|at|during)\\b)'
const BESIDE = ',? (?:and|or|than|vs\\.?|versus|compared (?:to|with)|as opposed to)(?: (?:of|for|in|by|from|among))?'
const NOT = `(?:without(?: (?:it|one|any|an? \\p{L}+|\\p{L}+))?|(?:who|that|which) (?:do|does|did|are|is|were|was|have|has|had)(?:n['’]?t| not)(?: \\p{L}+)?)`

/** Both halves of rows that a yes or no makes. `$1` is what says which. */
const HALVES: [said: RegExp, meant: string][] = (
  [
    // "Price with and without a garden"
    [
      `(?: (?:of|for|in|among) ${WHOM})? with (?:and|or|vs\\.?|versus) without (?:an? |any |the )?${WHAT}${END}`,
      ' by #',
    ],
    // "The pay of people who work shifts compared with those who don't"
    [
      `(?<!^how \\p{L}+ (?:do|does|did))(?: (?:of|for|in|among))? ${WHOM} (?:with|who|that|which|having)(?: an?)? ${WHAT}${BESIDE} ${WHOM} ${NOT}${END}`,
      ' by #',
    ],
    // "Do smokers tip more than non-smokers"
    [
      `^do(?:es)? (?:the )?(\\p{L}+?)s? (\\p{L}+) (?:more|less)(?: \\p{L}+)? than non[- ]?\\1s?${END}`,
      'average $2 by #',
    ],
    // "Do smokers pay more", "are members older"
    [`^do(?:es)? (?:the |our )?(\\p{L}+?)s? (\\p{L}+) (?:more|less)(?: on average)?(?=[?.!]*$)`, 'average $2 by #'],
    // "Vegan vs non-vegan sales", "sales of vegan and non-vegan products"
    [`^(\\p{L}+)${BESIDE} non[- ]?\\1 (.+)$`, '$2 by #'],
    [`(?: (?:of|for|in|by))? (\\p{L}+)${BESIDE} non[- ]?\\1s?(?: (?<noun>\\p{L}+))?${END}`, ' by #'],
    // "Do striped cats weigh more than those without stripes"
    [`^do(?:es)? (?:the )?(\\p{L}+) \\p{L}+ (\\p{L}+) (?:more|less) than ${WHOM} ${NOT}`, 'average $2 by #'],
    // "Average distance, overtime yes vs no"
    [`,? ${WHAT} yes (?:vs\\.?|versus|and|or) no\\b`, ' by #'],
  ] as const
).map(([said, meant]) => [new RegExp(said, 'iu'), meant])

/** "With and without": figures of both halves of a yes or no, side by side. */
export function halves(text: string, schema: Schema): string {
  for (const [said, meant] of HALVES) {
    const found = said.exec(text)
    const flag = found && flagSaid(found[1]!, schema)
    const noun = found?.groups?.noun
    if (flag && (!noun || namesRows(noun, schema)))
      return text
        .replace(said, () => meant.replace('$2', found[2] ?? '').replace('#', flag.name))
        .replace(/[?.,;:]? (?:the )?average (?:for|of) both\b/i, '')
  }
  return text
}

const MONEY = /^(?:profit|margin|gain|result|net|earning|income|return)$/
const COURSE = /^(?:change|growth|chg|diff|difference|delta|increase|gain)$/
const LOSING =
  /\b(?:(?:that|which|who) )?(?:(?:was|were|is|are|had been) )?(?:(?:sold|made|closed|run|done) )?(?:at a (loss|profit)|(los[te]s?|losing) money|(?:made|makes?|making) (?:a )?(loss|profit)|(un)?profitable)(?![- ](?:most|least))\b/iu
const MOVING = new RegExp(
  `\\b(?:in which |where |when |whose |that )?(?:the )?(?:number of )?(\\p{L}+(?: \\p{L}+)?) (?:(went down|${FELL})|went up|${ROSE})(?=[?.!,]*$| and\\b| or\\b)`,
  'iu',
)

/** "Sold at a loss", "months in which jobs went down": below or above nought in the only column that says so by its sign. */
export function signed(text: string, schema: Schema): string {
  if (/\b(?:most|least|from|between|than|how much)\b/i.test(text)) return text
  const both = columnsIn(schema).filter((one) => isFigure(one) && Number(one.min) < 0 && Number(one.max) > 0)
  const put = (column: Column | null, isBelow: boolean, said: string) =>
    column ? `with ${column.name} ${isBelow ? 'below' : 'above'} 0` : said
  return text
    .replace(LOSING, (said: string, at?: string, lost?: string, made?: string, un?: string) => {
      const isBelow = Boolean(lost || un) || /loss/i.test(at ?? made ?? '')
      return put(only(both.filter(({ words }) => MONEY.test(words.at(-1)!))), isBelow, said)
    })
    .replace(MOVING, (said: string, what: string, down?: string) => {
      const words = roots(what)
      const moves = ({ words: name }: Column) =>
        name.some((word) => COURSE.test(word)) && name.some((word) => words.includes(root(word)))
      return put(only(both.filter(moves)), down !== undefined, said)
    })
}
