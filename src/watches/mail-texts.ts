import { numberText } from '#base/format.ts'
import type { Config } from '#config.ts'
import type { Mail } from '#outside/mail.ts'
import { type MailText, mailOf } from '#ui/mail.tsx'
import type { WorkspaceCtx } from '../ctx.ts'
import { absolute, href, urls } from '../urls.ts'
import { boardText } from './rules/board-mail.ts'
import { type BlockChange, changedText } from './rules/changed-mail.ts'
import { conditionText, scheduleText } from './rules/words.ts'
import type { BlockSeen, Drawn, NumberSeen } from './seen.ts'
import type { Watch } from './watches.ts'

type Text = Omit<Mail, 'to'>
type Board = { id: string; name: string }
type About = Pick<Watch, 'id' | 'name' | 'schedule' | 'condition' | 'workspaceId'>

const toBoard = (config: Config, { id }: Board) => ({
  label: 'Open the canvas',
  address: absolute(config, href(urls.canvas, { id })),
})
const toWatch = (config: Config, { id, workspaceId }: About) => ({
  label: 'Open it',
  address: absolute(config, href(urls.workspaceWatch, { id: workspaceId, watchId: id })),
})
const whyText = (ctx: WorkspaceCtx, watch: About) =>
  `${ctx.user.name || 'Somebody'} of ${ctx.organization.name} set this up: ${scheduleText(watch.schedule)}. Ask them, or an owner of the workspace ${ctx.workspace.name}, to end it.`

/** A board as it is now. */
export function board(ctx: WorkspaceCtx, watch: About, canvas: Board, blocks: BlockSeen[]): MailText {
  const { paragraphs, facts, tables, left } = boardText(blocks)
  const more = left > 0 ? [`${left} more ${left === 1 ? 'block stands' : 'blocks stand'} on the canvas.`] : []
  return {
    subject: watch.name,
    title: canvas.name,
    paragraphs: [...paragraphs, ...more],
    ...(facts.length > 0 ? { facts } : {}),
    tables,
    action: toBoard(ctx.config, canvas),
    footnote: whyText(ctx, watch),
  }
}

/** What of a board changed since it was sent last, and the board as it is now. */
export function changedBoard(
  ctx: WorkspaceCtx,
  watch: About,
  canvas: Board,
  { blocks, changes }: { blocks: BlockSeen[]; changes: BlockChange[] },
): MailText {
  const { facts, tables } = changedText(changes)
  const now = boardText(blocks)
  return {
    ...board(ctx, watch, canvas, blocks),
    subject: `${watch.name}: ${changes.length === 1 ? changes[0]!.title : `${changes.length} blocks`} changed`,
    paragraphs: ['Since this was sent last, something changed:'],
    facts: [...facts, ...now.facts],
    tables,
  }
}

/** That an answer is another one now, and why. @param path of the answer @param shown its chart now, where it has one */
export function changedAnswer(
  ctx: WorkspaceCtx,
  watch: About,
  path: string,
  { shown, change }: { shown: Drawn[]; change: BlockChange },
): MailText {
  const { facts: changed, tables } = changedText([change])
  const because = change.changes?.because
  const now = boardText(
    shown.map(({ block, data }) => ({ block, data: { ...data, refreshedAt: null, error: null, prose: null } })),
  )
  const facts = [...(because ? [] : changed), ...now.facts]
  return {
    subject: `${watch.name} changed`,
    title: watch.name,
    paragraphs: [because || 'It is another one now than what was told last.'],
    ...(facts.length > 0 ? { facts } : {}),
    tables,
    action: { label: 'Open the answer', address: absolute(ctx.config, path) },
    footnote: whyText(ctx, watch),
  }
}

/** That the condition of a watch became true. */
export function fired(
  ctx: WorkspaceCtx,
  watch: About,
  canvas: Board,
  { text, of, usual, block }: NumberSeen,
  before: number | null,
): MailText {
  const { condition } = watch
  const changes = condition!.is === 'changed' || condition!.is === 'changed_percent'
  const { tables } = boardText(block.block.kind === 'kpi' ? [] : [block])
  return {
    subject: `${watch.name}: ${text || 'not refreshed'}`,
    title: watch.name,
    paragraphs: [`You are told because ${of} ${conditionText(condition!)}.`],
    facts: [
      ...(text ? ([[of, text]] as [string, string][]) : []),
      ...(changes && before !== null ? ([['Told last', String(before)]] as [string, string][]) : []),
      ...(usual ? ([['Usual', `${numberText(usual.low)} to ${numberText(usual.high)}`]] as [string, string][]) : []),
      ['Canvas', canvas.name],
    ],
    tables,
    action: toBoard(ctx.config, canvas),
    footnote: whyText(ctx, watch),
  }
}

/** To its maker: a run failed, and the ones before did not. */
export const failed = (config: Config, watch: About, error: string): Text =>
  mailOf({
    subject: `${watch.name} could not be run`,
    title: 'A run failed',
    paragraphs: [
      `“${watch.name}” could not be run, so nobody was told anything. It is tried again at its next time.`,
      'You are not told again until a run has succeeded.',
    ],
    facts: [['Why', error]],
    action: toWatch(config, watch),
  })

/** To whoever made it: it is paused, since it may not be run for them any more. */
export const paused = (config: Config, watch: About, reason: string): Text =>
  mailOf({
    subject: `${watch.name} is paused`,
    title: `${watch.name} is paused`,
    paragraphs: [reason, 'An owner of the workspace can see it, and set it up anew.'],
    action: toWatch(config, watch),
  })
