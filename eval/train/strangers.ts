import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import * as analyst from '#analyst/answer-question.ts'
import { readConversation } from '#analyst/built-in/conversation.ts'
import { plannerOf } from '#analyst/built-in/turn.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx, World } from '../../src/ctx.ts'
import { judgedBy, rowsOf } from '../asking.ts'
import { allGroups, filesOf, golds, isStrangerHeld, momentOf, questionsOf } from '../strangers.ts'
import { openWorkspace } from '../workspace.ts'
import { type Example, remembered, WRONG } from './examples.ts'
import { skeletonOfSql } from './gold.ts'

/** The questions of groups in all their wordings, of the tuning half of the strangers where none are named, over what the product looks up for them. */
export async function strangerExamples(
  world: World,
  groups = allGroups().filter((one) => !isStrangerHeld(one)),
): Promise<Example[]> {
  const examples: Example[] = []
  for (const group of groups) {
    const questions = await questionsOf(group)
    const moment = momentOf(questions)
    const ctx = await openWorkspace(world, { ...world, now: () => moment }, await filesOf(group))
    for (const item of questions) {
      const gold = item.expect ? [] : await golds(ctx, item)
      const judge = remembered(async (sql) =>
        gold.length ? judgedBy(gold, sql, await rowsOf(ctx, await query.run(ctx, { sql }))) : WRONG,
      )
      const skeleton = gold[0] ? await skeletonOfSql(gold[0].sql) : null
      for (const question of [item.ask, ...(item.same ?? []), ...(item.typo ? [item.typo] : [])]) {
        const conversation = readConversation(await lastPrompt(ctx, question, moment))
        const planner: Example['planner'] = (roles) => plannerOf(conversation, roles)
        examples.push({ group, question, from: 'strangers', skeleton, planner, judge, gold: gold[0]?.sql })
      }
    }
  }
  return examples
}

/** What the built-in analyst was told when it took its last step. */
async function lastPrompt(ctx: WorkspaceCtx, question: string, at: Date): Promise<LanguageModelV4Prompt> {
  let last: LanguageModelV4Prompt = []
  const language = wrapLanguageModel({
    model: ctx.models.language,
    middleware: {
      specificationVersion: 'v4',
      wrapStream({ doStream, params }) {
        last = params.prompt
        return doStream()
      },
    },
  })
  const asking = { ...ctx, models: { ...ctx.models, language } }
  const signal = AbortSignal.timeout(60_000)
  await analyst.answer(asking, { question, history: [], at, signal, emit: () => {} })
  return last
}
