import type { z } from 'zod'
import { AppError } from '../src/base/errors.ts'
import { LINK_DAYS } from '../src/canvases/rules/board.ts'
import type { LinkJson, madeLink } from '../src/canvases/rules/link.ts'
import type { SharingJson } from '../src/sharing/rules/sharing.ts'
import { href, urls } from '../src/urls.ts'
import { commandOf } from './command.ts'
import { allOf } from './list.ts'
import { note, say, sayJson } from './print.ts'
import { askSecret } from './prompt.ts'
import { sayItems, sayList, when } from './record.ts'

/** Links of a canvas or a conversation at most. */
const MOST = 200
const URLS = {
  canvas: {
    ...{ group: 'canvases', sharing: urls.apiCanvasSharing, share: urls.apiCanvasShare },
    ...{ links: urls.apiCanvasLinks, link: urls.apiCanvasLink },
  },
  conversation: {
    ...{ group: 'conversations', sharing: urls.apiConversationSharing, share: urls.apiConversationShare },
    ...{ links: urls.apiConversationLinks, link: urls.apiConversationLink },
  },
} as const

type PeopleOptions = { with?: string; level: string; everybody?: string; remove?: string }

/** The commands that share a canvas or a conversation. */
export function sharingOf(thing: keyof typeof URLS) {
  const { group, ...at } = URLS[thing]
  const people = commandOf('people', `show or change with whom a ${thing} is shared, and what they can do`, [
    `tabletalk ${group} people 0199…`,
    `tabletalk ${group} people 0199… --with ben@example.com --level comment`,
    `tabletalk ${group} people 0199… --everybody view`,
  ])
    .argument(`<${thing}>`, 'its id')
    .option('--with <person>', 'share it with somebody of the workspace, by email address or id')
    .option('--level <level>', 'what they can do: view, comment or edit', 'view')
    .option('--everybody <level>', 'what everybody in the workspace can do: view, comment or edit')
    .option('--remove <person>', 'take back what somebody was given by name')
    .does(async ({ client, json }, id: string, { with: added, level, everybody, remove }: PeopleOptions) => {
      const path = href(at.sharing, { id })
      const { workspace_id } = await client.json<SharingJson>(path)
      const of = async (person: string) => {
        const address = href(urls.apiWorkspaceMembers, { id: workspace_id })
        const members = await allOf<{ users: { id: string; email: string } }>(client, address)
        const found = members.find(({ users }) => users.id === person || users.email === person.toLowerCase())
        if (!found) throw new AppError('not_found', `There is no ${person} in the workspace.`)
        return href(at.share, { id, userId: found.users.id })
      }
      if (everybody) await client.json(path, { method: 'PUT', body: { level: everybody } })
      if (added) await client.json(await of(added), { method: 'PUT', body: { level } })
      if (remove) await client.call(await of(remove), { method: 'DELETE' })
      const sharing = await client.json<SharingJson>(path)
      if (json) return sayJson(sharing)
      const rows = [
        ['everybody in the workspace', sharing.workspace ?? 'nothing'],
        [`${sharing.by.email} (made it)`, 'edit'],
        ...sharing.people.map(({ user, level }) => [user.email, level]),
      ]
      sayItems(rows, { WHO: ([who]) => who, CAN: ([, can]) => can })
    })

  const share = commandOf('share', `make a read-only link to a ${thing}, for people without an account`, [
    `tabletalk ${group} share 0199… --days 7 --password`,
  ])
    .argument(`<${thing}>`, 'its id')
    .option('--days <days>', 'how long it works', String(LINK_DAYS.usual))
    .option('--password', 'asks for a password that whoever opens it must know')
    .does(async ({ client, json }, id: string, options: { days: string; password?: boolean }) => {
      const password = options.password
        ? await askSecret('Password of the link: ', 'A password is asked for in a terminal. Make the link on its page.')
        : undefined
      const body = { expires_in_days: Number(options.days), ...(password && { password }) }
      const made = await client.json<z.infer<typeof madeLink>>(href(at.links, { id }), { method: 'POST', body })
      if (json) return sayJson(made)
      say(made.address)
      note(
        `It works until ${when(made.expires_at)}, and is told this once. Revoke it: tabletalk ${group} revoke ${id} ${made.id}`,
      )
    })

  const links = commandOf('links', `list the read-only links of a ${thing}`, [`tabletalk ${group} links 0199…`])
    .argument(`<${thing}>`, 'its id')
    .does(async ({ client, json }, id: string) => {
      const made = await allOf<LinkJson>(client, href(at.links, { id }), MOST)
      sayList(json, made, `No link yet: tabletalk ${group} share <${thing}>.`, {
        '*ID': (it) => it.id,
        STATE: (it) => it.state,
        UNTIL: (it) => when(it.expires_at),
        '#VIEWS': (it) => it.views,
        BY: (it) => it.created_by.name,
      })
    })

  const revoke = commandOf('revoke', 'end a read-only link at once', [`tabletalk ${group} revoke 0199… 019a…`])
    .argument(`<${thing}>`, 'its id')
    .argument('<link>', 'the id of the link')
    .does(async ({ client }, id: string, linkId: string) => {
      await client.call(href(at.link, { id, linkId }), { method: 'DELETE' })
      note('The link is revoked.')
    })
  return [people, share, links, revoke]
}
