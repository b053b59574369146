import type { z } from 'zod'
import type { LinkJson, madeLink, NewLink } from '#canvases/rules/link.ts'
import type { workspaceMember } from '#organizations/rules/answers.ts'
import type { Level } from '#sharing/rules/level.ts'
import type { SharingJson } from '#sharing/rules/sharing.ts'
import { href, urls } from '../../src/urls.ts'
import { api } from '../kit/api.ts'

/** What is shared. */
export type Thing = { kind: 'canvas' | 'conversation'; id: string }
export type Member = z.infer<typeof workspaceMember>

const URLS = {
  canvas: {
    ...{ sharing: urls.apiCanvasSharing, share: urls.apiCanvasShare },
    ...{ links: urls.apiCanvasLinks, link: urls.apiCanvasLink, publish: urls.apiCanvasLinkPublish },
  },
  conversation: {
    ...{ sharing: urls.apiConversationSharing, share: urls.apiConversationShare },
    ...{ links: urls.apiConversationLinks, link: urls.apiConversationLink, publish: urls.apiConversationLinkPublish },
  },
} as const

export const readSharing = ({ kind, id }: Thing): Promise<SharingJson> => api(href(URLS[kind].sharing, { id }))
export const shareWithWorkspace = ({ kind, id }: Thing, level: Level | null): Promise<SharingJson> =>
  api(href(URLS[kind].sharing, { id }), { method: 'PUT', body: { level } })
export const shareWith = ({ kind, id }: Thing, userId: string, level: Level): Promise<SharingJson> =>
  api(href(URLS[kind].share, { id, userId }), { method: 'PUT', body: { level } })
export const unshare = ({ kind, id }: Thing, userId: string) =>
  api(href(URLS[kind].share, { id, userId }), { method: 'DELETE' })

export const readLinks = ({ kind, id }: Thing): Promise<LinkJson[]> =>
  api(href(URLS[kind].links, { id }, { limit: '100' }))
export const createLink = ({ kind, id }: Thing, body: NewLink): Promise<z.infer<typeof madeLink>> =>
  api(href(URLS[kind].links, { id }), { method: 'POST', body })
export const publishLink = ({ kind, id }: Thing, linkId: string): Promise<LinkJson> =>
  api(href(URLS[kind].publish, { id, linkId }), { method: 'POST' })
export const revokeLink = ({ kind, id }: Thing, linkId: string) =>
  api(href(URLS[kind].link, { id, linkId }), { method: 'DELETE' })

/** People of a workspace, as many as one page of them holds. */
export const readMembers = (id: string): Promise<Member[]> =>
  api(href(urls.apiWorkspaceMembers, { id }, { limit: '200' }))
