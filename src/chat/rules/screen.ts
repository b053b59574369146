import type { ChatMessage } from '#analyst/rules/answer.ts'
import type { DataTree } from '#catalog/rules/catalog.ts'
import type { Level } from '#sharing/rules/level.ts'

/** A conversation as the left column lists it, newest first. */
export type ConversationLine = { id: string; title: string; updated_at: string }

export type AgentChoice = { id: string; name: string; colour: string; description: string; starters: string[] }

export type WorkspaceChoice = { id: string; name: string; organization: string }

export type MessageWindow = {
  messages: ChatMessage[]
  /** There are messages before these, and after them. */
  older: boolean
  newer: boolean
}

/** Everything the chat screen starts from: data of the page and props of its island, so plain JSON. */
export type ChatScreen = MessageWindow & {
  workspaceId: string
  workspaces: WorkspaceChoice[]
  /** Null before the first question of a new conversation. */
  conversationId: string | null
  /** It is shared with whoever may see the workspace. */
  shared: boolean
  /** Whose it is, when it is somebody else's. */
  by: string | null
  /** What the person may do with it: `edit` is to ask. */
  level: Level
  /** The message that the address names; null for the end of the conversation. */
  message: string | null
  /** What can be asked; tables beyond the first are found by their names. */
  data: DataTree
  /** Credits left, and what one answered question costs. */
  balance: number
  pricePerAnswer: number
  /** What a report costs; null where none are written: the built-in analyst answers. */
  pricePerReport: number | null
  starters: string[]
  /** Agents that the person may choose, the one that every workspace has first; `agent`: which one is chosen. */
  agents: AgentChoice[]
  agent: string
  conversations: ConversationLine[]
  /** Of others, shared with the person. */
  sharedConversations: (ConversationLine & { by: string })[]
  modelName: string
  /** The built-in analyst answers: it is never called AI. */
  builtIn: boolean
  /** Whether this person may upload files here (permission UPLOAD_FILES). */
  mayAddData: boolean
  /** Whether this person may propose definitions here (permission UPDATE_AGENTS). */
  mayPropose: boolean
  /** Whether they may put what answers show on a canvas. */
  mayPin: boolean
  /** Largest file that may be uploaded, in MB of 1024 kB. */
  uploadMaxMb: number
  /** What people see of how an answer came about. */
  shows: { sql: boolean; steps: boolean }
  /** Hosts to which links of answers may lead, with their subdomains. */
  linkHosts: string[]
  /** Longest question in characters. */
  questionLength: number
  /** An answer of this conversation is running: the island continues it. */
  running: boolean
  /** Moment of the request, ISO 8601: groups the conversations by day the same on server and browser. */
  now: string
  /** A question to start with, from `?question=`; it is put into the box, never asked by itself. */
  question: string | null
}
