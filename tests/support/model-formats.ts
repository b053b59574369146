import { crc32 } from 'node:zlib'

/** What a scripted model sends, in the words of one of the interfaces. */
export type Events = {
  /** Of the content of an answer. */
  type: string
  begin(): Piece
  /** Thinks this, with a signature or seal that its provider wants back. */
  think(text: string): Piece
  text(piece: string, index: number): Piece
  /** Calls a tool, its input in these pieces; `index`: how many calls stand before it. */
  call(name: string, input: string[], index: number): Piece[]
  /** `filter`: its provider lets it say no more. */
  end(reason: 'stop' | 'tool' | 'filter'): Piece
  /** Says in the stream that it is overloaded. */
  overloaded(): Piece
  /** The body of a refusal. */
  error(status: number, message: string): object
  /** How its provider words what it refuses with 400. */
  refusals: Record<Refusal, string>
}
/** What providers refuse for a reason that only their words tell: a request that is too long, and what they let no model answer. */
export type Refusal = 'tooLong' | 'filtered'
type Piece = string | Uint8Array

/** Usage that every finished turn reports; cached tokens are among those of the input, those of thinking among those of the output. */
export const USAGE = { input: 11, output: 7, cached: 4, reasoning: 2 }
/** What a thought comes with. */
export const SEAL = 'c2VhbGVkIHRob3VnaHQ='

export type Usage = typeof USAGE

/** The interface that a request speaks, by its path. @param usage what it says of tokens */
export const eventsOf = (path: string, usage: Usage = USAGE): Events =>
  path.endsWith('/responses')
    ? responsesEvents(usage)
    : path.endsWith('/messages')
      ? anthropicEvents(usage)
      : path.includes(':streamGenerateContent')
        ? googleEvents(usage)
        : path.endsWith('/converse-stream')
          ? bedrockEvents(usage)
          : chatEvents(usage)

type Tool = { name?: string; function?: Tool; toolSpec?: Tool; functionDeclarations?: Tool[] }
/** Names of the tools that a request offers. */
export const toolsOffered = (body: { tools?: Tool[]; toolConfig?: { tools?: Tool[] } }): string[] =>
  (body.tools ?? body.toolConfig?.tools ?? [])
    .flatMap((tool) => tool.functionDeclarations ?? [tool])
    .map((tool) => tool.function?.name ?? tool.toolSpec?.name ?? tool.name ?? '')

const SSE = 'text/event-stream'
const line = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const named = (type: string, data: object) => `event: ${type}\n${line({ type, ...data })}`
const OPENAI_REFUSALS = {
  tooLong: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130412 tokens.",
  filtered: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
}
const openaiError = (_status: number, message: string) => ({ error: { message, type: 'scripted' } })
let calls = 0

function chatEvents({ input, output, cached, reasoning }: Usage): Events {
  const head = { id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'scripted-model' }
  const chunk = (delta: object, finish: string | null = null) =>
    line({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })
  return {
    type: SSE,
    begin: () => chunk({ role: 'assistant', content: '' }),
    think: (text) => chunk({ reasoning_content: text }),
    text: (content) => chunk({ content }),
    call: (name, [first = '', ...rest], index) => [
      chunk({
        tool_calls: [{ index, id: `call-${++calls}`, type: 'function', function: { name, arguments: first } }],
      }),
      ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ],
    end: (reason) =>
      chunk({}, { tool: 'tool_calls', stop: 'stop', filter: 'content_filter' }[reason]) +
      line({
        ...head,
        choices: [],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: input + output,
          prompt_tokens_details: { cached_tokens: cached },
          completion_tokens_details: { reasoning_tokens: reasoning },
        },
      }) +
      'data: [DONE]\n\n',
    overloaded: () => line({ error: { message: 'Overloaded', type: 'server_error', code: 503 } }),
    error: openaiError,
    refusals: OPENAI_REFUSALS,
  }
}

