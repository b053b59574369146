import type { z } from 'zod'
import { AppError } from '../../src/base/errors.ts'
import type * as answers from '../../src/evaluations/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import type { Client } from '../client.ts'
import { commandOf, groupOf } from '../command.ts'
import { allOf, count } from '../list.ts'
import { note, sayJson } from '../print.ts'
import { number, sayDone, sayItems, sayList, when } from '../record.ts'

type Run = z.infer<typeof answers.evaluation>
type Item = z.infer<typeof answers.evaluationItem>
type Change = z.infer<typeof answers.change>
type Options = { workspace?: string; maxCredits?: number; wait?: boolean }

/** How often a run is looked at while it goes on. */
const PAUSE = 1000
/** Runs that a workspace keeps, and questions of a run. */
const MOST = 500

const outcomesText = ({ outcomes }: Run): string =>
  Object.entries(outcomes)
    .filter(([, of]) => of > 0)
    .map(([name, of]) => `${of} ${name}`)
    .join(', ')

const list = commandOf('list', 'list the runs of the verified questions of a workspace (owners)', [
  'tabletalk evaluations -w Sales',
]).doesIn(async ({ client, json, id }) => {
  const runs = await allOf<Run>(client, href(urls.apiEvaluations, { id }), MOST)
  sayList(json, runs, 'No run yet: tabletalk evaluations run.', {
    '*ID': (it) => it.id,
    BEGUN: (it) => when(it.created_at),
    STATE: (it) => it.status,
    OUTCOMES: outcomesText,
    MODEL: (it) => it.model,
    '#CREDITS': (it) => it.credits,
  })
})

async function sayRun(client: Client, run: Run, id: string): Promise<void> {
  const items = await allOf<Item>(client, href(urls.apiEvaluationItems, { id, evaluationId: run.id }), MOST)
  sayItems(items, {
    OUTCOME: (it) => it.outcome,
    QUESTION: (it) => it.question,
    'WHAT DIFFERS': (it) => it.error ?? (it.diff ? `${number(it.diff.differing)} rows` : ''),
  })
  note(`${run.status}: ${outcomesText(run)}; ${number(run.credits)} credits`)
}

const run = commandOf('run', 'ask every verified question anew, and compare the answers with their queries (owners)', [
  'tabletalk evaluations run -w Sales --max-credits 20',
])
  .option('--max-credits <credits>', 'the most that it may cost', count)
  .option('--no-wait', 'leave when it has begun')
  .doesIn(async ({ client, json, id }, options: Options) => {
    const body = options.maxCredits === undefined ? {} : { max_credits: options.maxCredits }
    let run = await client.json<Run>(href(urls.apiEvaluations, { id }), { method: 'POST', body })
    while (options.wait !== false && run.status === 'running') {
      await Bun.sleep(PAUSE)
      run = await client.json<Run>(href(urls.apiEvaluation, { id, evaluationId: run.id }))
    }
    if (json) return sayJson(run)
    if (run.status === 'running') return note(`Run ${run.id} asks ${number(run.questions)} questions.`)
    await sayRun(client, run, id)
    if (run.status === 'failed') throw new AppError('unprocessable', run.error ?? 'The run failed.')
  })

const show = commandOf('show', 'show what came of each question of a run (owners)', [
  'tabletalk evaluations show 0199… -w Sales',
])
  .argument('<run>', 'its id')
  .doesIn(async ({ client, json, id }, evaluationId: string) => {
    if (json) return sayJson(await allOf<Item>(client, href(urls.apiEvaluationItems, { id, evaluationId }), MOST))
    await sayRun(client, await client.json<Run>(href(urls.apiEvaluation, { id, evaluationId })), id)
  })

const stop = commandOf('stop', 'stop a run (owners)', ['tabletalk evaluations stop 0199… -w Sales'])
  .argument('<run>', 'its id')
  .doesIn(async ({ client, json, id }, evaluationId: string) => {
    const path = href(urls.apiEvaluationStop, { id, evaluationId })
    const run = await client.json<Run>(path, { method: 'POST' })
    sayDone(json, run, `The run is ${run.status}.`)
  })

const compare = commandOf('compare', 'show what came out otherwise in a run than in another one (owners)', [
  'tabletalk evaluations compare 0199… 0198… -w Sales',
])
  .argument('<run>', 'id of the later one')
  .argument('<other>', 'id of the earlier one')
  .doesIn(async ({ client, json, id }, evaluationId: string, otherId: string) => {
    const path = href(urls.apiEvaluationChanges, { id, evaluationId, otherId })
    const changes = await client.json<Change[]>(path)
    sayList(json, changes, 'Every question came out alike.', {
      QUESTION: (it) => it.question,
      BEFORE: (it) => it.before ?? 'not asked',
      NOW: (it) => it.after ?? 'not asked',
    })
  })

export const evaluations = groupOf('evaluations', 'verified questions asked anew', [list, run, show, stop, compare])
