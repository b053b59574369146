import { expect, test } from 'bun:test'
import { boundaries } from './boundaries.ts'
import { placesOf } from './places.ts'

/** What the shape of each name is called on the map; null for none. */
async function shown(names: string[]) {
  const placed = await placesOf(names)
  const titles = new Map(
    (await boundaries(placed!.map)).features.map(({ properties }) => [properties.name, properties.title]),
  )
  return placed!.shapes.map((shape) => titles.get(shape ?? '') ?? null)
}

test.each([
  ['Myanmar', ['Burma', 'Myanmar (Burma)', 'BUR']],
  ['eSwatini', ['Swaziland', 'Eswatini']],
  ['Czechia', ['Czech Republic', 'Czechia']],
  ['Macedonia', ['Macedonia', 'FYR Macedonia', 'Macedonia, FYR', 'North Macedonia']],
  ["Côte d'Ivoire", ['Ivory Coast', "Cote d'Ivoire"]],
  ['Timor-Leste', ['East Timor', 'Timor-Leste']],
  ['Turkey', ['Turkey', 'Türkiye', 'Turkiye']],
  ['South Korea', ['South Korea', 'Korea, Rep.', 'Korea, South', 'Republic of Korea', 'Korea (Republic of)']],
  ['North Korea', ['North Korea', 'Korea, Dem. Rep.', "Korea, Dem. People's Rep.", 'DPRK']],
  ['Dem. Rep. Congo', ['Zaire', 'Congo, Dem. Rep.', 'DR Congo', 'Congo (Kinshasa)']],
  ['Congo', ['Congo, Rep.', 'Republic of the Congo']],
  ['Russia', ['Russian Federation', 'Russia']],
  ['Vietnam', ['Viet Nam', 'Vietnam']],
  ['Iran', ['Iran, Islamic Rep.', 'Iran (Islamic Republic of)', 'Persia']],
  ['Venezuela', ['Venezuela, RB', 'Venezuela (Bolivarian Republic of)']],
  ['Bolivia', ['Bolivia (Plurinational State of)']],
  ['Tanzania', ['Tanzania, United Rep. of', 'United Republic of Tanzania']],
  ['Laos', ['Lao PDR', 'Laos']],
  ['Kosovo', ['Kosovo', 'XK']],
  ['United Kingdom', ['U.K.', 'UK', 'Great Britain']],
  ['Sri Lanka', ['Ceylon']],
  ['Togo', ['Togo', 'टोगो']],
  ['Netherlands', ['Holland', 'The Netherlands']],
])('%s is found by other names', async (country, names) => {
  expect(await shown(['Germany', 'India', ...names])).toEqual(['Germany', 'India', ...names.map(() => country)])
})

test.each([
  ['Odisha', ['Orissa', 'Odisha', 'OR', 'OD']],
  ['Uttarakhand', ['Uttaranchal', 'Uttarakhand', 'UK']],
  ['Puducherry', ['Pondicherry', 'Puducherry']],
  ['Andaman and Nicobar Islands', ['Andaman & Nicobar', 'A & N Islands']],
  ['Jammu and Kashmir', ['Jammu & Kashmir', 'J & K', 'J&K']],
  ['Delhi', ['NCT of Delhi', 'Delhi (NCT)']],
  ['Tamil Nadu', ['Tamilnadu', 'T.N.']],
  ['Chhattisgarh', ['Chattisgarh', 'CG']],
])('%s is found by other names among states of India', async (state, names) => {
  const others = ['Maharashtra', 'Bihar', 'Kerala', 'Gujarat', 'Goa']
  expect(await shown([...others, ...names])).toEqual([...others, ...names.map(() => state)])
})

test('the capital of the United States is not the state of Washington', async () => {
  expect(await shown(['Washington, D.C.', 'Washington DC', 'DC', 'Washington', 'Texas'])).toEqual([
    ...Array(3).fill('District of Columbia'),
    ...['Washington', 'Texas'],
  ])
})

test('a country that became several, one that two share and one that was joined to another are none', async () => {
  const none = ['Yugoslavia', 'USSR', 'Czechoslovakia', 'Congo', 'Germany, Dem. Rep.', 'Yemen, Dem. Rep.', 'टोंगा']
  expect(await shown(['France', ...none])).toEqual(['France', ...none.map(() => null)])
})
