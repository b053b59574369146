import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Conversations, Tried } from '#agents/agents.ts'
import { MOST_STARTERS } from '#agents/rules/agent.ts'
import type { AgentDraft } from '#agents/rules/form.ts'
import { mainResult } from '#analyst/rules/presented.ts'
import { tablesRead } from '#analyst/tables-read.ts'
import { notFound } from '#base/errors.ts'
import { cut } from '#base/text.ts'
import { messages, conversations as stored } from '#db/schema/index.ts'
import { WORKSPACE_SOURCE } from '#query/rules/request.ts'
import type { WorkspaceCtx } from '../ctx.ts'
import { href, urls } from '../urls.ts'
import * as asking from './ask.ts'
import { enter } from './conversations.ts'
import { withheld } from './withheld.ts'

/** Messages of a conversation that an agent is made of, and wishes that are taken from them. */
const MOST_MESSAGES = 40
const MOST_WISHES = 10
const MOST_TRIES = 200
const LONGEST_SAID = 200

/**
 * What a conversation of the person speaks for: its questions to start with, the tables that answers were read from, what was assumed or
 * cleared up, and the statements of answers that were found good.
 */
async function draftFrom(ctx: WorkspaceCtx, conversationId: string): Promise<Partial<AgentDraft>> {
  const { conversation } = await enter(ctx, conversationId)
  if (conversation.workspaceId !== ctx.workspace.id) throw notFound('Conversation')
  const lines = await ctx.db
    .select({
      ...{ id: messages.id, role: messages.role, text: messages.text, answer: messages.answer },
      rating: messages.rating,
    })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.id))
    .limit(MOST_MESSAGES)
  const gone = await withheld(
    ctx,
    lines.map(({ id }) => id),
  )
  const [wishes, tables, queries]: [Set<string>, Set<string>, Map<string, string>] = [new Set(), new Set(), new Map()]
  for (const [at, { id, answer, rating }] of lines.entries()) {
    if (!answer || gone.has(id)) continue
    const [before, after] = [lines[at - 1]?.text ?? '', lines[at + 1]?.text]
    for (const { text } of answer.assumptions ?? []) wishes.add(text)
    if (answer.clarification && after) wishes.add(`When it is open (“${answer.clarification.question}”): ${after}`)
    if (answer.status !== 'answered') continue
    for (const name of await tablesRead(ctx, answer)) tables.add(name)
    const main = mainResult(answer)
    // A statement over earlier results means nothing elsewhere.
    if (rating === 'up' && main?.source === WORKSPACE_SOURCE && !/\br[1-9]\d*\b/i.test(main.sql))
      queries.set(before, main.sql)
  }
  const questions = lines.flatMap(({ role, text }) => (role === 'user' && text.length <= 500 ? text : []))
  return {
    name: cut(conversation.title.replaceAll('@', ''), 59),
    instructions: [...wishes]
      .slice(0, MOST_WISHES)
      .map((wish) => `- ${wish}`)
      .join('\n'),
    starters: [...new Set(questions)].slice(0, MOST_STARTERS),
    tables: [...tables],
    queries: [...queries].map(([question, sql]) => ({ question, sql })),
  }
}

const addressOf = (ctx: WorkspaceCtx, conversation: string) =>
  href(urls.workspace, { id: ctx.workspace.id }, { conversation })

/** What `agents` needs of conversations. */
export const forAgents: Conversations = {
  draftFrom,
  async tryOut(ctx, { id, state }, question) {
    const agent = { id, draft: state === 'draft' }
    const { conversationId } = await asking.ask(ctx, { message: question, conversationId: null, agent })
    return addressOf(ctx, conversationId)
  },
  async tried(ctx, { id, version, starters }) {
    if (starters.length === 0) return []
    const answers = alias(messages, 'answers')
    const said = { id: sql`${messages.agent} ->> 'id'`, version: sql`${messages.agent} ->> 'version'` }
    const rows = await ctx.db
      .select({ question: messages.text, conversationId: stored.id, status: answers.status, text: answers.text })
      .from(messages)
      .innerJoin(stored, and(eq(stored.id, messages.conversationId), eq(stored.userId, ctx.user.id)))
      .innerJoin(
        answers,
        and(eq(answers.conversationId, stored.id), eq(answers.role, 'assistant'), gt(answers.id, messages.id)),
      )
      .where(
        and(
          eq(stored.workspaceId, ctx.workspace.id),
          eq(messages.role, 'user'),
          inArray(messages.text, starters),
          eq(said.id, id),
          eq(said.version, String(version)),
        ),
      )
      .orderBy(desc(messages.id), asc(answers.id))
      .limit(MOST_TRIES)
    return starters.map((question): Tried => {
      const last = rows.find((row) => row.question === question)
      if (!last) return { question, last: null }
      const { status, text } = last
      return { question, last: { status, text: cut(text, LONGEST_SAID), address: addressOf(ctx, last.conversationId) } }
    })
  },
}
