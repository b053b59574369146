import { basename } from 'node:path'

/**
 * A form with one file as a stream: no more than a chunk of it is in memory at a time.
 * @param sent called with the bytes of the file that have been taken so far
 */
export function multipart(field: string, path: string, sent: (bytes: number) => void) {
  const boundary = `tabletalk-${crypto.randomUUID()}`
  // As browsers write it: quotes and line breaks of a name must not end the header.
  const name = basename(path).replace(/["\r\n]/g, (char) => encodeURIComponent(char))
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const encoder = new TextEncoder()
  async function* parts() {
    yield encoder.encode(head)
    let bytes = 0
    for await (const chunk of Bun.file(path).stream()) {
      yield chunk
      bytes += chunk.byteLength
      sent(bytes)
    }
    yield encoder.encode(`\r\n--${boundary}--\r\n`)
  }
  const iterator = parts()
  // Pulled part by part, so that the network sets the pace of the disk.
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}
