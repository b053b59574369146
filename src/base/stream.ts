import { MAX_LIMIT, type Page, type PageRequest } from './paging.ts'

/** A stream of pieces that are made as they are read; whoever reads no further ends the making. */
export const streamOf = <T>(pieces: AsyncGenerator<T, void, void>): ReadableStream<T> =>
  new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    },
  })

/**
 * The text of a list, read page by page as the reader takes it: however long it is, little of it is in memory. A failure breaks the
 * stream off, so that nobody takes a part for all.
 * @param most items after which it ends with the page
 */
export function listStream<T>(
  head: string,
  textOf: (items: T[]) => string,
  read: (page: PageRequest) => Promise<Page<T>>,
  most = Number.POSITIVE_INFINITY,
): ReadableStream<Uint8Array> {
  async function* texts() {
    yield head
    let cursor: string | null = null
    let sent = 0
    do {
      const page: Page<T> = await read({ limit: MAX_LIMIT, cursor })
      if (page.items.length > 0) yield textOf(page.items)
      cursor = page.next
      sent += page.items.length
    } while (cursor !== null && sent < most)
  }
  return streamOf(texts()).pipeThrough(new TextEncoderStream())
}
