import * as agents from '#agents/agents.ts'
import { DEFAULT_AGENT } from '#agents/rules/agent.ts'
import { starterQuestions } from '#analyst/built-in/starters.ts'
import { notFound } from '#base/errors.ts'
import * as credits from '#billing/credits.ts'
import { dataTree, largest } from '#catalog/tree.ts'
import * as organizations from '#organizations/organizations.ts'
import { can } from '#organizations/rules/permission.ts'
import * as workspaces from '#workspaces/workspaces.ts'
import type { UserCtx, WorkspaceCtx } from '../ctx.ts'
import * as conversations from './conversations.ts'
import * as messages from './messages.ts'
import type { ChatScreen, MessageWindow, WorkspaceChoice } from './rules/screen.ts'

/** Conversations in the left column, and organizations in the switcher. */
const LISTED = 50
/** Conversations that others share. */
const LISTED_SHARED = 20
const STARTER_TABLES = 24

export type ScreenRequest = messages.Wanted & {
  conversation?: string | undefined
  question?: string | undefined
  agent?: string | undefined
}

/**
 * Everything the chat screen of a workspace starts from, loaded side by side.
 * @throws AppError not_found for a conversation that they may not read or is of another workspace, and for a message that is not in it; forbidden for one that is not shared
 */
export async function screenOf(
  ctx: WorkspaceCtx,
  { conversation, question, agent, ...wanted }: ScreenRequest,
): Promise<ChatScreen> {
  const [inside, listed, shared, tree, tables, { balance }, places, choosable] = await Promise.all([
    conversation ? threadOf(ctx, conversation, wanted) : NO_THREAD,
    conversations.list(ctx, { limit: LISTED, cursor: null }),
    conversations.list(ctx, { limit: LISTED_SHARED, cursor: null }, { shared: true }),
    dataTree(ctx),
    largest(ctx, STARTER_TABLES),
    credits.balance(ctx),
    choices(ctx),
    agents.choices(ctx),
  ])
  const chosen = inside.messages.findLast(({ role }) => role === 'assistant')
  const wantedAgent = conversation ? chosen?.metadata?.agent?.id : agent
  return {
    workspaceId: ctx.workspace.id,
    workspaces: places,
    ...inside,
    message: wanted.message ?? null,
    data: tree,
    balance,
    pricePerAnswer: ctx.settings().credits.per_answer,
    pricePerReport: ctx.models.builtIn ? null : ctx.settings().credits.per_report,
    starters: starterQuestions(tables),
    agents: choosable.map(({ id, name, colour, description, starters }) => ({
      id,
      name,
      colour,
      description,
      starters,
    })),
    agent: choosable.some(({ id }) => id === wantedAgent) ? wantedAgent! : DEFAULT_AGENT.id,
    conversations: listed.items.map(lineOf),
    sharedConversations: shared.items.map((one) => ({ ...lineOf(one), by: one.by.name })),
    modelName: ctx.models.name,
    builtIn: ctx.models.builtIn,
    mayAddData: can(ctx.workspace.role, 'UPLOAD_FILES'),
    mayPropose: can(ctx.workspace.role, 'UPDATE_AGENTS'),
    mayPin: can(ctx.workspace.role, 'UPDATE_CANVASES'),
    uploadMaxMb: ctx.settings().limits.upload_mb,
    shows: { sql: ctx.models.explain?.show_sql ?? true, steps: ctx.models.explain?.show_steps ?? true },
    linkHosts: ctx.settings().answers.link_hosts,
    questionLength: ctx.settings().limits.question_length,
    now: ctx.now().toISOString(),
    question: question ?? null,
  }
}

const lineOf = ({ id, title, updatedAt }: conversations.Conversation) => ({
  id,
  title,
  updated_at: updatedAt.toISOString(),
})

type Thread = MessageWindow & Pick<ChatScreen, 'conversationId' | 'running' | 'shared' | 'by' | 'level'>
const NO_THREAD: Thread = {
  conversationId: null,
  running: false,
  shared: false,
  by: null,
  level: 'edit',
  messages: [],
  older: false,
  newer: false,
}

async function threadOf(ctx: WorkspaceCtx, id: string, wanted: messages.Wanted): Promise<Thread> {
  const inside = await conversations.read(ctx, id)
  const { conversation, by, level } = inside
  if (conversation.workspaceId !== ctx.workspace.id) throw notFound('Conversation')
  const window = await messages.windowOf(inside, wanted)
  // What runs stands at the end, and is followed by whoever may ask.
  const running = level === 'edit' && !window.newer && conversation.runningMessageId !== null
  return { ...window, conversationId: id, running, shared: conversation.sharedAt !== null, by, level }
}

async function choices(ctx: UserCtx): Promise<WorkspaceChoice[]> {
  const { items } = await organizations.list(ctx, { limit: LISTED, cursor: null })
  return items.flatMap((organization) =>
    organization.workspaces.map(({ id, name }) => ({ id, name, organization: organization.name })),
  )
}

/**
 * The workspace that /chat opens: the named one, that of the named conversation, where the person asked last, or their first.
 * @returns null when they may see none
 */
export async function chatPlace(
  ctx: UserCtx,
  named: { workspace?: string | undefined; conversation?: string | undefined },
): Promise<WorkspaceCtx | null> {
  if (named.workspace) return workspaces.enter(ctx, named.workspace)
  if (named.conversation) return conversations.read(ctx, named.conversation)
  const last = await conversations.lastWorkspace(ctx)
  const there = last && (await workspaces.enter(ctx, last).catch(() => null))
  if (there) return there
  const [first] = await choices(ctx)
  return first ? workspaces.enter(ctx, first.id) : null
}
