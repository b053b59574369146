import { questionBack } from '#analyst/built-in/ask-back.ts'
import { isAnswered } from '#analyst/planner/score.ts'
import type { World } from '../src/ctx.ts'
import { type Share, share } from './report.ts'
import type { Example } from './train/examples.ts'
import { namesInSql } from './train/gold.ts'
import { strangerExamples } from './train/strangers.ts'

/** What becomes of the right reading of a question, by the stage that loses it. */
const STAGES = {
  link: 'a column or value is not among the links',
  compose: 'links are there, no reading is right',
  rank: 'a right reading is there, not first',
  act: 'the right reading is first, not answered with',
  told: 'answered rightly',
} as const

/** Where the right readings of questions that have an answer are lost. @param groups of tables; only shares are told of them */
export async function stageShares(name: string, world: World, groups: string[]): Promise<Share[]> {
  const stages: (keyof typeof STAGES)[] = []
  // One after the other: queries that wait too long for their turn end with an error, and would be taken for wrong ones.
  for (const group of groups)
    for (const example of await strangerExamples(world, [group])) if (example.gold) stages.push(await stageOf(example))
  return Object.entries(STAGES).map(([stage, what]) =>
    share(`${name}: ${what}`, stages.filter((one) => one === stage).length, stages.length),
  )
}

async function stageOf({ question, gold, judge, ...example }: Example): Promise<keyof typeof STAGES> {
  const planner = example.planner()
  const readings = planner.readings(question)
  const right: boolean[] = []
  for (const { sql } of readings) right.push((await judge(sql)).subset)
  if (right[0]) {
    const plan = planner.plan(question)
    const isTold = 'form' in plan && isAnswered(plan) && !questionBack(question, plan, null, planner)
    return isTold ? 'told' : 'act'
  }
  if (right.includes(true)) return 'rank'
  const needed = await namesInSql(gold!)
  const { linked } = planner.composed(question)
  const said = [
    ...readings.map(({ sql }) => sql),
    ...linked.flatMap(({ columns, values }) =>
      [...columns, ...values].map((hit) => ('value' in hit ? `${hit.value}` : hit.column.name)),
    ),
  ]
    .join('\n')
    .toLowerCase()
  const columns = new Set(
    planner.schema.tables.flatMap((table) => table.columns.map((column) => column.name.toLowerCase())),
  )
  const isLost = (one: string) => !said.includes(one)
  return needed &&
    (needed.columns.some((one) => columns.has(one) && isLost(one)) ||
      needed.texts.filter((text) => /^\p{L}/u.test(text)).some(isLost))
    ? 'link'
    : 'compose'
}
