import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Answer, AnswerResult } from '#analyst/rules/answer.ts'
import { chartsSeen } from '#analyst/rules/chart-request.ts'
import { mainResult, resultOfChart } from '#analyst/rules/presented.ts'
import { conflict } from '#base/errors.ts'
import type { ConversationCtx } from '#chat/conversations.ts'
import { chartTable } from '#chat/export.ts'
import { hiddenIn, withheld } from '#chat/withheld.ts'
import { conversations, messages, shareLinks } from '#db/schema/index.ts'
import { can } from '#organizations/rules/permission.ts'
import { chartTitle } from '#query/rules/chart-title.ts'
import { asPersonIn } from '#workspaces/as-person.ts'
import type * as links from './links.ts'
import type { Block } from './rules/block.ts'
import { composed } from './rules/compose.ts'
import type { FrozenBoard, ShownBlock } from './rules/shown-board.ts'
import { notice } from './withheld.ts'

/** Questions and answers that a link shows at most. */
const MOST = 200
/** Rows of a result that a link has, and those that a chart draws. */
const MOST_ROWS = { table: 50, chart: 2_000 }

/**
 * Links of conversations: what is frozen are the answers as they were, with their first rows, since an answer says what was found then. Who
 * makes them may show canvases to others as well.
 */
export const ofConversations: links.LinkKind<ConversationCtx> = {
  kind: 'conversation',
  of: shareLinks.conversationId,
  idOf: ({ conversation }) => conversation.id,
  lock: ({ db, conversation }) =>
    db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, conversation.id)).for('update'),
  freeze: async (ctx) => ({ snapshot: await frozen(ctx), reached: {} }),
  async current({ conversation: { updatedAt } }) {
    return ({ publishedAt }) => updatedAt <= publishedAt
  },
  async asMaker(ctx, id, userId) {
    const isThis = and(eq(conversations.id, id), eq(conversations.userId, userId), isNull(conversations.deletedAt))
    const [conversation] = await ctx.db.select().from(conversations).where(isThis)
    const inside = conversation && (await asPersonIn(ctx, conversation.workspaceId, userId))
    return inside && can(inside.workspace.role, 'UPDATE_CANVASES') ? { ...inside, conversation } : null
  },
}
export type ConversationLinkCtx = links.Opened<ConversationCtx>

/** A conversation as it is now, to be read: a part for each question. @throws AppError conflict `too_long` */
async function frozen(ctx: ConversationCtx): Promise<FrozenBoard> {
  const { role, text, answer, createdAt, id } = messages
  const all = await ctx.db
    .select({ id, role, text, answer, createdAt })
    .from(messages)
    .where(and(eq(messages.conversationId, ctx.conversation.id), ne(messages.status, 'running')))
    .orderBy(asc(id))
    .limit(MOST + 1)
  if (all.length > MOST)
    throw conflict(`A conversation of more than ${MOST} messages cannot be shared by a link.`, 'too_long')
  const tabs: FrozenBoard['tabs'] = []
  const blocks: ShownBlock[] = []
  const earlier: AnswerResult[] = []
  for (const one of all) {
    if (one.role === 'user') tabs.push({ id: one.id, name: one.text })
    else if (tabs.length > 0) {
      earlier.push(...(one.answer?.results ?? []))
      const shown = one.answer ? await partsOf(ctx, one.answer, earlier) : []
      const words = one.answer?.text.trim() ? one.answer : { text: one.text, numbers: [] }
      const prose = { text: words.text, numbers: words.numbers, contradicted: [] }
      const content = { text: words.text, numbers: [], queries: one.answer ? statementsOf(one.answer, earlier) : [] }
      const parts = [{ kind: 'prose' as const, content, results: [], prose }, ...shown]
      for (const [at, { kind, content, results, prose }] of parts.entries())
        blocks.push({
          ...{ id: `${one.id}-${at}`, kind, content, tab: tabs.at(-1)!.id, x: 0, y: blocks.length, w: 8, h: 6 },
          data: { results, prose, refreshedAt: at === 0 ? one.createdAt : null, ...AS_IT_WAS },
        })
    }
  }
  return { name: ctx.conversation.title, description: '', tabs, filters: [], blocks }
}

const AS_IT_WAS = { stale: false, error: null, withheld: false }

type Part = Pick<Block, 'kind' | 'content'> & Pick<NonNullable<ShownBlock['data']>, 'results' | 'prose'>

/** The charts of an answer with all that they draw, and its main result where none of them draws it. */
async function partsOf(ctx: ConversationCtx, answer: Answer, earlier: AnswerResult[]): Promise<Part[]> {
  const parts: Part[] = []
  const drawn = new Set<string>()
  for (const spec of chartsSeen(answer)) {
    const result = resultOfChart(answer, spec)
    const table = result && (await chartTable(ctx, { spec, result }))
    if (!result || !table || table.rows.length > MOST_ROWS.chart) continue
    drawn.add(result.id)
    const { result: _, ...chart } = spec
    const about = { title: chartTitle(spec), ...standing(result, earlier) }
    // A single figure is no picture.
    if (spec.kind === 'number') {
      const value = { column: spec.y[0] ?? '', row: null }
      parts.push({ kind: 'kpi', content: { ...about, value, before: null }, results: [bare(result)], prose: null })
      continue
    }
    const content = { ...about, chart }
    const rows = { columns: table.columns, rows: table.rows, total_rows: table.rows.length }
    parts.push({ kind: 'chart', content, results: [{ ...bare(result), ...rows }], prose: null })
  }
  const main = mainResult(answer)
  if (!main || drawn.has(main.id)) return parts
  const rows = main.rows.slice(0, MOST_ROWS.table)
  const content = { title: main.title, ...standing(main, earlier) }
  return [...parts, { kind: 'grid', content, results: [{ ...bare(main), rows }], prose: null }]
}

const standing = ({ sql, source }: AnswerResult, earlier: AnswerResult[]) => ({ sql: composed(sql, earlier), source })
/** Statements stand in the content of a block alone, which tells what may still be seen. */
const bare = (result: AnswerResult): AnswerResult => ({ ...result, sql: '' })

const statementsOf = ({ results }: Answer, earlier: AnswerResult[]) =>
  results.map((result) => ({ name: result.name, title: result.title, ...standing(result, earlier) }))

/** What a link shows: the conversation that was published, without what reads or names tables or columns that were hidden since. */
export async function published(ctx: ConversationLinkCtx): Promise<FrozenBoard> {
  const { blocks, ...board } = ctx.link.snapshot as FrozenBoard
  const answerOf = ({ id }: ShownBlock) => id.slice(0, id.lastIndexOf('-'))
  const [isHidden, gone] = await Promise.all([hiddenIn(ctx), withheld(ctx, blocks.map(answerOf), { outside: true })])
  const shown = (block: ShownBlock) =>
    gone.has(answerOf(block)) || isHidden([block.content, block.data?.results])
      ? { ...block, ...notice('anybody'), data: null }
      : block
  return { ...board, blocks: blocks.map(shown) }
}
