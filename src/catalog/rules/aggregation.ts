import { wordsOf } from '#base/text.ts'
import type { Aggregation, CatalogColumn } from './answers.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const RATES = set(
  'price rate ratio share percent percentage pct avg average mean median min minimum max maximum score rating stars satisfaction happiness nps csat grade quality severity difficulty likelihood rank ranking position age temperature temp speed density index gpa probability margin utilization utilisation yield bmi ph humidity pressure voltage ppl ppu cpc cpm cpa cpl ctr cvr roi roas aov arpu apr apy mpg mph kph rpm bpm ppm',
)
const LEVELS = set(
  'balance stock inventory headcount population outstanding subscribers followers occupancy backlog holdings capacity',
)
const CURRENCIES = set('inr usd eur gbp rs chf jpy cad aud')
/** Words before which a rate or level is already added up, or counted. */
const TOTALS = set('total sum count number cumulative')

/** Shares, temperatures, speeds, pressures and frequencies. */
const RATE_UNITS = set('% ‰ °C °F km/h mph mpg hPa psi bpm ppm dB Hz MHz GHz')

/** How a measure goes together, with the reason in words; null for columns that are none. */
export function aggregationOf({ name, role, unit }: Pick<CatalogColumn, 'name' | 'role' | 'unit'>): {
  how: Aggregation
  reason: string
} | null {
  if (role !== 'measure') return null
  const words = wordsOf(name).filter((word) => !CURRENCIES.has(word))
  const adds = { how: 'sum' as const, reason: 'Neither its name nor its unit says that its values do not add up.' }
  if (TOTALS.has(words[0] ?? '')) return adds
  const last = words.at(-1) ?? ''
  const rate = [last, words[0] ?? ''].find(
    (word) => RATES.has(word) && (word === last || /^(avg|average|mean|median|min|max|percent|pct)/.test(word)),
  )
  if (rate || words.includes('per'))
    return { how: 'average', reason: `Its name says "${rate ?? 'per'}": such values never add up.` }
  const isOnHand = words.slice(-2).join(' ') === 'on hand'
  if (LEVELS.has(last) || isOnHand) {
    const word = isOnHand ? 'on hand' : last
    return { how: 'last', reason: `Its name says "${word}": a state at a moment, which does not add up over time.` }
  }
  if (unit && RATE_UNITS.has(unit)) return { how: 'average', reason: `It is in ${unit}: such values never add up.` }
  return adds
}
