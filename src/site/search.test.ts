import { expect, test } from 'bun:test'
import { stem } from './rules/search-words.ts'
import { search } from './search.ts'

/** What people type, and a section that must be among the first three. */
test.each<[string, string]>([
  ['last owner', 'people-and-roles#the-last-owner'],
  ['how do i join two files', 'asking-questions#several-files-at-once'],
  ['joining tables', 'asking-questions#several-files-at-once'],
  ['combine files and databases', 'asking-questions#several-files-at-once'],
  ['pie chart', 'asking-questions#charts'],
  ['how to draw a graph', 'asking-questions#charts'],
  ['delete account', 'security#accounts'],
  ['How can I close my account?', 'security#accounts'],
  ['two-factor authentication', 'security#accounts'],
  ['export excel', 'asking-questions#charts'],
  ['download results as spreadsheet', 'asking-questions#the-sql-is-yours'],
  ['upload a spreadsheet', 'adding-data#files'],
  ['invite a colleague', 'people-and-roles#inviting'],
  ['add team members', 'people-and-roles#inviting'],
  ['roles and permissions', 'people-and-roles#roles-in-an-organization'],
  ['how much does a question cost?', 'credits-and-plans#one-answer-one-credit'],
  ['get my money back', 'credits-and-plans#refunds-and-cancellation'],
  ['invoice with GST', 'credits-and-plans#invoices'],
  ['mysql', 'connecting-databases#which-ones'],
  ['connect mysql', 'adding-data#databases'],
  ['google sheets', 'external-connections#what-can-be-read'],
  ['hide a column', 'catalog#hide'],
  ['cli login', 'api-and-command-line#the-command-line'],
  ['upgrade to premium', 'credits-and-plans#where-credits-come-from'],
  ['rest api', 'api-and-command-line#the-api'],
  ['share a conversation', 'asking-questions#sharing-a-conversation'],
  ['send an answer to a colleague', 'asking-questions#sharing-a-conversation'],
  ['monthly budget', 'credits-and-plans#budgets'],
])('%s', (typed, wanted) => {
  expect(
    search(typed)
      .slice(0, 3)
      .map(({ slug, id }) => `${slug}#${id}`),
  ).toContain(wanted)
})

test('what no guide speaks of is not found, nor is nothing', () => {
  for (const typed of ['quetzalcoatl', 'quetzalcoatl xylophone', '  ', '?!']) expect(search(typed)).toEqual([])
})

test('words that say nothing are searched for when there are no others', () => {
  expect(search('what you see')[0]).toMatchObject({ title: 'What you see' })
})

test('an excerpt shows the words around what was sought', () => {
  expect(search('last owner')[0]!.excerpt).toContain('An organization always has an owner.')
})

test.each([
  ['joining', 'joined'],
  ['deletion', 'delete'],
  ['invitations', 'invitation'],
  ['queries', 'query'],
  ['charts', 'charting'],
  ['connected', 'connections'],
])('%s and %s have one stem', (a, b) => {
  expect(stem(a)).toBe(stem(b))
})
