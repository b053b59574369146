import { Argument } from 'commander'
import { type ListedUser, type ReadQuestion, type UserView, userList } from '../../src/admin/rules/user.ts'
import { ADMIN_ROLES } from '../../src/auth/rules/admin-role.ts'
import { AppError } from '../../src/base/errors.ts'
import { href, urls } from '../../src/urls.ts'
import { acting, reasonFor } from '../act.ts'
import { clientOf, commandOf, groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'
import { findUser } from '../people.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { number, sayRecord, saySection, when, yesNo } from '../record.ts'
import { save } from '../save.ts'

const WHO = 'id or email address'

const list = listCommand<ListedUser>(
  'list',
  'list people',
  [
    'tabletalk users list --search ada',
    'tabletalk users --role any --csv > admins.csv',
    'tabletalk users list --all --json',
  ],
  { path: urls.apiAdminUsers, ...declared(userList), empty: 'Nobody fits.' },
)

const show = commandOf('show', 'show what is known of somebody', ['tabletalk users show ada@example.com'])
  .argument('<user>', WHO)
  .action(async (wanted: string, _options, command) => {
    const { client, json } = clientOf(command)
    const user = await client.json<UserView>(href(urls.apiAdminUser, { id: (await findUser(client, wanted)).id }))
    if (json) sayJson(user)
    else sayUser(user)
  })

function sayUser(it: UserView): void {
  sayRecord({
    ID: it.id,
    Name: it.name,
    Email: `${it.email}${it.email_verified ? '' : ' (unverified)'}`,
    State: it.disabled_at ? `disabled since ${when(it.disabled_at)}` : 'active',
    'Admin roles': it.admin_roles,
    'Signs in with': it.signs_in_with,
    'Second factor': yesNo(it.two_factor),
    Plan: it.plan + (it.plan_until ? ` until ${it.plan_until.slice(0, 10)}` : ''),
    Credits: `${number(it.credits)}${it.held > 0 ? `, ${number(it.held)} more set aside` : ''}`,
    Joined: when(it.created_at),
    Seen: when(it.last_seen_at),
  })
  saySection(
    'Credits',
    [{ name: 'KIND' }, { name: 'GRANTED', right: true }, { name: 'LEFT', right: true }, { name: 'EXPIRES' }],
    it.lots.map((lot) => [lot.kind, number(lot.granted), number(lot.remaining), lot.expires_at.slice(0, 10)]),
  )
  saySection(
    'Organizations',
    [{ name: 'ID', whole: true }, { name: 'NAME' }, { name: 'ROLE' }, { name: 'STATUS' }],
    it.organizations.map((one) => [one.id, one.name, one.role, one.status]),
  )
  saySection(
    'Sessions',
    [{ name: 'DEVICE' }, { name: 'ADDRESS' }, { name: 'BEGUN (UTC)' }, { name: 'SEEN (UTC)' }],
    it.sessions.map((one) => [one.device, one.address ?? '', when(one.begun_at), when(one.seen_at)]),
  )
  saySection(
    'API keys',
    [{ name: 'NAME' }, { name: 'BEGINS' }, { name: 'SCOPES' }, { name: 'USED (UTC)' }],
    it.api_keys.map((key) => [key.name, key.prefix, key.scopes.join(' '), when(key.last_used_at)]),
  )
  saySection(
    'Latest questions',
    [{ name: 'ASKED (UTC)' }, { name: 'STATUS' }, { name: 'CREDITS', right: true }, { name: 'WORKSPACE' }],
    it.questions.map((one) => [when(one.created_at), one.status, number(one.credits), one.workspace_name]),
  )
}

type Deed = { name: string; about: string; title: (email: string) => string; done: string; method: 'POST' | 'DELETE' }
type ByUser = (params: { id: string }) => string

const deed = (path: ByUser, { name, about, title, done, method }: Deed, word = name) =>
  acting(commandOf(name, about, [`tabletalk users ${word} ada@example.com --reason "Ticket 4711"`]))
    .argument('<user>', WHO)
    .action(async (wanted: string, _options, command) => {
      const { client, json } = clientOf(command)
      const { id, email } = await findUser(client, wanted)
      const reason = await reasonFor(command, title(email))
      const user = await client.json<UserView>(path({ id }), { method, body: { reason } })
      if (json) sayJson(user)
      else note(`${plain(email)}: ${done}`)
    })

const disable = deed((it) => href(urls.apiAdminUserDisable, it), {
  name: 'disable',
  about: 'disable an account: sessions end, keys are refused',
  title: (email) => `Disable ${email}`,
  done: 'disabled.',
  method: 'POST',
})
const enable = deed((it) => href(urls.apiAdminUserEnable, it), {
  name: 'enable',
  about: 'enable a disabled account',
  title: (email) => `Enable ${email}`,
  done: 'enabled.',
  method: 'POST',
})
const endSessions = deed(
  (it) => href(urls.apiAdminUserSessions, it),
  {
    name: 'end',
    about: 'sign somebody out everywhere',
    title: (email) => `Sign ${email} out everywhere`,
    done: 'signed out everywhere.',
    method: 'DELETE',
  },
  'sessions end',
)
const resetTwoFactor = deed((it) => href(urls.apiAdminUserTwoFactor, it), {
  name: 'reset-two-factor',
  about: 'take the second factor away from who lost it',
  title: (email) => `Reset the second factor of ${email}`,
  done: 'second factor reset.',
  method: 'DELETE',
})

const sendPasswordReset = deed((it) => href(urls.apiAdminUserPasswordReset, it), {
  name: 'send-password-reset',
  about: 'mail somebody the link to choose a new password (support)',
  title: (email) => `Send a password reset to ${email}`,
  done: 'the link is on its way.',
  method: 'POST',
})
const verifyEmail = deed((it) => href(urls.apiAdminUserVerify, it), {
  name: 'verify-email',
  about: 'take the address of somebody as verified (support)',
  title: (email) => `Verify the address ${email}`,
  done: 'verified.',
  method: 'POST',
})

const roles = acting(
  commandOf('roles', 'set the admin roles of somebody: all of them', [
    'tabletalk users roles ada@example.com support finance --reason "Joined the desk"',
    'tabletalk users roles ada@example.com --none --reason "Left the desk"',
  ]),
)
  .argument('<user>', WHO)
  .addArgument(new Argument('[roles...]', 'the roles').choices(ADMIN_ROLES))
  .option('--none', 'take all of them away')
  .action(async (wanted: string, roles: string[], options: { none?: boolean }, command) => {
    const { client, json } = clientOf(command)
    if ((roles.length === 0) !== (options.none ?? false))
      throw new AppError('invalid', `Name the roles, or --none. There are: ${ADMIN_ROLES.join(', ')}.`)
    const { id, email } = await findUser(client, wanted)
    const reason = await reasonFor(
      command,
      `Give ${email} ${roles.length === 0 ? 'no admin roles' : `the roles ${roles.join(', ')}`}`,
    )
    const body = { roles, reason }
    const user = await client.json<UserView>(href(urls.apiAdminUserRoles, { id }), { method: 'PUT', body })
    if (json) sayJson(user)
    else note(`${plain(email)}: ${user.admin_roles.join(', ') || 'no admin roles'}.`)
  })

const questions = acting(
  commandOf('questions', 'read the latest questions of somebody; which ones stands in the audit log', [
    'tabletalk users questions ada@example.com --reason "Ticket 4711: wrong total"',
  ]),
)
  .argument('<user>', WHO)
  .action(async (wanted: string, _options, command) => {
    const { client, json } = clientOf(command)
    const { id, email } = await findUser(client, wanted)
    const reason = await reasonFor(command, `Read the questions of ${email}`)
    const path = href(urls.apiAdminUserQuestions, { id })
    const read = await client.json<ReadQuestion[]>(path, { method: 'POST', body: { reason } })
    if (json) return sayJson(read)
    if (read.length === 0) return say('No questions yet.')
    for (const it of read) say(`${when(it.created_at)}  ${it.status}\n  ${plain(it.question)}\n  ${plain(it.answer)}`)
  })

const exportData = acting(
  commandOf('export', 'save everything that is known of somebody as a ZIP file', [
    'tabletalk users export ada@example.com --reason "Asked for it" -o ada.zip',
  ]),
)
  .argument('<user>', WHO)
  .option('-o, --output <file>', 'where to save it; - is standard output', 'user-data.zip')
  .action(async (wanted: string, options: { output: string }, command) => {
    const { client } = clientOf(command)
    const { id, email } = await findUser(client, wanted)
    const reason = await reasonFor(command, `Export the data of ${email}`)
    await save(
      await client.call(href(urls.apiAdminUserExport, { id }), { method: 'POST', body: { reason } }),
      options.output,
    )
  })

const remove = acting(
  commandOf('delete', 'delete an account for good', [
    'tabletalk users delete ada@example.com --confirm ada@example.com --reason "Asked for it"',
  ]),
)
  .argument('<user>', WHO)
  .requiredOption('--confirm <email>', 'the email address of the account once more')
  .action(async (wanted: string, options: { confirm: string }, command) => {
    const { client } = clientOf(command)
    const { id, email } = await findUser(client, wanted)
    const reason = await reasonFor(command, `Delete ${email} for good`)
    await client.call(href(urls.apiAdminUser, { id }), { method: 'DELETE', body: { confirm: options.confirm, reason } })
    note(`${plain(email)}: deleted.`)
  })

export const users = groupOf(
  'users',
  'find and manage people (support; other changes: superadmin)',
  [
    list,
    show,
    sendPasswordReset,
    verifyEmail,
    disable,
    enable,
    groupOf('sessions', 'sessions of somebody', [endSessions]),
    resetTwoFactor,
    roles,
    questions,
    exportData,
    remove,
  ],
  list,
)
