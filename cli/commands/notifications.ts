import {
  DIGESTS,
  type NotificationJson,
  type NotificationSettings,
} from '../../src/notifications/rules/notification.ts'
import { href, urls } from '../../src/urls.ts'
import { commandOf, groupOf, type Use } from '../command.ts'
import { allOf } from '../list.ts'
import { say, sayJson } from '../print.ts'
import { sayDone, sayList, when } from '../record.ts'

const list = commandOf('list', 'list what you were told of, the newest first', [
  'tabletalk notifications',
  'tabletalk notifications list --unread --json',
])
  .option('--unread', 'only what you have not read')
  .does(async ({ client, json }, { unread }: { unread?: boolean }) => {
    const all = await allOf<NotificationJson>(client, href(urls.apiNotifications, {}, unread ? { unread: 'true' } : {}))
    sayList(json, all, 'There is nothing to read.', {
      AT: (it) => when(it.created_at),
      WHAT: (it) => it.title,
      WORKSPACE: (it) => it.workspace.name,
      READ: (it) => (it.read_at ? 'yes' : ''),
      '*ID': (it) => it.id,
    })
  })

/** @param ids left out: all of them */
async function markRead({ client, json }: Use, ids?: string[]) {
  const body = ids ? { ids } : {}
  const { unread } = await client.json<{ unread: number }>(urls.apiNotificationsRead, { method: 'POST', body })
  sayDone(json, { unread }, unread === 0 ? 'Everything is read.' : `${unread} are not read.`)
}

const read = commandOf('read', 'mark notifications as read', ['tabletalk notifications read 0199…'])
  .argument('<ids...>', 'ids of the list')
  .does((use, ids: string[]) => markRead(use, ids))

const readAll = commandOf('read-all', 'mark all notifications as read', ['tabletalk notifications read-all']).does(
  (use) => markRead(use),
)

type MailOptions = { digest?: string; zone?: string; watchesAtOnce?: string }

const mails = commandOf('mails', 'show or choose when notifications come by mail', [
  'tabletalk notifications mails --digest day --watches-at-once yes',
])
  .option('--digest <unit>', 'none: each by itself; day or week: all of it as one, at 8:00')
  .option('--zone <zone>', 'time zone of that hour; default: that of this machine')
  .option('--watches-at-once <yes or no>', 'whether what a watch found comes by itself all the same')
  .does(async ({ client, json }, { digest, zone, watchesAtOnce }: MailOptions) => {
    const time_zone = zone ?? (digest ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined)
    const body = { digest, time_zone, watches_at_once: watchesAtOnce && watchesAtOnce === 'yes' }
    const isChange = Object.values(body).some((value) => value !== undefined)
    const how = isChange ? { method: 'PUT', body } : {}
    const set = await client.json<NotificationSettings>(urls.apiNotificationSettings, how)
    if (json) return sayJson(set)
    const alone = set.digest !== 'none' && set.watches_at_once ? ' What a watch found comes at once.' : ''
    say(`${DIGESTS[set.digest]}${set.digest === 'none' ? '' : ` (${set.time_zone})`}.${alone}`)
  })

const commands = [list, read, readAll, mails]
export const notifications = groupOf('notifications', 'what you were told of in the product', commands)
