import type { z } from 'zod'
import type { conversation } from '../../src/chat/rules/answers.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { sayList, when } from '../record.ts'
import { sharingOf } from '../sharing.ts'

/** Conversations that are listed at most. */
const MOST = 200

const list = commandOf('list', 'list your conversations in a workspace, or those that others share', [
  'tabletalk conversations -w Sales',
  'tabletalk conversations list --shared',
])
  .option('--shared', 'those of others that are shared with the workspace, or with you by name')
  .doesIn(async ({ client, json, id }, { shared }: { shared?: boolean }) => {
    const path = href(urls.apiAgentHistory, { id }, shared ? { shared: 'true' } : {})
    const all = await allOf<z.infer<typeof conversation>>(client, path, MOST)
    const empty = shared
      ? 'Nobody shares a conversation with you here.'
      : 'No conversation yet: tabletalk ask <question>.'
    sayList(json, all, empty, {
      '*ID': (it) => it.id,
      TITLE: (it) => it.title,
      CHANGED: (it) => when(it.updated_at),
      [shared ? 'BY' : 'SHARED']: (it) => (shared ? it.by?.name : it.shared ? 'with the workspace' : ''),
    })
  })

export const conversations = groupOf('conversations', 'your conversations, and with whom they are shared', [
  list,
  ...sharingOf('conversation'),
])
