import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { toAnswer } from '#base/answer.ts'
import { AppError } from '#base/errors.ts'
import { SITE } from '#base/site.ts'
import { SECOND } from '#base/time.ts'
import { check } from '#web/input.ts'
import { schema } from '#web/openapi.ts'
import { INSTRUCTIONS, type Input, TOOLS, type ToolName } from './rules/tools.ts'
import { type Call, runs } from './tools.ts'

/** A comment so often keeps proxies from closing the stream of a tool that works. */
const KEEP_ALIVE = 5 * SECOND

/** All of them, as they are listed: fewer than a page. */
const LISTED = Object.entries(TOOLS).map(
  ([name, { input, output, ...about }]) =>
    ({ ...about, name, inputSchema: schema(input, 'input'), outputSchema: schema(output, 'output') }) as Tool,
)

/** Of questions to clients, which none is asked: one for all, since making it takes milliseconds. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Answers one request of the protocol. Nothing is remembered between two of them, so that any of several servers may get the next one.
 * @param unexpected tells of an error that is none of ours, and says what people are told of it
 */
export async function answer(
  request: Request,
  call: Omit<Call, 'tell'>,
  unexpected: (error: unknown) => AppError,
): Promise<Response> {
  const { server } = new McpServer(
    { name: 'tabletalk', title: SITE.name, version: '1' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: LISTED }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { _meta, sendNotification }) => {
    if (!Object.hasOwn(TOOLS, params.name))
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`)
    const progressToken = _meta?.progressToken
    let progress = 0
    const tell = (message: string) => {
      if (progressToken === undefined) return
      const step = { progressToken, progress: ++progress, message }
      // Whoever went away is told nothing more.
      void sendNotification({ method: 'notifications/progress', params: step }).catch(() => {})
    }
    try {
      await call.admit()
      return await run(params.name as ToolName, params.arguments ?? {}, { ...call, tell })
    } catch (error) {
      return failure(error instanceof AppError ? error : unexpected(error))
    }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs: KEEP_ALIVE })
  await server.connect(transport)
  return transport.handleRequest(request)
}

async function run<N extends ToolName>(name: N, given: object, call: Call): Promise<CallToolResult> {
  const { input, output } = TOOLS[name]
  const { value, text, failed = false } = await runs[name](call, check(input, given) as Input<N>)
  const structuredContent = toAnswer(output, value) as Record<string, unknown>
  // The whole answer as a text too, as the protocol asks for the sake of clients that read only texts.
  const texts = [text, JSON.stringify(structuredContent)]
  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent, isError: failed }
}

/** An error in the product's words, and what a program may make of it. */
const failure = ({ message, code, details }: AppError): CallToolResult => ({
  content: [message, JSON.stringify({ code, ...details })].map((text) => ({ type: 'text', text })),
  isError: true,
})
