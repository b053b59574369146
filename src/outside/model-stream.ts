/** The places where the interfaces of OpenAI and Anthropic put a piece of content, so that two pieces of the same place can become one. */
type Piece = {
  /** Same key, same place: pieces join. */
  key: string
  text: string
  /** The event again with `text` in its place. */
  write(text: string): string
}

/** Streams that are open in this process; so many of them let pieces gather a millisecond longer, up to a pause that still reads as flowing. */
let streams = 0
const STREAMS_A_MS = 4
const LONGEST_WAIT = 150

/**
 * Joins content deltas of a server-sent event stream that arrive within `wait` ms, letting the first through at once. What costs
 * the AI SDK is the number of chunks, not their size: the more streams are open, the longer pieces gather. Every other event flushes what
 * waits and passes unchanged, in order.
 */
export function mergeDeltas(body: ReadableStream<Uint8Array>, wait: number): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const reader = body.getReader()
  let rest = ''
  let held: Piece | null = null
  let lastSent = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let open = true
  streams++
  const close = () => {
    if (open) streams--
    open = false
  }
  const gathering = () => Math.min(wait + streams / STREAMS_A_MS, Math.max(wait, LONGEST_WAIT))

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if (open && text) controller.enqueue(encoder.encode(text))
      }
      const pump = async () => {
        for (;;) {
          const { done, value } = await reader.read()
          if (!open) return
          rest += decoder.decode(value, { stream: !done })
          send(takeEvents().map(pass).join(''))
          if (done) break
          if (held && !timer)
            timer = setTimeout(() => send(release()), Math.max(1, lastSent + gathering() - performance.now()))
        }
        send(release() + rest)
        close()
        controller.close()
      }
      pump().catch((error) => {
        clearTimeout(timer)
        if (open) controller.error(error)
        close()
      })
    },
    cancel(reason) {
      close()
      clearTimeout(timer)
      return reader.cancel(reason)
    },
  })

  /** What may go out once `event` has come in: nothing while it waits for more of its kind. */
  function pass(event: string): string {
    const piece = pieceOf(event)
    if (!piece) return release() + event
    const before = held && held.key !== piece.key ? release() : ''
    if (held) held.text += piece.text
    else held = piece
    return before + (performance.now() - lastSent >= gathering() ? release() : '')
  }

  function release(): string {
    clearTimeout(timer)
    timer = undefined
    if (!held) return ''
    const event = held.write(held.text)
    held = null
    lastSent = performance.now()
    return event
  }

  /** Whole events with their closing blank line; an unfinished one stays in `rest`. */
  function takeEvents(): string[] {
    const events: string[] = []
    const end = /\r?\n\r?\n/g
    let from = 0
    for (const match of rest.matchAll(end)) {
      const to = match.index + match[0].length
      events.push(rest.slice(from, to))
      from = to
    }
    rest = rest.slice(from)
    return events
  }
}

/** The content of an event that carries nothing but one piece of content. */
function pieceOf(event: string): Piece | null {
  if (!event.includes('"delta"')) return null
  const line = event.split('\n').find((entry) => entry.startsWith('data:'))
  if (!line) return null
  try {
    const data = JSON.parse(line.slice(5))
    return responsesPiece(data, event) ?? chatPiece(data) ?? anthropicPiece(data, event)
  } catch {
    // Not for us to judge: the provider's own parser says what is wrong with it.
    return null
  }
}

type ResponsesEvent = {
  type?: string
  item_id?: string
  output_index?: number
  content_index?: number
  delta?: unknown
}

function responsesPiece(data: ResponsesEvent, event: string): Piece | null {
  if (
    typeof data.type !== 'string' ||
    typeof data.delta !== 'string' ||
    data.delta === '' ||
    !/_text\.delta$|arguments\.delta$/.test(data.type)
  )
    return null
  const head = headOf(event)
  return {
    key: [data.type, data.item_id, data.output_index, data.content_index].join(' '),
    text: data.delta,
    write: (text) => `${head}data: ${JSON.stringify({ ...data, delta: text })}\n\n`,
  }
}

/** The line that names the kind of an event, where there is one. */
const headOf = (event: string): string => (event.startsWith('event:') ? `${event.slice(0, event.indexOf('\n'))}\n` : '')

type AnthropicEvent = { type?: string; index?: number; delta?: Record<string, unknown> }

function anthropicPiece(data: AnthropicEvent, event: string): Piece | null {
  const { type, ...content } = data.delta ?? {}
  const [[name, value] = [], more] = Object.entries(content)
  if (data.type !== 'content_block_delta' || more || typeof value !== 'string' || value === '') return null
  if (!['text', 'thinking', 'partial_json'].includes(name!)) return null
  const head = headOf(event)
  return {
    key: `${data.index} ${name}`,
    text: value,
    write: (text) => `${head}data: ${JSON.stringify({ ...data, delta: { type, [name!]: text } })}\n\n`,
  }
}

type ChatEvent = {
  usage?: unknown
  choices?: { index?: number; finish_reason?: unknown; delta?: Record<string, unknown> }[]
}

function chatPiece(data: ChatEvent): Piece | null {
  const choice = data.choices?.[0]
  const delta = choice?.delta
  if (!choice || !delta || data.choices?.length !== 1 || choice.finish_reason || data.usage) return null
  const filled = Object.entries(delta).filter(([name, value]) => value !== null && name !== 'role')
  if (filled.length !== 1) return null
  const [name, value] = filled[0]!
  // An empty piece opens the answer: were it taken for the first, the first word would have to wait.
  if (typeof value !== 'string' || value === '' || !['content', 'reasoning_content', 'reasoning'].includes(name))
    return null
  return {
    key: `${choice.index ?? 0} ${name}`,
    text: value,
    write: (text) =>
      `data: ${JSON.stringify({ ...data, choices: [{ ...choice, delta: { ...delta, [name]: text } }] })}\n\n`,
  }
}
