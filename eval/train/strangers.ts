import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import * as analyst from '#analyst/answer-question.ts'
import { readConversation } from '#analyst/built-in/conversation.ts'
import { planOf } from '#analyst/built-in/turn.ts'
import { gramsOf } from '#analyst/planner/structure.ts'
import * as query from '#query/run.ts'
import type { WorkspaceCtx } from '../../src/ctx.ts'
import { judgedBy, MOMENT, rowsOf } from '../asking.ts'
import { filesOf, golds, groups, isStrangerHeld, type Question, questionsOf } from '../strangers.ts'
import { inWorld, openWorkspace } from '../workspace.ts'
import type { Example } from './examples.ts'
import { skeletonOfSql } from './gold.ts'

/** The questions of the tuning half of the strangers in all their wordings, as the product reads them. */
export const strangerExamples = (): Promise<Example[]> =>
  inWorld({}, async (world) => {
    const still = { ...world, now: () => MOMENT }
    const examples: Example[] = []
    for (const group of groups().filter((one) => !isStrangerHeld(one))) {
      const ctx = await openWorkspace(world, still, await filesOf(group))
      for (const item of await questionsOf(group))
        for (const question of [item.ask, ...(item.same ?? []), ...(item.typo ? [item.typo] : [])]) {
          const example = await exampleOf(ctx, group, item, question)
          if (example) examples.push(example)
        }
    }
    return examples
  })

async function exampleOf(ctx: WorkspaceCtx, group: string, item: Question, question: string): Promise<Example | null> {
  const plan = planOf(readConversation(await lastPrompt(ctx, question)))
  if (!plan?.reading) return null
  const { tokens, mentions } = plan.reading
  const [first, ...others] = item.expect === 'refuse' ? [] : await golds(ctx, item)
  return {
    ...{ group, reading: plan.reading, from: 'strangers', grams: gramsOf(tokens, mentions) },
    skeleton: first && !item.expect ? await skeletonOfSql(first.sql) : null,
    right: first !== undefined && !item.expect && (await isRight(ctx, plan.sql, [first, ...others])),
  }
}

/** What the built-in analyst was told when it took its last step. */
async function lastPrompt(ctx: WorkspaceCtx, question: string): Promise<LanguageModelV4Prompt> {
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
  await analyst.answer(asking, { question, history: [], at: MOMENT, signal, emit: () => {} })
  return last
}

async function isRight(ctx: WorkspaceCtx, sql: string, gold: Awaited<ReturnType<typeof golds>>): Promise<boolean> {
  try {
    return judgedBy(gold, sql, await rowsOf(ctx, await query.run(ctx, { sql }))).subset
  } catch {
    return false
  }
}
