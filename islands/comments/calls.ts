import type { CommentChange, CommentedCell, CommentJson } from '#comments/rules/comment.ts'
import { href, urls } from '../../src/urls.ts'
import { api } from '../kit/api.ts'
import { type Member, readMembers, readSharing, type Thing } from '../share/calls.ts'

/** The largest page of a list. */
const PAGE = '200'
const URLS = {
  canvas: { all: urls.apiCanvasComments, one: urls.apiCanvasComment, part: 'block_id' },
  conversation: { all: urls.apiConversationComments, one: urls.apiConversationComment, part: 'message_id' },
} as const

/** The block or the answer that a comment is about. */
export const partOf = ({ block_id, message_id }: CommentJson): string => (block_id ?? message_id)!

/** All comments of a canvas or a conversation, page by page. */
export async function readComments({ kind, id }: Thing): Promise<CommentJson[]> {
  const all: CommentJson[] = []
  for (let cursor: string | undefined; ; cursor = all.at(-1)!.id) {
    const page = await api<CommentJson[]>(href(URLS[kind].all, { id }, { limit: PAGE, cursor }))
    all.push(...page)
    if (page.length < Number(PAGE)) return all
  }
}
type Said = { cell: CommentedCell | null; text: string; mentions: string[] }
export const createComment = ({ kind, id }: Thing, partId: string, said: Said): Promise<CommentJson> =>
  api(href(URLS[kind].all, { id }), { method: 'POST', body: { [URLS[kind].part]: partId, ...said } })
export const changeComment = ({ kind, id }: Thing, commentId: string, body: CommentChange): Promise<CommentJson> =>
  api(href(URLS[kind].one, { id, commentId }), { method: 'PATCH', body })
export const removeComment = ({ kind, id }: Thing, commentId: string) =>
  api(href(URLS[kind].one, { id, commentId }), { method: 'DELETE' })

/** People who can be mentioned: all of a workspace see its canvases, a conversation only whom it is shared with. */
export async function readReaders(thing: Thing, workspaceId: string): Promise<Member[]> {
  const [members, sharing] = await Promise.all([
    readMembers(workspaceId),
    thing.kind === 'conversation' ? readSharing(thing) : null,
  ])
  if (!sharing || sharing.workspace) return members
  const ids = [sharing.by.id, ...sharing.people.map(({ user }) => user.id)]
  return members.filter(({ users }) => ids.includes(users.id))
}
