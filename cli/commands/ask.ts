import type { Answer, AnswerStatus } from '../../src/analyst/rules/answer.ts'
import { AppError, type ErrorKind } from '../../src/base/errors.ts'
import { href, urls } from '../../src/urls.ts'
import type { Client } from '../client.ts'
import { commandOf } from '../command.ts'
import { count } from '../list.ts'
import { note, sayJson } from '../print.ts'
import { printAnswer } from '../print-answer.ts'
import { save } from '../save.ts'
import { findAgent } from './agents.ts'

type Options = {
  workspace?: string
  conversation?: string
  agent?: string
  sql?: boolean
  report?: boolean
  rows: number
  save?: string
  sent?: string
}
/** How an answer that is none ends the command. */
const ENDINGS: Partial<Record<AnswerStatus, ErrorKind>> = {
  failed: 'unprocessable',
  refused: 'forbidden',
  interrupted: 'unavailable',
}
/** Exit code of a shell for Ctrl-C. */
const INTERRUPTED = 130

export const ask = commandOf('ask', 'ask a question and print its answer as it comes', [
  'tabletalk ask "How many orders were returned last month?" --workspace Sales',
  'tabletalk ask "And by country?" --workspace Sales --conversation 0199…',
  'tabletalk ask "Revenue by month" -w Sales --agent "Sales analyst" --sql',
  'tabletalk ask "How did the last quarter go?" -w Sales --report --save quarter.pdf',
  'tabletalk ask "Top 10 customers" -w Sales --json | jq .result.rows',
  'tabletalk ask "Revenue by month" -w Sales --sent sent.json',
])
  .argument('<question...>', 'the question, in plain language')
  .option('-c, --conversation <id>', 'follow up in a conversation')
  .option('-a, --agent <agent>', 'who answers, by name or id; without it, who answered last')
  .option('--report', 'ask for a report: more steps, a plan, and a price of its own')
  .option('--sql', 'print the SQL that was run')
  .option('--save <file>', 'save the answer as .md or .pdf')
  .option('--sent <file>', 'save what was sent to the provider of the model; - prints it')
  .option('--rows <count>', 'rows of the result to print', count, 20)
  .doesIn(async ({ client, json, id }, words: string[], options: Options) => {
    const path = href(urls.apiQueryData, { id })
    const agent = options.agent ? await findAgent(client, id, options.agent) : null
    const context = {
      ...(agent ? { agent_id: agent.id } : {}),
      ...(options.conversation ? { conversation_id: options.conversation } : {}),
      ...(options.report ? { mode: 'report' } : {}),
    }
    const body = { message: words.join(' '), context }
    const asking = new Asking(client, id, options.conversation ?? null)
    try {
      if (json) {
        const answer = await client.json<{ message_id: string; status: AnswerStatus; error?: string }>(path, {
          method: 'POST',
          body,
          headers: { accept: 'application/json' },
        })
        if (options.sent !== '-') sayJson(answer)
        await saveAnswer(client, answer.status === 'answered' ? answer.message_id : null, options.save)
        await saveSent(client, answer.message_id, options.sent)
        return end(answer.status)
      }
      const stream = await client.call(path, { method: 'POST', body, headers: { accept: 'text/event-stream' } })
      let messageId: string | null = null
      const answer = await printAnswer(stream, {
        rows: options.rows,
        sql: options.sql ?? false,
        conversation: asking.began,
        message: (id) => {
          messageId = id
        },
      })
      if (!answer)
        throw new AppError(
          'unavailable',
          'The connection ended before the answer did. Ask again, or look in the browser.',
        )
      await saveAnswer(client, answer.status === 'answered' ? messageId : null, options.save)
      await saveSent(client, messageId, options.sent)
      if (answer.readings?.length && messageId) note(`Choose a reading with: tabletalk reading ${messageId} <id>`)
      if (answer.status === 'answered' || answer.status === 'clarify') showFollowUp(asking.conversationId)
      end(answer.status, answer)
    } finally {
      asking.done()
    }
  })

/** The ending of the file says what it is: PDF, else Markdown. */
async function saveAnswer(client: Client, messageId: string | null, file: string | undefined): Promise<void> {
  if (file === undefined || messageId === null) return
  const format = /\.pdf$/i.test(file) ? 'pdf' : 'md'
  await save(await client.call(href(urls.apiMessageExport, { id: messageId }, { format })), file)
}

async function saveSent(client: Client, messageId: string | null, file: string | undefined): Promise<void> {
  if (file === undefined || messageId === null) return
  await save(await client.call(href(urls.apiMessageSent, { id: messageId })), file)
}

const showFollowUp = (id: string | null) => id && note(`Follow up with --conversation ${id}`)

function end(status: AnswerStatus, answer?: Answer): void {
  const kind = ENDINGS[status]
  if (kind) throw new AppError(kind, answer?.error ?? `The question was not answered: ${status}.`)
  if (status === 'stopped') process.exitCode = INTERRUPTED
}

/** A question on its way. Ctrl-C stops it on the server, since one that is merely left goes on there; a second one leaves at once. */
class Asking {
  private stopping = false

  constructor(
    private readonly client: Client,
    private readonly workspaceId: string,
    public conversationId: string | null,
  ) {
    process.on('SIGINT', this.interrupt)
  }

  began = (conversationId: string): void => {
    this.conversationId = conversationId
  }

  done(): void {
    process.off('SIGINT', this.interrupt)
  }

  private interrupt = async () => {
    if (this.stopping) process.exit(INTERRUPTED)
    this.stopping = true
    note('Stopping …')
    try {
      const id = this.conversationId ?? (await this.newest())
      if (id) await this.client.call(href(urls.apiConversationStop, { id }), { method: 'POST' })
    } finally {
      process.exit(INTERRUPTED)
    }
  }

  /** The conversation that this question began, when the server has not told its id yet. */
  private async newest(): Promise<string | null> {
    const path = href(urls.apiAgentHistory, { id: this.workspaceId }, { limit: '1' })
    const [conversation] = await this.client.json<{ id: string }[]>(path)
    return conversation?.id ?? null
  }
}
