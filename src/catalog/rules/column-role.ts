import { isInteger, isNumeric, isTemporal } from '#base/engine-type.ts'
import type { ColumnRole } from './answers.ts'
import { wordsOf } from './relation.ts'

const ID_WORDS = words('id ids uuid guid key pk')
/** `custid` and `stuid` are ids; of the words that end so, these are none. */
const NO_ID = words(
  'paid unpaid prepaid repaid overpaid bid grid lid aid kid mid acid valid solid fluid rapid hybrid void covid',
)
const CODE_WORDS = words('code sku no nr num number ref reference isbn ean serial barcode')
/** Numbers that label things: adding them up means nothing. */
const LABEL_WORDS = words(
  'year month day week weekday quarter hour date season zip zipcode pin pincode postcode phone telephone mobile fax extension ext ssn latitude longitude lat lng lon',
)
const LABELS = words('postal_code post_code zip_code pin_code area_code country_code')
const FLAG_WORDS = words('is has was can did active enabled deleted valid')
const FLAG_VALUES = words('yes no y n true false t f 0 1 on off')

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/**
 * What a column is good for, from its name, type and figures.
 * @param figures length: average characters of its values; top: its most frequent values
 */
export function columnRole(
  name: string,
  type: string,
  figures: { filled: number; distinct: number; length: number; top: string[] },
): ColumnRole {
  const { filled, distinct, length, top } = figures
  if (type === 'BOOLEAN') return 'flag'
  if (isTemporal(type)) return 'time'
  const unique = filled > 0 && distinct >= filled * 0.98
  // Numbered columns are of the kind of the first: `club_id_1`.
  const parts = wordsOf(name.replace(/(?<=\D)[_ ]?\d+$/, ''))
  const last = parts.at(-1) ?? ''
  const isId = ID_WORDS.has(last) || (/.id$/.test(last) && !NO_ID.has(last))
  if (isId && (isInteger(type) || type === 'VARCHAR' || type === 'UUID')) return 'id'
  if (isNumeric(type)) {
    if (isInteger(type) && distinct <= 2 && FLAG_WORDS.has(parts[0] ?? '')) return 'flag'
    // Hours per week, and the number in a season, are counts.
    if (/^(per|in)$/.test(parts.at(-2) ?? '')) return 'measure'
    if (LABEL_WORDS.has(last) || LABELS.has(parts.slice(-2).join('_'))) return 'dimension'
    // Who reports to whom, and what was made by whom, is said by a key.
    if (isInteger(type) && parts.length > 1 && (last === 'to' || last === 'by')) return 'id'
    if (isInteger(type) && (CODE_WORDS.has(last) || /(number|ssn)$/.test(last))) return unique ? 'id' : 'dimension'
    return 'measure'
  }
  if (type !== 'VARCHAR') return 'text'
  if (distinct > 0 && distinct <= 2 && top.length > 0 && top.every((value) => FLAG_VALUES.has(value.toLowerCase())))
    return 'flag'
  if (CODE_WORDS.has(last) && unique) return 'id'
  if (unique && filled > 20 && length <= 40 && top.length === 0 && /code|id|number/i.test(name)) return 'id'
  if (length > 40) return 'text'
  return distinct <= 50 || distinct <= filled * 0.5 ? 'dimension' : 'text'
}
