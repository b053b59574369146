import { href, urls } from '../../urls.ts'
import type { Act } from '../rules/act.ts'

/** What can be done about an account, each at `/admin/users/{id}/{name}`. */
const ACTS = {
  'password-reset': {
    title: 'Send a password reset?',
    message: 'A link to choose a new password goes to the address of this account. It works once and for one hour.',
    action: 'Send password reset',
    type: 'info',
  },
  'verify-email': {
    title: 'Verify this address?',
    message:
      'Invitations to it can be accepted then. Make sure that the person reads mail at this address: they are told by mail.',
    action: 'Verify address',
    type: 'warning',
  },
  disable: {
    title: 'Disable this account?',
    message:
      'Nobody can sign in to it, its sessions end at once and its API keys are refused. It can be enabled again.',
    action: 'Disable',
    type: 'danger',
  },
  enable: { title: 'Enable this account?', message: 'Its person can sign in again.', action: 'Enable', type: 'info' },
  sessions: {
    title: 'End all sessions?',
    message: 'The person is signed out on every device and has to sign in again.',
    action: 'End sessions',
    type: 'warning',
  },
  'two-factor': {
    title: 'Reset two-factor authentication?',
    message:
      'Signing in asks for the password only, until the person sets it up anew. Make sure that it is they who ask.',
    action: 'Reset two-factor',
    type: 'warning',
  },
  roles: {
    title: 'Change admin roles',
    message: 'Roles of the admin panel. They count from the next page that the person opens.',
    action: 'Change roles',
    type: 'warning',
  },
  export: {
    title: 'Export the data of this person?',
    message:
      'A ZIP file of everything that is known of them, with their conversations. Only for them, or whom the law names.',
    action: 'Export data',
    type: 'warning',
    download: true,
  },
  questions: {
    title: 'Read what was asked?',
    message:
      'Shows the texts of the latest questions and answers once. They belong to the person: read them only when it is needed.',
    action: 'Read questions',
    type: 'warning',
  },
  delete: {
    title: 'Delete this account?',
    message:
      'This cannot be undone. Conversations, keys and sessions are erased; the books are kept without the name. Export the data first.',
    action: 'Delete account',
    type: 'danger',
  },
} as const satisfies Record<string, Omit<Act, 'id' | 'address'>>

export type PersonActName = keyof typeof ACTS
export const isPersonAct = (name: string): name is PersonActName => Object.hasOwn(ACTS, name)

export const personAct = (name: PersonActName, user: { id: string; email: string }): Act => ({
  id: name,
  ...ACTS[name],
  address: href(urls.adminUserAct, { id: user.id, act: name }),
  ...(name === 'delete' ? { confirm: user.email } : {}),
})