function responsesEvents({ input, output, cached, reasoning }: Usage): Events {
  let sequence = 0
  let index = -1
  const event = (type: string, data: object) => named(type, { sequence_number: sequence++, ...data })
  const response = (more: object) => ({
    ...{ id: 'resp-1', object: 'response', created_at: 1, model: 'scripted-model', output: [] },
    ...more,
  })
  const message = { id: 'msg-1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  let message_index: number | null = null
  return {
    type: SSE,
    begin: () => event('response.created', { response: response({ status: 'in_progress' }) }),
    think(text) {
      const id = `rs-${++calls}`
      const item = { id, type: 'reasoning', summary: [], encrypted_content: null }
      const at = { item_id: id, output_index: ++index, summary_index: 0 }
      const part = { type: 'summary_text', text }
      return (
        event('response.output_item.added', { output_index: index, item }) +
        event('response.reasoning_summary_part.added', { ...at, part: { ...part, text: '' } }) +
        event('response.reasoning_summary_text.delta', { ...at, delta: text }) +
        event('response.reasoning_summary_part.done', { ...at, part }) +
        event('response.output_item.done', {
          output_index: index,
          item: { ...item, summary: [part], encrypted_content: SEAL },
        })
      )
    },
    text(delta, piece) {
      if (piece === 0) message_index = ++index
      const opening =
        piece === 0 ? event('response.output_item.added', { output_index: message_index, item: message }) : ''
      return (
        opening +
        event('response.output_text.delta', { output_index: message_index, item_id: 'msg-1', content_index: 0, delta })
      )
    },
    call(name, input) {
      const id = `fc-${++calls}`
      const item = { id, type: 'function_call', call_id: `call-${calls}`, name, arguments: '', status: 'in_progress' }
      const output_index = ++index
      return [
        event('response.output_item.added', { output_index, item }),
        ...input.map((delta) => event('response.function_call_arguments.delta', { output_index, item_id: id, delta })),
        event('response.output_item.done', {
          output_index,
          item: { ...item, arguments: input.join(''), status: 'completed' },
        }),
      ]
    },
    end: (reason) =>
      (message_index !== null
        ? event('response.output_item.done', { output_index: message_index, item: { ...message, status: 'completed' } })
        : '') +
      event(reason === 'filter' ? 'response.incomplete' : 'response.completed', {
        response: response({
          ...(reason === 'filter'
            ? { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
            : { status: 'completed' }),
          usage: {
            input_tokens: input,
            output_tokens: output,
            total_tokens: input + output,
            input_tokens_details: { cached_tokens: cached },
            output_tokens_details: { reasoning_tokens: reasoning },
          },
        }),
      }),
    overloaded: () =>
      event('error', {
        error: { type: 'server_error', code: 'server_is_overloaded', message: 'Overloaded', param: null },
      }),
    error: openaiError,
    refusals: OPENAI_REFUSALS,
  }
}

function anthropicEvents({ input, output, cached }: Usage): Events {
  let index = -1
  const delta = (delta: object) => named('content_block_delta', { index, delta })
  const start = (content_block: object) => named('content_block_start', { index: ++index, content_block })
  let isOpen = false
  const stop = () => {
    const was = isOpen
    isOpen = false
    return was ? named('content_block_stop', { index }) : ''
  }
  const block = (content: object, ...deltas: object[]) =>
    stop() + start(content) + deltas.map(delta).join('') + named('content_block_stop', { index })
  return {
    type: SSE,
    begin: () =>
      named('message_start', {
        message: {
          ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted-model', content: [] },
          ...{ stop_reason: null, stop_sequence: null },
          usage: {
            input_tokens: input - cached,
            cache_read_input_tokens: cached,
            cache_creation_input_tokens: 0,
            output_tokens: 1,
          },
        },
      }),
    think: (thinking) =>
      block(
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature: SEAL },
      ),
    text(text, piece) {
      const opening = piece === 0 ? stop() + start({ type: 'text', text: '' }) : ''
      isOpen = true
      return opening + delta({ type: 'text_delta', text })
    },
    call: (name, input) => [
      block(
        { type: 'tool_use', id: `toolu_${++calls}`, name, input: {} },
        ...input.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ],
    end: (reason) =>
      stop() +
      named('message_delta', {
        delta: {
          stop_reason: { tool: 'tool_use', stop: 'end_turn', filter: 'refusal' }[reason],
          stop_sequence: null,
        },
        usage: { output_tokens: output },
      }) +
      named('message_stop', {}),
    overloaded: () => named('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    error: (status, message) => ({
      type: 'error',
      error: { type: status === 529 ? 'overloaded_error' : 'scripted_error', message },
    }),
    refusals: {
      tooLong: 'prompt is too long: 208310 tokens > 200000 maximum',
      filtered: 'Output blocked by content filtering policy',
    },
  }
}

function googleEvents({ input, output, cached, reasoning }: Usage): Events {
  const parts = (parts: object[], more: object = {}) =>
    line({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }] })
  return {
    type: SSE,
    begin: () => '',
    think: (text) => parts([{ text, thought: true }]),
    text: (text) => parts([{ text }]),
    call: (name, input) => {
      // Its arguments are no text, so what cannot be read cannot be sent either.
      const args = JSON.parse(input.join('')) as object
      return [parts([{ functionCall: { name, args }, thoughtSignature: SEAL }])]
    },
    end: (reason) =>
      line({
        candidates: [
          {
            ...{ content: { role: 'model', parts: [] }, index: 0 },
            finishReason: reason === 'filter' ? 'SAFETY' : 'STOP',
          },
        ],
        usageMetadata: {
          promptTokenCount: input,
          cachedContentTokenCount: cached,
          candidatesTokenCount: output - reasoning,
          thoughtsTokenCount: reasoning,
          totalTokenCount: input + output,
        },
      }),
    overloaded: () => line({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
    error: (code, message) => ({ error: { code, message, status: 'SCRIPTED' } }),
    refusals: {
      tooLong: 'The input token count (1200412) exceeds the maximum number of tokens allowed (1048576).',
      filtered: 'The prompt was blocked by safety settings.',
    },
  }
}

function bedrockEvents({ input, output, cached }: Usage): Events {
  let index = -1
  let isOpen = false
  const joined = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces))
  const event = (type: string, data: object) => frame({ ':message-type': 'event', ':event-type': type }, data)
  const delta = (delta: object) => event('contentBlockDelta', { contentBlockIndex: index, delta })
  const stop = () => {
    const was = isOpen
    isOpen = false
    return was ? event('contentBlockStop', { contentBlockIndex: index }) : new Uint8Array()
  }
  const close = () => event('contentBlockStop', { contentBlockIndex: index })
  return {
    type: 'application/vnd.amazon.eventstream',
    begin: () => event('messageStart', { role: 'assistant' }),
    think(text) {
      index++
      return joined(delta({ reasoningContent: { text } }), delta({ reasoningContent: { signature: SEAL } }), close())
    },
    text(text, piece) {
      if (piece === 0) index++
      isOpen = true
      return delta({ text })
    },
    call(name, input) {
      const before = stop()
      index++
      const start = { toolUse: { toolUseId: `tooluse_${++calls}`, name } }
      return [
        before,
        event('contentBlockStart', { contentBlockIndex: index, start }),
        ...input.map((input) => delta({ toolUse: { input } })),
        close(),
      ]
    },
    end: (reason) =>
      joined(
        stop(),
        event('messageStop', {
          stopReason: { tool: 'tool_use', stop: 'end_turn', filter: 'guardrail_intervened' }[reason],
        }),
        event('metadata', {
          metrics: { latencyMs: 1 },
          usage: {
            inputTokens: input - cached,
            cacheReadInputTokens: cached,
            outputTokens: output,
            totalTokens: input + output,
          },
        }),
      ),
    overloaded: () =>
      frame(
        { ':message-type': 'exception', ':exception-type': 'serviceUnavailableException' },
        { message: 'Overloaded' },
      ),
    error: (_status, message) => ({ message }),
    refusals: {
      tooLong: 'Input is too long for requested model.',
      filtered: 'The request was blocked by a guardrail: content policy.',
    },
  }
}

/** A message of Amazon's event stream: lengths, headers of text, JSON, and checksums. */
function frame(headers: Record<string, string>, data: object): Uint8Array {
  const head = Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(Buffer.byteLength(value))
      return [Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]
    }),
  )
  const body = Buffer.from(JSON.stringify(data))
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const lengths = Buffer.concat([number(16 + head.length + body.length), number(head.length)])
  const message = Buffer.concat([lengths, number(crc32(lengths)), head, body])
  return new Uint8Array(Buffer.concat([message, number(crc32(message))]))
}
