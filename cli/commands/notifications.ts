import type { Command } from 'commander'
import type { NotificationJson } from '../../src/notifications/rules/notification.ts'
import { href, urls } from '../../src/urls.ts'
import { clientOf, commandOf, groupOf } from '../command.ts'
import { allOf } from '../list.ts'
import { note, say, sayJson, sayTable } from '../print.ts'
import { when } from '../record.ts'

const list = commandOf('list', 'list what you were told of, the newest first', [
  'tabletalk notifications',
  'tabletalk notifications list --unread --json',
])
  .option('--unread', 'only what you have not read')
  .action(async ({ unread }: { unread?: boolean }, command) => {
    const { client, json } = clientOf(command)
    const all = await allOf<NotificationJson>(client, href(urls.apiNotifications, {}, unread ? { unread: 'true' } : {}))
    if (json) return sayJson(all)
    if (all.length === 0) return say('There is nothing to read.')
    sayTable(
      [{ name: 'AT' }, { name: 'WHAT' }, { name: 'WORKSPACE' }, { name: 'READ' }, { name: 'ID', whole: true }],
      all.map((it) => [when(it.created_at), it.title, it.workspace.name, it.read_at ? 'yes' : '', it.id]),
    )
  })

/** @param ids left out: all of them */
async function markRead(command: Command, ids?: string[]) {
  const { client, json } = clientOf(command)
  const body = ids ? { ids } : {}
  const { unread } = await client.json<{ unread: number }>(urls.apiNotificationsRead, { method: 'POST', body })
  if (json) sayJson({ unread })
  else note(unread === 0 ? 'Everything is read.' : `${unread} are not read.`)
}

const read = commandOf('read', 'mark notifications as read', ['tabletalk notifications read 0199…'])
  .argument('<ids...>', 'ids of the list')
  .action((ids: string[], _, command) => markRead(command, ids))

const readAll = commandOf('read-all', 'mark all notifications as read', ['tabletalk notifications read-all']).action(
  (_, command) => markRead(command),
)

export const notifications = groupOf(
  'notifications',
  'what you were told of in the product',
  [list, read, readAll],
  list,
)
