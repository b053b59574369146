/** How something is said in daily life, and the words for it that the reader knows. */
export type Rule = [said: RegExp, meant: string]

export const DID = '(?:did|do|does|have|has)'
export const LENGTH = '(?:day|week|month|quarter|year)'
export const IS = '(?:is|are|was|were)'
/** Who asks, or is spoken of. */
export const WHO = '(?:i|we|you|they|he|she)'
/** Words for a part of a whole. */
export const SHARE = '(?:share|percentage|percent|part|proportion|fraction)'
export const rule = (said: string, meant: string): Rule => [new RegExp(said, 'iu'), meant]
export const replaced = (text: string, rules: Rule[]): string =>
  rules.reduce((all, [said, meant]) => all.replace(said, meant), text)
