export type ServerEvent = { id: string | null; data: string }

/** The events of a stream, as they come; ends with the stream. */
export async function* eventsOf(stream: Response): AsyncGenerator<ServerEvent> {
  let rest = ''
  let id: string | null = null
  let data: string[] = []
  const decoder = new TextDecoder()
  for await (const bytes of stream.body!) {
    rest += decoder.decode(bytes, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop()!
    for (const line of lines.map((it) => it.replace(/\r$/, ''))) {
      if (line.startsWith('id:')) id = line.slice(3).trim()
      else if (line.startsWith('data:')) data.push(line.slice(5).trim())
      else if (line === '' && data.length > 0) {
        yield { id, data: data.join('\n') }
        data = []
      }
    }
  }
}
