import { expect, test } from 'bun:test'
import { Planner } from '../built-in/plan.ts'
import type { ColumnFacts, TableFacts } from '../rules/tools.ts'

const text = (name: string, ...values: string[]): ColumnFacts => ({
  ...{ name, type: 'VARCHAR', role: 'dimension', distinct: values.length, nulls: 0, min: null, max: null },
  ...{ top: values.map((value) => ({ value, count: 1 })), sample: [] },
})
const figure = (name: string, min = 1, max = 900, distinct = 40): ColumnFacts => ({
  ...{
    name,
    type: 'DOUBLE',
    role: 'measure',
    distinct,
    nulls: 0,
    min: String(min),
    max: String(max),
    top: [],
    sample: [],
  },
})
const date = (name: string): ColumnFacts => ({
  ...{ name, type: 'DATE', role: 'time', distinct: 40, nulls: 0, min: '1950-01-01', max: '2020-01-01' },
  ...{ top: [], sample: [] },
})
const plannerOf = (name: string, ...columns: ColumnFacts[]) => {
  const facts = { ...{ name, rows: 60, description: '', source: 'file', refreshed_at: '2026-01-01T00:00:00.000Z' } }
  return new Planner({
    tables: [{ ...facts, columns, relations: [], referenced_by: [] } as TableFacts],
    values: [],
    now: '2026-01-01',
  })
}

const country = text('country', 'France', 'Germany', 'Italy')
const TABLES = {
  airlines: plannerOf(
    'airlines',
    text('airline', 'Delta', 'KLM'),
    figure('deaths_85_99', 0),
    figure('deaths_00_14', 0),
    figure('share_delayed', 0, 1),
  ),
  ocean: plannerOf(
    'ocean',
    figure('YEAR', 1950, 2010, 60),
    ...['JAN', 'FEB', 'MAR', 'JUN', 'JUL', 'AUG', 'DEC'].map((name) => figure(name, 20, 30)),
  ),
  drinks: plannerOf('drinks', country, figure('beer', 0), figure('wine', 0)),
  birds: plannerOf(
    'birds',
    text('species', 'Adelie', 'Gentoo'),
    figure('mass_g', 2000, 6300),
    figure('wingspan_cm', 20, 90),
    figure('price', 5, 400),
    text('tagged', 'yes', 'no'),
  ),
  peaks: plannerOf(
    'peaks',
    text('name', 'Rysy', 'Elbrus'),
    text('state', 'TX', 'OH'),
    figure('elevation_m', 800, 5600),
  ),
  incomes: plannerOf(
    'incomes',
    text('state', 'Chiapas', 'Jalisco'),
    figure('gdp1940'),
    figure('gdp1950'),
    figure('rank03'),
  ),
  cases: plannerOf(
    'cases',
    figure('year', 1950, 2000, 51),
    text('disease', 'Polio', 'Mumps'),
    figure('people'),
    figure('count'),
  ),
  sweets: plannerOf(
    'sweets',
    text('sweetname', 'Rolo', 'Toffo'),
    figure('sugarpercent', 0, 1),
    figure('unitsales', 5, 900),
    text('federalState', 'Hesse', 'Saxony'),
    figure('people_millions', 1, 40),
  ),
  counties: plannerOf(
    'counties',
    text('county', 'Adair', 'Boone'),
    figure('HR7984'),
    figure('HR8488'),
    figure('HR8893'),
  ),
  schooling: plannerOf(
    'schooling',
    text('region', 'North', 'South'),
    ...['<16', '16-20', '21-30', '>30'].map((name) => figure(name, 5, 900)),
  ),
  rents: plannerOf(
    'rents',
    text('city', 'Gent', 'Brugge'),
    text('bracket', 'under 500', '500 to 999', '1000+'),
    figure('share', 0, 1, 6),
  ),
  runs: plannerOf('runs', text('runner', 'Ada', 'Bo'), ...[1, 2, 3, 4].map((lap) => figure(`lap_${lap}`))),
  grants: plannerOf(
    'grants',
    text('field', 'Law', 'Art'),
    ...['asked_boys', 'asked_girls', 'won_boys', 'won_girls'].map((name) => figure(name)),
  ),
  towns: plannerOf(
    'towns',
    text('town', 'Gent', 'Brugge'),
    figure('population'),
    figure('crimes'),
    figure('land_area'),
    figure('lat', 40, 60),
    figure('lon', 0, 30),
  ),
  tides: plannerOf(
    'tides',
    figure('year', 1990, 1999, 10),
    figure('month', 1, 12, 12),
    figure('day', 1, 31, 31),
    figure('level'),
  ),
  flats: plannerOf('flats', figure('size'), figure('price'), text('tier', 'old', 'new')),
  presidents: plannerOf('presidents', text('name', 'Kennedy', 'Nixon'), date('start'), date('end')),
  films: plannerOf('films', text('title', 'Capote', 'Ray'), figure('year_release', 1920, 2014), figure('box_office')),
  murders: plannerOf('murders', text('state', 'Texas', 'Ohio'), text('region', 'South', 'West'), figure('population')),
  votes: plannerOf('votes', text('district', 'Anjou', 'Verdun'), figure('coderre'), figure('joly'), figure('total')),
  takings: plannerOf('takings', text('month', 'April', 'May'), figure('month_number', 1, 12, 12), figure('amount')),
  gifts: plannerOf('gifts', text('giver', 'Ann', 'Bob'), country, figure('amount', 5)),
}

