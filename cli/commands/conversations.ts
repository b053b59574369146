import type { z } from 'zod'
import type { conversation } from '../../src/chat/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { WORKSPACE } from '../places.ts'
import { say, sayJson, sayTable } from '../print.ts'
import { when } from '../record.ts'
import { sharingOf } from '../sharing.ts'

/** Conversations that are listed at most. */
const MOST = 200

const list = commandOf('list', 'list your conversations in a workspace, or those that others share', [
  'tabletalk conversations -w Sales',
  'tabletalk conversations list --shared',
])
  .option(...WORKSPACE)
  .option('--shared', 'those of others that are shared with the workspace, or with you by name')
  .doesIn(async ({ client, json, id }, { shared }: { shared?: boolean }) => {
    const path = href(urls.apiAgentHistory, { id }, shared ? { shared: 'true' } : {})
    const all = await allOf<z.infer<typeof conversation>>(client, path, MOST)
    if (json) return sayJson(all)
    if (all.length === 0)
      return say(
        shared ? 'Nobody shares a conversation with you here.' : 'No conversation yet: tabletalk ask <question>.',
      )
    if (shared)
      return sayTable(
        [{ name: 'ID', whole: true }, { name: 'TITLE' }, { name: 'CHANGED' }, { name: 'BY' }],
        all.map((it) => [it.id, it.title, when(it.updated_at), it.by?.name ?? '']),
      )
    sayTable(
      [{ name: 'ID', whole: true }, { name: 'TITLE' }, { name: 'CHANGED' }, { name: 'SHARED' }],
      all.map((it) => [it.id, it.title, when(it.updated_at), it.shared ? 'with the workspace' : '']),
    )
  })

export const conversations = groupOf(
  'conversations',
  'your conversations, and with whom they are shared',
  [list, ...sharingOf('conversation')],
  list,
)
