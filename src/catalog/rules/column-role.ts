import { isInteger, isNumeric, isTemporal } from '#base/engine-type.ts'
import type { ColumnRole } from './answers.ts'

const ID_NAME = /(^|[_\s-])(id|ids|uuid|guid|key|pk)$|[a-z](Id|ID|Key)$|^(id|uuid|guid)$/i
const CODE_NAME = /(^|[_\s-])(code|sku|no|nr|number|ref|reference|isbn|ean|serial|barcode)$/i
/** Numbers that label things: adding them up means nothing. */
const LABEL_NAME =
  /(^|[_\s-])(year|month|day|week|weekday|quarter|hour|zip|zipcode|pin|pincode|postcode|postal_code|phone|mobile|fax|latitude|longitude|lat|lng|lon)$/i
const FLAG_NAME = /^(is|has|was|can|did|active|enabled|deleted|valid)([_\s-]|$)/i
const FLAG_WORDS = new Set(['yes', 'no', 'y', 'n', 'true', 'false', 't', 'f', '0', '1', 'on', 'off'])

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
  if (ID_NAME.test(name) && (isInteger(type) || type === 'VARCHAR' || type === 'UUID')) return 'id'
  if (isNumeric(type)) {
    if (isInteger(type) && distinct <= 2 && FLAG_NAME.test(name)) return 'flag'
    if (LABEL_NAME.test(name)) return 'dimension'
    return CODE_NAME.test(name) && isInteger(type) && unique ? 'id' : 'measure'
  }
  if (type !== 'VARCHAR') return 'text'
  if (distinct > 0 && distinct <= 2 && top.length > 0 && top.every((value) => FLAG_WORDS.has(value.toLowerCase())))
    return 'flag'
  if (CODE_NAME.test(name) && unique) return 'id'
  if (unique && filled > 20 && length <= 40 && top.length === 0 && /code|id|number/i.test(name)) return 'id'
  if (length > 40) return 'text'
  return distinct <= 50 || distinct <= filled * 0.5 ? 'dimension' : 'text'
}