test.each([
  // A column that is there once for each period
  ['airlines', 'airlines with the most deaths in 2000-2014', /ORDER BY deaths_00_14 DESC/],
  ['airlines', 'airlines with more deaths in 2000-2014 than in 1985-1999', /WHERE deaths_00_14 > deaths_85_99/],
  ['ocean', 'average temperature in March', /avg\(MAR\)/],
  ['ocean', 'June and July 1998', /SELECT JUN, JUL FROM ocean WHERE YEAR = 1998/],
  ['ocean', 'in which year was December the warmest', /SELECT YEAR FROM ocean ORDER BY "?DEC"? DESC/],
  ['ocean', 'average March in the 1980s', /avg\(MAR\).* YEAR BETWEEN 1980 AND 1989/],
  // Two columns of one row
  ['drinks', 'countries with more wine than beer', /WHERE wine > beer/],
  ['drinks', 'difference between wine and beer in France', /sum\(wine - beer\).*'France'/],
  // None, some, parts of 1
  ['drinks', 'how many countries have no beer', /WHERE beer = 0/],
  ['airlines', 'airlines with more than 60% delayed', /share_delayed > 0\.6/],
  ['airlines', 'five airlines with the lowest share of delayed', /ORDER BY share_delayed LIMIT 5/],
  // Several that are named
  ['drinks', 'wine in Germany and France', /SELECT country, wine FROM drinks WHERE country IN \('Germany', 'France'\)/],
  // What rows come to
  ['gifts', 'who gave the most?', /SELECT giver FROM gifts GROUP BY giver ORDER BY sum\(amount\) DESC/],
  [
    'gifts',
    'how much did they give in each country',
    /SELECT sum\(amount\) AS \w+, country FROM gifts GROUP BY country|SELECT country, sum\(amount\)/,
  ],
  ['gifts', 'which giver gave more than 1000?', /HAVING sum\(amount\) > 1000/],
  // Parts of what rows come to, and of another figure
  [
    'murders',
    'what share of the total population lives in Texas',
    /sum\(population\) FILTER \(.*'Texas'\) \/ nullif\(sum\(population\)/,
  ],
  ['votes', "coderre's share of the total", /sum\(coderre\) \/ nullif\(sum\(total\), 0\)/],
  // Times that rows last, tens of years, and months in their order
  ['presidents', 'which president was longest in office', /ORDER BY date_diff\('day', start, "?end"?\) DESC/],
  ['presidents', 'average number of days', /avg\(date_diff\('day', start, "?end"?\)\)/],
  ['films', 'number of films per decade', /GROUP BY CAST\(floor\(year_release \/ 10\) \* 10 AS BIGINT\)/],
  ['takings', 'total amount by month', /GROUP BY month, month_number ORDER BY month_number/],
  // The column of a bracket, or its value
  ['schooling', 'how many people from 16 to 20 in the North', /"16-20".*'North'/],
  ['schooling', 'region with the most people over 30', /ORDER BY ">30" DESC/],
  ['schooling', 'regions with more people over 30 than under 16', /WHERE ">30" > "<16"/],
  [
    'rents',
    'share of rents under 500 in Gent',
    /SELECT share FROM rents WHERE (?=.*bracket = 'under 500').*city = 'Gent'/,
  ],
  // Columns that differ by a number, or by a word that stands elsewhere
  ['runs', 'average of lap 3', /avg\(lap_3\)/],
  ['runs', 'runner with the highest first lap', /ORDER BY lap_1 DESC/],
  ['grants', 'fields where girls won more than boys', /WHERE won_girls > won_boys/],
  ['grants', 'how many girls won in Law', /won_girls/],
  // How far and how fast figures grew
  ['incomes', 'which state gained the most between 1940 and 1950', /ORDER BY sum\(gdp1950 - gdp1940\) DESC/],
  ['incomes', 'by how much did Chiapas grow from 1940 to 1950', /sum\(gdp1950 - gdp1940\).*'Chiapas'/],
  [
    'incomes',
    'by what percent did Chiapas grow from 1940 to 1950',
    /100\.0 \* \(1\.0 \* sum\(gdp1950 - gdp1940\) \/ nullif\(sum\(gdp1940\), 0\)\)/,
  ],
  [
    'cases',
    'by how much did Polio grow from 1960 to 1970',
    /FILTER \(WHERE year = 1970\) - .* FILTER \(WHERE year = 1960\)/,
  ],
  [
    'flats',
    'how much higher is the price of old than of new',
    /avg\(price\) FILTER .*'old'\) - avg\(price\) FILTER .*'new'/,
  ],
  // Of the row that is the extreme of another figure, and the largest of what a column names
  ['flats', 'what does the biggest flat cost', /SELECT price FROM flats ORDER BY size DESC NULLS LAST LIMIT 1/],
  ['towns', 'biggest town', /SELECT town FROM towns ORDER BY (land_area|population) DESC/],
  // So many per so many, and directions
  [
    'towns',
    'crimes per 1,000 people by town',
    /1000\.0 \* sum\(crimes\) \/ nullif\(sum\(population\), 0\).* GROUP BY town/,
  ],
  ['towns', 'people per square km by town', /sum\(population\) \/ nullif\(sum\(land_area\), 0\)/],
  ['towns', 'towns north of 51 degrees', /WHERE lat > 51/],
  ['towns', 'which town lies furthest west', /ORDER BY lon LIMIT 1/],
  // Times in several columns
  [
    'tides',
    'on which day was the level highest',
    /SELECT year, month, day FROM tides ORDER BY level DESC NULLS LAST LIMIT 1/,
  ],
  ['tides', 'how did the level develop over the years', /avg\(level\).* GROUP BY year/],
  ['presidents', 'presidents who lasted less than 4 years', /date_diff\('day', start, "?end"?\) < 1460/],
  // Alternatives that each have a column
  ['drinks', 'countries with more than 300 beer or more than 200 wine', /WHERE \(beer > 300 OR wine > 200\)/],
  [
    'drinks',
    'what share of the countries has more wine than beer',
    /count\(\*\) FILTER \(WHERE wine > beer\) \/ nullif\(count\(\*\), 0\), 2\) AS percent FROM drinks$/,
  ],
  // With and without
  ['birds', 'average price with and without tagged', /avg\(price\).* GROUP BY tagged/],
  // Units, sizes and adjectives
  ['birds', 'birds heavier than 5 kg', /mass_g > 5000/],
  ['birds', 'birds under 50 dollars', /price < 50/],
  ['birds', 'how heavy are Adelie on average', /avg\(mass_g\).*'Adelie'/],
  ['birds', 'price per gram by species', /sum\(price\) \/ nullif\(sum\(mass_g\), 0\).* GROUP BY species/],
  ['peaks', 'highest peak', /ORDER BY elevation_m DESC NULLS LAST LIMIT 1/],
  // A name at the beginning that may also be an order to do something, and where for places
  ['peaks', 'state with the most peaks', /SELECT state FROM peaks GROUP BY state ORDER BY count\(\*\) DESC/],
  ['peaks', 'where are the most peaks', /SELECT state FROM peaks GROUP BY state ORDER BY count\(\*\) DESC/],
  // A year that only one column stands for
  ['incomes', 'states with less in 1950 than in 1940', /WHERE gdp1950 < gdp1940/],
  // Rows that say how many they stand for
  ['cases', 'how many patients by disease', /sum\("?count"?\).* GROUP BY disease/],
  // Names that are written together, and those that stand for their first letters and years
  ['sweets', 'sweet with the highest unit sales', /ORDER BY unitsales DESC NULLS LAST LIMIT 1/],
  ['sweets', 'average sugar percentage', /avg\(sugarpercent\)/],
  ['sweets', 'number of sweets by state', /GROUP BY "?federalState"?/],
  ['sweets', 'sweets with more than 20 million people', /people_millions > 20$/],
  ['counties', 'county with the highest homicide rate in 88-93', /ORDER BY HR8893 DESC NULLS LAST LIMIT 1/],
  ['counties', 'counties where the homicide rate fell from 79-84 to 84-88', /WHERE HR8488 < HR7984/],
] as [keyof typeof TABLES, string, RegExp][])('%s: %s', (table, question, sql) => {
  const { candidates } = TABLES[table].composed(question, 20)
  expect(
    candidates.map((one) => one.sql.replaceAll(/\s+/g, ' ')).find((one) => sql.test(one)) ??
      candidates.map((one) => one.sql),
  ).toMatch(sql)
})

test('what cannot be what is asked for by its types and bounds is no reading', () => {
  const sqls = (table: keyof typeof TABLES, question: string) =>
    TABLES[table].composed(question, 20).candidates.map(({ sql }) => sql)
  expect(sqls('birds', 'species over 5').filter((sql) => /species AS DOUBLE|species >/.test(sql))).toEqual([])
  expect(sqls('birds', 'how many birds are tagged').filter((sql) => sql.includes('count(DISTINCT tagged)'))).toEqual([])
  expect(
    sqls('birds', 'birds with a price over 300 and under 100').filter((sql) => /price > 300 AND price < 100/.test(sql)),
  ).toEqual([])
  expect(sqls('gifts', 'how many gifts in France').filter((sql) => sql.includes('sum(amount)'))).toEqual([])
})

test('a word that is known is no misspelling of a name', () => {
  const planner = plannerOf('tips', figure('tip'), text('day', 'Sat', 'Sun'))
  expect(planner.composed('how many trips on Saturday', 5).notes).toEqual([])
})
