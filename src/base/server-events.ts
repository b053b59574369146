import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'

/** The events of a server-sent event stream, until it ends. By a reader, as not every browser iterates over streams. */
export async function* serverEvents(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<EventSourceMessage> {
  const events = stream.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Whoever stops reading closes the connection; one that broke has told its reader.
    await reader.cancel().catch(() => {})
  }
}

/** The same where the data are JSON, without the `[DONE]` at the end. */
export async function* jsonEvents(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<unknown> {
  for await (const { data } of serverEvents(stream)) if (data !== '[DONE]') yield JSON.parse(data)
}
