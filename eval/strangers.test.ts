import { expect, test } from 'bun:test'
import { allGroups, groups, isStrangerHeld, questionsOf, SETS } from './strangers.ts'

test('the same half of the tables is held out for good', () => {
  expect(groups('strangers').filter(isStrangerHeld)).toEqual([
    ...['ames', 'birdstrikes', 'candidates', 'chicago_l', 'disasters', 'earthquakes', 'federal_receipts', 'fertility'],
    ...['flight_delays', 'gss', 'hospice', 'midwest', 'mpg', 'seattle_weather', 'starwars', 'storms', 'tate'],
    ...['telecom_churn', 'txhousing', 'unemployment'],
  ])
  expect(groups('offices').filter(isStrangerHeld)).toEqual([
    ...['crm', 'ferries', 'job_applications_work', 'listings', 'machines_office', 'nonprofit_work', 'rental'],
    ...['stock_movements', 'subscriptions', 'timesheet_work', 'vaccinations'],
  ])
  expect(allGroups()).toHaveLength(132)
})

test('each table has questions, each with a gold statement or the word that there is none, and tells its source', async () => {
  const readmes = SETS.map((set) => Bun.file(new URL(`./${set}/README.md`, import.meta.url)).text())
  const readme = (await Promise.all(readmes)).join('\n')
  for (const group of allGroups()) {
    expect(readme).toContain(`| ${group} |`)
    const questions = await questionsOf(group)
    expect(questions.length).toBeGreaterThanOrEqual(4)
    expect(new Set(questions.map(({ ask }) => ask)).size).toBe(questions.length)
    for (const { sql = [], expect: expected, same = ['', ''] } of questions) {
      const statements = [sql].flat()
      expect(statements.every((one) => one.startsWith('select '))).toBe(true)
      if (expected === 'refuse') expect(statements).toHaveLength(0)
      else expect(statements.length).toBeGreaterThanOrEqual(expected === 'ask' ? 2 : 1)
      expect(same).toHaveLength(2)
    }
  }
})
