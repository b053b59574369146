/** The events of a stream of server-sent events whose data are JSON, until it ends or says `[DONE]`. */
export async function* jsonEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice(5).trim() : ''
      if (data && data !== '[DONE]') yield JSON.parse(data)
    }
  }
}
