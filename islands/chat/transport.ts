import { DefaultChatTransport } from 'ai'
import type { ChatMessage } from '#analyst/rules/answer.ts'
import { href, urls } from '../../src/urls.ts'
import { call } from '../kit/api.ts'
import { textOf } from './answer-of.ts'

/** What a question takes along: the ids of the sources in play, null for all of the workspace; whether it asks for a report; the id of the agent. */
type Context = { conversationId: string | null; sources: string[] | null; report: boolean; agent: string }

/**
 * The AI SDK's transport on our addresses: it asks over POST query-data and continues the running answer of a conversation, whose id
 * is the id of the chat. Calls go through our own client, which knows the token and the server's refusals.
 */
export const askTransport = (workspaceId: string) =>
  new DefaultChatTransport<ChatMessage>({
    api: href(urls.apiQueryData, { id: workspaceId }),
    headers: { Accept: 'text/event-stream' },
    fetch: ((path: string, init: RequestInit) => call(path, init)) as typeof fetch,
    prepareSendMessagesRequest: ({ messages, body }) => {
      const { conversationId, sources, report, agent } = body as Context
      const question = messages.at(-1)
      const context = {
        ...(conversationId && { conversation_id: conversationId }),
        ...(agent && { agent_id: agent }),
        ...(sources && { sources }),
        ...(report && { mode: 'report' }),
      }
      return { body: { message: question ? textOf(question) : '', context } }
    },
    prepareReconnectToStreamRequest: ({ id }) => ({ api: href(urls.apiConversationStream, { id }) }),
  })
