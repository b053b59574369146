import { commonUnit, writingsOf } from '#catalog/rules/units.ts'

/**
 * What cells write around their numbers. `unit`: a currency or measure, by its name; `signs`: accounting negatives `(5)` and `5-`, `+5`;
 * `notes`: words about the number, as in `12 (est.)`, `~12`, `12*`.
 */
export type Dress = { unit: string | null; signs: boolean; notes: boolean }

export const UNDRESSED: Dress = { unit: null, signs: false, notes: false }

/** A part of a text and what stands in its place, where $1 is its first group: read alike by JavaScript and by the engine. */
type Step = [pattern: string, instead: string]

const NOTES: Step[] = [
  [
    '\\s*(?:\\([^()]*[A-Za-z][^()]*\\)|\\[[^\\[\\]]*\\]|[*†‡§]+|\\b(?:est|approx|prov|provisional|estimated|revised)\\.?)$',
    '',
  ],
  ['^(?:~|≈|ca?\\. ?|circa |about |approx\\.? |est\\.? )\\s*', ''],
]
const SIGNS: Step[] = [
  ['^\\(\\s*([^()]*\\d[^()]*?)\\s*\\)$', '-$1'],
  ['^([^-−]*[.,]\\d+)\\s*[-−]$', '-$1'],
  ['^[-−]\\s*', '-'],
  ['^\\+\\s*', ''],
]
const unitSteps = (unit: string): Step[] => [
  [`^([-+−(]?)\\s*(?:${writingsOf(unit)})\\s*`, '$1'],
  [`\\s*(?:${writingsOf(unit)})\\s*([)−-]?)$`, '$1'],
]

/** What is done to a text, one after the other, so that its number is left. */
export const undressing = ({ unit, signs, notes }: Dress): Step[] => [
  ...(notes ? NOTES : []),
  ...(unit === null ? [] : unitSteps(unit)),
  ...(signs ? SIGNS : []),
]

/** Texts without what is around their numbers. */
export function undress(values: string[], dress: Dress): string[] {
  const steps = undressing(dress).map(([pattern, instead]) => [new RegExp(pattern, 'u'), instead] as const)
  if (steps.length === 0) return values
  return values.map((value) => steps.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value))
}

/** A telephone number begins with a plus too. */
const PHONE = /^\+\d[\d ()-]{6,}$/

/** What the cells of a column have around their numbers. @param isNumber whether a text is one, in any style */
export function dressOf(values: string[], isNumber: (value: string) => boolean): Dress {
  const unit = commonUnit(values)
  const helps = (dress: Dress, without: Dress) => {
    const before = undress(values, without)
    return undress(values, dress).some((text, at) => text !== before[at] && isNumber(text))
  }
  const plain = { ...UNDRESSED, unit }
  // Where all values stand in brackets, these are marks and no signs.
  const mayHaveSigns = !values.some((value) => PHONE.test(value)) && !values.every((value) => value.startsWith('('))
  const signs = mayHaveSigns && helps({ ...plain, signs: true }, plain)
  const signed = { ...plain, signs }
  const bare = undress(values, { ...UNDRESSED, notes: true })
  // "1 (low)", "2 (high)" on every line are names of categories.
  const areNames = bare.every((text, at) => text !== values[at]) && new Set(values).size * 2 <= values.length
  return { ...signed, notes: !areNames && helps({ ...signed, notes: true }, signed) }
}
