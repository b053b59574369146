import { expect, test } from 'bun:test'
import { figuresNamed } from './typed.ts'

const DATA = [
  'COVID-19',
  'Influenza A',
  'Over 65',
  '18-24',
  '65+',
  'Store 12',
  'Box of 12',
  'Boeing 737 MAX',
  '5G',
  '45k',
  '12 customers',
  'Over 65 %',
]
const NAMES = [
  ...DATA,
  'sales_2019',
  'pm2_5',
  'fortune_500',
  'address1',
  'G20',
  'Grade 5',
  'ISO 9001:2015',
  'Windows 11 Pro',
  '新闻 24',
]

test.each([
  ['Covid 19 cases by region'],
  ['Patients over 65'],
  ['Ages 18 to 24'],
  ['18–24 and 65+'],
  ['Revenue of store 12'],
  ['Box of 12: returns'],
  ['Boeing 737 flights'],
  ['5G devices'],
  ['Fortune 500 companies'],
  ['Grade 5 results'],
  ['ISO 9001 audits'],
  ['Windows 11 users'],
  ['新闻 24'],
])('what the data call something may be named: %s', (name) => {
  expect(figuresNamed(name, [], NAMES)).toEqual([])
  expect(figuresNamed(name, [], [])).not.toEqual([])
})

test.each([
  ['Cases per 1,000 people'],
  ['Deaths per 100k'],
  ['Fälle je 100.000 Einwohner'],
  ['Cas pour 1 000 habitants'],
  ['Casos por cada 1.000 habitantes'],
  ['Top 10 % of customers'],
  ['Bottom 5 percent'],
  ['Die oberen 10 %'],
  ['Day 30 retention'],
  ['Woche 12'],
  ['Step 2: joins'],
])('units, parts of a ranking and places in a row are no figures: %s', (name) => {
  expect(figuresNamed(name, [])).toEqual([])
})

test.each([
  ['Refunds up 45 %', '45 %'],
  ['Refunds of 12', '12'],
  ['12 refunds', '12'],
  ['Refunds up 12', '12'],
  ['Refunds over 65 %', '65 %'],
  ['More than 737', '737'],
  ['Revenue 45k', '45k'],
  ['Revenue is 500', '500'],
  ['Refunds per 471,108 orders', '471,108'],
  ['45 refunds per 1,000', '45'],
  ['Revenue of 1,000', '1,000'],
  ['The last 45 % fell', '45 %'],
  ['Churn 19', '19'],
  ['Refunds: 5', '5'],
  ['1 of 20 refunds', '1'],
])('a figure stays one, whatever values hold its number: %s', (name, figure) => {
  expect(figuresNamed(name, [], NAMES)[0]).toBe(figure)
})
