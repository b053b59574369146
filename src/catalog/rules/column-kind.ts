import { isInteger, isNumeric } from '#base/engine-type.ts'
import { wordsOf } from '#base/text.ts'
import { type PlaceKind, type Places, placeCodes } from './places.ts'

/** What the values of a column are in the world, a word each. */
const KINDS = [
  ...(['email', 'url', 'phone', 'ip', 'uuid', 'postcode', 'country', 'state', 'city'] as const),
  ...(['latitude', 'longitude', 'currency', 'code'] as const),
] as const
export type ColumnKind = (typeof KINDS)[number]

/** `named`: names of columns that say so; `by`: what a value looks like, where its look alone is enough. */
type Sign = { kind: ColumnKind; named: RegExp; test: (value: string) => boolean; by?: (value: string) => boolean }

const matches = (pattern: RegExp) => (value: string) => pattern.test(value)
const within = (most: number) => (value: string) => value !== '' && Math.abs(Number(value)) <= most
const ends = (words: string) => new RegExp(`(^| )(?:${words})$`)
const NUMBER = '( ?(?:no|nr|num|number))?'
const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency'))

const MAIL = matches(/^[^@\s]+@[^@\s]+\.\p{L}{2,}$/u)
const URL = matches(/^(?:(?:https?|ftp):\/\/|www\.)\S+$/i)
const IP = matches(/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$|^(?=.*::|(?:.*:){7})[\da-f:]{2,39}$/i)
const UUID = matches(/^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i)
const SIGNS: Sign[] = [
  { kind: 'email', named: ends('e ?mail|mail|e ?mail (?:address|id)|mail address'), test: MAIL, by: MAIL },
  { kind: 'url', named: ends('url|uri|link|web ?site|home ?page|webseite|permalink'), test: URL, by: URL },
  { kind: 'ip', named: ends('ip|ip ?v?[46]|ip addr(?:ess)?'), test: IP, by: IP },
  { kind: 'uuid', named: ends('uuid|guid'), test: UUID, by: UUID },
  {
    kind: 'phone',
    named: ends(`(?:phone|telephone|tel|telefon|mobile|mobil|cell|fax|whatsapp)${NUMBER}`),
    test: matches(/^[+(]?\d[\d ()./-]{5,}\d(?: ?(?:x|ext\.?) ?\d+)?$/),
    by: matches(/^(?:\+\d[\d ().-]{6,}\d|\(\d{3}\) ?\d{3}[ -]\d{4})$/),
  },
  {
    kind: 'postcode',
    named: ends('zip(?: ?code)?|post(?:al)? ?code|plz|postleitzahl|pin ?code|code postal|codigo postal|código postal'),
    test: matches(/^(?=.*\d)[a-z\d](?:[a-z\d -]{1,9})$/i),
  },
  { kind: 'latitude', named: ends('lat|latitude|latitud|breitengrad'), test: within(90) },
  { kind: 'longitude', named: ends('lon|lng|long|longitude|longitud|längengrad'), test: within(180) },
  {
    kind: 'currency',
    named: ends('currency(?: ?code)?|ccy|währung|devise|moneda|mudra'),
    test: (value) => CURRENCY_CODES.has(value.toUpperCase()),
  },
  {
    kind: 'city',
    named: ends('(?:city|town|stadt|ville|ciudad|shahar|municipality)(?: name)?'),
    test: matches(/^\p{L}[\p{L}\p{M} .'’(),-]*$/u),
  },
  {
    kind: 'code',
    named: ends(
      `(?:code|sku|isbn|ean|upc|gtin|barcode|fips|geoid|nuts|iso ?[23]?|naics|sic|icd|cusip|isin|vin|iban|bic|swift|ssn|gstin|serial|reference)${NUMBER}`,
    ),
    test: matches(/^[\p{L}\d][\p{L}\d./_-]{0,39}$/u),
  },
]

/** What names of columns of places end in, in five languages. */
const PLACE_FORMS = '(?: ?(?:name|code|abbr|abbreviation|iso ?[23]?|alpha ?[23]?))?'
const PLACE_NAMES: [ColumnKind, RegExp, PlaceKind[]][] = [
  [
    'country',
    ends(
      `(?:country|countries|ctry|cntry|nation|nationality|nat|noc|citizenship|land|pays|pais|país|desh)${PLACE_FORMS}`,
    ),
    ['countries'],
  ],
  [
    'state',
    ends(`(?:state|states|province|bundesland|estado|rajya)${PLACE_FORMS}`),
    ['states of the US', 'states of India'],
  ],
]
/** Names of codes of anything, which are those of places where (nearly) all values are, and of one kind alone: CA is a country and a state. */
const CODE_NAMES = ends('(?:(?:iso|alpha|cca|code|abbr|geo)(?: ?a?[23])?|[ai][23]|location)(?: code)?')
const isPlaceCode = matches(/^\p{Lu}{2,3}$/u)
const named = (name: string) => wordsOf(name).join(' ')
const namesCodes = (name: string, values: readonly string[]) =>
  CODE_NAMES.test(named(name)) && values.length >= LEAST_VALUES && values.every(isPlaceCode)
/** Of five places of one kind or more one is mostly among these. */
const LARGE = new Set(
  `United States|USA|China|India|Brazil|Russia|Mexico|Japan|Germany|France|United Kingdom|UK|Italy|Spain|Canada|Australia|Nigeria|Egypt|
  Turkey|Poland|Argentina|South Africa|California|Texas|Florida|New York|Pennsylvania|Illinois|Ohio|Georgia|Michigan|Alabama|Alaska|
  Washington|Maharashtra|Karnataka|Tamil Nadu|Kerala|Gujarat|Uttar Pradesh|West Bengal`.split(/\|\s*/),
)
const LEAST_PLACES = 5
/** Whether the kind of a column so named, with these values, is told by tables of places, which take a while to load. */
export const namesPlaces = (name: string, values: readonly string[]): boolean =>
  PLACE_NAMES.some(([, pattern]) => pattern.test(named(name))) || namesCodes(name, values) || hasPlaces(values)
const hasPlaces = (values: readonly string[]) =>
  values.length >= LEAST_PLACES && values.some((value) => LARGE.has(value.trim()))

/** Share of the values that have to be what the name says, and what they look like where the name says nothing. */
const LEAST_NAMED = 0.8
const LEAST_ALIKE = 0.95
const LEAST_VALUES = 3

export type GuessedKind = { kind: ColumnKind; reason: string }

/**
 * What a column holds, by its name and its values, with the reason in words; null where nothing says so.
 * @param values some of its values, each once
 * @param places needed where `namesPlaces` says so
 */
export function kindOf(name: string, type: string, values: readonly string[], places?: Places): GuessedKind | null {
  if (values.length === 0 || !(type === 'VARCHAR' || type === 'UUID' || isNumeric(type))) return null
  const words = named(name)
  const share = (test: (value: string) => boolean) => values.filter(test).length / values.length
  const guess = (kind: ColumnKind, share: number, by: string) => ({
    kind,
    reason: `${by}${share < 1 ? `, and ${Math.floor(share * 100)} % of its values are such` : ', and so do its values'}.`,
  })
  const saysSo = `Its name "${name}" says so`
  if (places && namesPlaces(name, values)) {
    const codes = placeCodes(places, [...values])
    const found = PLACE_NAMES.map(([kind, pattern, of]) => {
      const share = Math.max(0, ...of.map((one) => codes.get(one)?.size ?? 0)) / values.length
      return { kind, isNamed: pattern.test(words), share }
    })
    const own = found.find(({ isNamed, share }) => isNamed && share >= LEAST_NAMED)
    if (own) return guess(own.kind, own.share, saysSo)
    const isCodes = namesCodes(name, values)
    const least = isCodes ? LEAST_ALIKE : hasPlaces(values) ? LEAST_NAMED : Number.POSITIVE_INFINITY
    const [only, other] = found.filter(({ share }) => share >= least)
    if (only && !other)
      return {
        kind: only.kind,
        reason: isCodes ? 'Its values are codes of such places.' : 'Its values are such places.',
      }
  }
  for (const { kind, named, test } of SIGNS) {
    if (!named.test(words) || (kind === 'code' && isNumeric(type) && !isInteger(type))) continue
    const fitting = share(test)
    if (fitting >= LEAST_NAMED) return guess(kind, fitting, saysSo)
  }
  if (isNumeric(type) || values.length < LEAST_VALUES) return null
  const alike = SIGNS.find(({ by }) => by && share(by) >= LEAST_ALIKE)
  return alike ? { kind: alike.kind, reason: 'Its values look so.' } : null
}
