/** The events of an answer that is a server-sent event stream, until it ends. `event`: its name, where it has one. */
export async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: string }> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { value, done } = await reader.read()
    if (done) return
    const events = (text + value).split('\n\n')
    text = events.pop()!
    for (const one of events) {
      const data = /^data: (.+)$/m.exec(one)?.[1]
      if (data) yield { event: /^event: (.+)$/m.exec(one)?.[1] ?? '', data }
    }
  }
}
