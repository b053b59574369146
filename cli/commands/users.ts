import { Argument } from 'commander'
import { type ListedUser, type ReadQuestion, type UserView, userList } from '../../src/admin/rules/user.ts'
import { ADMIN_ROLES } from '../../src/auth/rules/admin-role.ts'
import { AppError } from '../../src/base/errors.ts'
import { href, urls } from '../../src/urls.ts'
import { actionCommand, reasonFor } from '../action.ts'
import { commandOf, groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'
import { findUser } from '../people.ts'
import { note, plain, say, sayJson } from '../print.ts'
import { number, sayDone, sayRecord, saySection, when, yesNo } from '../record.ts'
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
  .does(async ({ client, json }, wanted: string) => {
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
  saySection('Credits', it.lots, {
    KIND: (lot) => lot.kind,
    '#GRANTED': (lot) => lot.granted,
    '#LEFT': (lot) => lot.remaining,
    EXPIRES: (lot) => lot.expires_at.slice(0, 10),
  })
  saySection('Organizations', it.organizations, {
    '*ID': (one) => one.id,
    NAME: (one) => one.name,
    ROLE: (one) => one.role,
    STATUS: (one) => one.status,
  })
  saySection('Sessions', it.sessions, {
    DEVICE: (one) => one.device,
    ADDRESS: (one) => one.address,
    'BEGUN (UTC)': (one) => when(one.begun_at),
    'SEEN (UTC)': (one) => when(one.seen_at),
  })
  saySection('API keys', it.api_keys, {
    NAME: (key) => key.name,
    BEGINS: (key) => key.prefix,
    SCOPES: (key) => key.scopes.join(' '),
    'USED (UTC)': (key) => when(key.last_used_at),
  })
  saySection('Latest questions', it.questions, {
    'ASKED (UTC)': (one) => when(one.created_at),
    STATUS: (one) => one.status,
    '#CREDITS': (one) => one.credits,
    WORKSPACE: (one) => one.workspace_name,
  })
}

type Url = `${string}/:id/${string}`
/** @param title the action as a sentence; `*` is the address @param words the command, with the groups that it stands in */
const userAction = (words: string, url: Url, about: string, title: string, done: string, method?: 'DELETE') =>
  actionCommand<UserView, ListedUser>({
    name: words.split(' ').at(-1)!,
    about,
    example: `users ${words} ada@example.com --reason "Ticket 4711"`,
    of: ['<user>', WHO],
    find: findUser,
    title: ({ email }) => title.replace('*', () => email),
    method,
    url,
    done: (_, { email }) => `${plain(email)}: ${done}`,
  })

const disable = userAction(
  'disable',
  urls.apiAdminUserDisable,
  'disable an account: sessions end, keys are refused',
  'Disable *',
  'disabled.',
)
const enable = userAction('enable', urls.apiAdminUserEnable, 'enable a disabled account', 'Enable *', 'enabled.')
const endSessions = userAction(
  'sessions end',
  urls.apiAdminUserSessions,
  'sign somebody out everywhere',
  'Sign * out everywhere',
  'signed out everywhere.',
  'DELETE',
)
const resetTwoFactor = userAction(
  'reset-two-factor',
  urls.apiAdminUserTwoFactor,
  'take the second factor away from who lost it',
  'Reset the second factor of *',
  'second factor reset.',
  'DELETE',
)
const sendPasswordReset = userAction(
  'send-password-reset',
  urls.apiAdminUserPasswordReset,
  'mail somebody the link to choose a new password (support)',
  'Send a password reset to *',
  'the link is on its way.',
)
const verifyEmail = userAction(
  'verify-email',
  urls.apiAdminUserVerify,
  'take the address of somebody as verified (support)',
  'Verify the address *',
  'verified.',
)

const roles = commandOf('roles', 'set the admin roles of somebody: all of them', [
  'tabletalk users roles ada@example.com support finance --reason "Joined the desk"',
  'tabletalk users roles ada@example.com --none --reason "Left the desk"',
])
  .acting()
  .argument('<user>', WHO)
  .addArgument(new Argument('[roles...]', 'the roles').choices(ADMIN_ROLES))
  .option('--none', 'take all of them away')
  .does(async ({ client, json, command }, wanted: string, roles: string[], options: { none?: boolean }) => {
    if ((roles.length === 0) !== (options.none ?? false))
      throw new AppError('invalid', `Name the roles, or --none. There are: ${ADMIN_ROLES.join(', ')}.`)
    const { id, email } = await findUser(client, wanted)
    const given = roles.length === 0 ? 'no admin roles' : `the roles ${roles.join(', ')}`
    const reason = await reasonFor(command, `Give ${email} ${given}`)
    const body = { roles, reason }
    const user = await client.json<UserView>(href(urls.apiAdminUserRoles, { id }), { method: 'PUT', body })
    sayDone(json, user, `${plain(email)}: ${user.admin_roles.join(', ') || 'no admin roles'}.`)
  })

const questions = commandOf('questions', 'read the latest questions of somebody; which ones stands in the audit log', [
  'tabletalk users questions ada@example.com --reason "Ticket 4711: wrong total"',
])
  .acting()
  .argument('<user>', WHO)
  .does(async ({ client, json, command }, wanted: string) => {
    const { id, email } = await findUser(client, wanted)
    const reason = await reasonFor(command, `Read the questions of ${email}`)
    const path = href(urls.apiAdminUserQuestions, { id })
    const read = await client.json<ReadQuestion[]>(path, { method: 'POST', body: { reason } })
    if (json) return sayJson(read)
    if (read.length === 0) return say('No questions yet.')
    for (const it of read) say(`${when(it.created_at)}  ${it.status}\n  ${plain(it.question)}\n  ${plain(it.answer)}`)
  })

const exportData = commandOf('export', 'save everything that is known of somebody as a ZIP file', [
  'tabletalk users export ada@example.com --reason "Asked for it" -o ada.zip',
])
  .acting()
  .argument('<user>', WHO)
  .option('-o, --output <file>', 'where to save it; - is standard output', 'user-data.zip')
  .does(async ({ client, command }, wanted: string, options: { output: string }) => {
    const { id, email } = await findUser(client, wanted)
    const reason = await reasonFor(command, `Export the data of ${email}`)
    const zip = await client.call(href(urls.apiAdminUserExport, { id }), { method: 'POST', body: { reason } })
    await save(zip, options.output)
  })

const remove = commandOf('delete', 'delete an account for good', [
  'tabletalk users delete ada@example.com --confirm ada@example.com --reason "Asked for it"',
])
  .acting()
  .argument('<user>', WHO)
  .requiredOption('--confirm <email>', 'the email address of the account once more')
  .does(async ({ client, command }, wanted: string, options: { confirm: string }) => {
    const { id, email } = await findUser(client, wanted)
    const reason = await reasonFor(command, `Delete ${email} for good`)
    await client.call(href(urls.apiAdminUser, { id }), { method: 'DELETE', body: { confirm: options.confirm, reason } })
    note(`${plain(email)}: deleted.`)
  })

export const users = groupOf('users', 'find and manage people (support; other changes: superadmin)', [
  list,
  show,
  sendPasswordReset,
  verifyEmail,
  disable,
  enable,
  groupOf('sessions', 'sessions of somebody', [endSessions], null),
  resetTwoFactor,
  roles,
  questions,
  exportData,
  remove,
])
