import { z } from 'zod'
import { api, del, get, post } from '#web/api.ts'
import { absolute, href, urls } from '../../urls.ts'
import { ofCanvases } from '../canvas-links.ts'
import { ofConversations } from '../conversation-links.ts'
import { mayInCanvas, mayLinkConversation } from '../guard.ts'
import * as links from '../links.ts'
import { link, madeLink, newLink } from '../rules/link.ts'

const writers = mayInCanvas('UPDATE_CANVASES')
const FREEZES = 'The address is told this once.'

export const linksApi = api('Links', [
  get(urls.apiCanvasLinks, writers, {
    summary: 'The read-only links of a canvas, the newest first',
    paged: true,
    answer: z.array(link),
    handle: (ctx, { page }) => links.list(ofCanvases, ctx, page),
  }),
  post(urls.apiCanvasLinks, writers, {
    summary: 'Share a canvas by a read-only link',
    description: `Whoever has the address reads the board as it is now, without signing in, with what its statements give whoever made the link. Later changes of the board are shown once they are published. ${FREEZES}`,
    body: newLink,
    answer: madeLink,
    status: 201,
    secret: true,
    errors: ['conflict'],
    handle: async (ctx, { body }) => {
      const { token, ...made } = await links.create(ofCanvases, ctx, body)
      return { ...made, address: absolute(ctx.config, href(urls.sharedCanvas, { token })) }
    },
  }),
  post(urls.apiCanvasLinkPublish, writers, {
    summary: 'Let a read-only link show the canvas as it is now',
    answer: link,
    errors: ['conflict'],
    handle: (ctx, { linkId }) => links.publish(ofCanvases, ctx, linkId),
  }),
  del(urls.apiCanvasLink, writers, {
    summary: 'Revoke a read-only link of a canvas',
    description: 'It shows nothing any more, at once.',
    handle: async (ctx, { linkId }) => {
      await links.revoke(ofCanvases, ctx, linkId)
    },
  }),
  get(urls.apiConversationLinks, mayLinkConversation, {
    summary: 'The read-only links of a conversation of yours, the newest first',
    paged: true,
    answer: z.array(link),
    handle: (ctx, { page }) => links.list(ofConversations, ctx, page),
  }),
  post(urls.apiConversationLinks, mayLinkConversation, {
    summary: 'Share a conversation by a read-only link',
    description: `Whoever has the address reads its questions and answers as they are now, with their charts and the first rows of their results, without signing in. What is asked later is shown once it is published. For owners and members of the workspace. ${FREEZES}`,
    body: newLink.omit({ filters: true }),
    answer: madeLink,
    status: 201,
    secret: true,
    errors: ['conflict'],
    handle: async (ctx, { body }) => {
      const { token, ...made } = await links.create(ofConversations, ctx, { ...body, filters: '' })
      return { ...made, address: absolute(ctx.config, href(urls.sharedConversation, { token })) }
    },
  }),
  post(urls.apiConversationLinkPublish, mayLinkConversation, {
    summary: 'Let a read-only link show the conversation as it is now',
    answer: link,
    errors: ['conflict'],
    handle: (ctx, { linkId }) => links.publish(ofConversations, ctx, linkId),
  }),
  del(urls.apiConversationLink, mayLinkConversation, {
    summary: 'Revoke a read-only link of a conversation',
    description: 'It shows nothing any more, at once.',
    handle: async (ctx, { linkId }) => {
      await links.revoke(ofConversations, ctx, linkId)
    },
  }),
])
