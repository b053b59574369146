import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Keys of one page of a listing: few, so that tests see more than one page. */
const LIST_PAGE = 3

/** A bucket that lives in memory and speaks as much of S3 as object stores are used here: PUT, GET, HEAD, DELETE, listings and multipart uploads. */
export async function startS3Server(): Promise<{ url: string; objects: Map<string, Buffer>; stop(): Promise<void> }> {
  const objects = new Map<string, Buffer>()
  const parts = new Map<string, Map<number, Buffer>>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
    const upload = url.searchParams.get('uploadId')
    const body = await buffer(request)
    const xml = (text: string) =>
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${parts.size}`
      parts.set(id, new Map())
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'PUT' && upload) {
      parts.get(upload)!.set(Number(url.searchParams.get('partNumber')), body)
      return response.writeHead(200, { etag: `"${body.length}"` }).end()
    }
    if (request.method === 'POST' && upload) {
      const inOrder = [...parts.get(upload)!].sort(([a], [b]) => a - b).map(([, part]) => part)
      objects.set(key, Buffer.concat(inOrder))
      return xml('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return response.writeHead(200, { etag: '"whole"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') {
      const prefix = url.searchParams.get('prefix') ?? ''
      const after = url.searchParams.get('continuation-token') ?? ''
      const found = [...objects.keys()].sort().filter((name) => name.startsWith(prefix) && name > after)
      const page = found.slice(0, LIST_PAGE)
      const contents = page.map(
        (name) =>
          `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><Size>${objects.get(name)!.length}</Size><ETag>"${Bun.hash(objects.get(name)!)}"</ETag></Contents>`,
      )
      const more = found.length > LIST_PAGE
      const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`)
    }
    const object = objects.get(key)
    const { authorization } = request.headers
    if (!object)
      return response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end(`<Error><Code>NoSuchKey</Code><Message>${authorization}</Message></Error>`)
    response.writeHead(200, { 'content-length': object.length, etag: '"whole"' })
    return response.end(request.method === 'HEAD' ? undefined : object)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
