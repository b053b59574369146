import { expect, test } from 'bun:test'
import codes from 'i18n-iso-countries/codes.json'
import { kindOf } from './column-kind.ts'
import { SPORT_CODES } from './other-names.ts'
import { placeCodes, places, plain } from './places.ts'

test('codes of sport are codes of countries, and take none from another', async () => {
  const countries = (await places()).get('countries')!
  for (const [two, sport] of Object.entries(SPORT_CODES))
    expect([sport, countries.get(sport.toLowerCase())]).toEqual([sport, two])
  // "And" is no name: Andorra is known by its others.
  for (const [two, three] of codes as [string, string, string][])
    if (plain(three)) expect(countries.get(plain(three))).toBe(two)
})

test('a column of such codes has countries', async () => {
  const found = placeCodes(await places(), ['ger', 'ned', 'sui', 'ita', 'fra'])
  expect(found.get('countries')?.get('ned')).toBe('NL')
  expect(kindOf('Nat.', 'VARCHAR', ['GER', 'NED', 'SUI', 'ITA', 'FRA'], await places())?.kind).toBe('country')
})
