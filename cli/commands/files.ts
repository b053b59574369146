import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../src/base/errors.ts'
import { streamOf } from '../../src/base/stream.ts'
import type { FileEntity } from '../../src/files/rules/answers.ts'
import { IN_PARTS_FROM } from '../../src/files/rules/upload.ts'
import { href, urls } from '../../src/urls.ts'
import type { Client } from '../client.ts'
import { commandOf } from '../command.ts'
import { named } from '../named.ts'
import { findWorkspace, WORKSPACE } from '../places.ts'
import { dimNote, note, plain, say, sayJson } from '../print.ts'
import { bytesText, Progress } from '../progress.ts'
import { sayList } from '../record.ts'
import { sendInParts } from '../upload-parts.ts'

export const upload = commandOf('upload', 'upload files into a workspace and wait until they can be asked', [
  'tabletalk upload orders.csv --workspace Sales',
  'tabletalk upload *.parquet --workspace Acme/Sales',
])
  .argument('<files...>', 'CSV, TSV, JSON, NDJSON, Parquet, XLSX or SQLite, also packed (gzip, zstd, ZIP)')
  .option(...WORKSPACE)
  .does(async ({ client, json }, paths: string[], options: { workspace?: string }) => {
    // Looked at first: a wrong name should not be found after an hour of uploading.
    for (const path of paths) await sizeOf(path)
    const workspace = await findWorkspace(client, options.workspace)
    const done: FileEntity[] = []
    for (const path of paths) {
      const file = await sendFile(client, workspace.id, path)
      done.push(file)
      if (!json) sayFile(file)
    }
    if (json) sayJson(paths.length === 1 ? done[0] : done)
    const failed = done.find((file) => file.status === 'failed')
    if (failed) throw new AppError('unprocessable', `${failed.name}: ${failed.error ?? 'it could not be read.'}`)
  })

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new AppError('not_found', `There is no file ${path}.`)
  return found.size
}

async function sendFile(client: Client, workspaceId: string, path: string): Promise<FileEntity> {
  const size = await sizeOf(path)
  const progress = new Progress(basename(path), size)
  try {
    let file =
      size >= IN_PARTS_FROM
        ? await sendInParts(client, workspaceId, path, {
            sent: (bytes) => progress.show(bytes),
            say: (text) => progress.say(text),
          })
        : await sendWhole(client, workspaceId, path, progress)
    while (file.status === 'processing') {
      progress.say(`reading it … ${file.progress ? `${file.progress.rows.toLocaleString('en')} rows` : ''}`)
      await Bun.sleep(500)
      file = await client.json(href(urls.apiFile, { id: workspaceId, fileId: file.id }))
    }
    return file
  } finally {
    progress.end()
  }
}

function sendWhole(client: Client, workspaceId: string, path: string, progress: Progress): Promise<FileEntity> {
  const { body, contentType } = multipart('file', path, (sent) => progress.show(sent))
  return client.json<FileEntity>(href(urls.apiFileUpload, { id: workspaceId }), {
    method: 'POST',
    stream: body,
    headers: { 'content-type': contentType },
  })
}

function sayFile(file: FileEntity): void {
  for (const table of file.tables)
    say(`${plain(table.name)}: ${table.rows.toLocaleString('en')} rows, ${table.columns.length} columns`)
  if (file.rejected.rows > 0) {
    note(`${file.rejected.rows.toLocaleString('en')} rows could not be read:`)
    for (const { line, reason } of file.rejected.sample) note(dimNote(`  line ${line}: ${plain(reason)}`))
  }
}

export const stack = commandOf('stack', 'put a file and others with the same columns into one table', [
  'tabletalk stack Jan.csv --workspace Sales',
])
  .argument('<file>', 'id or name of one of the files')
  .doesIn(async ({ client, json, id }, wanted: string) => {
    const all = await client.json<FileEntity[]>(href(urls.apiFiles, { id }))
    const found = named('file', wanted, all, (it) => it)
    const made = await client.json<FileEntity>(href(urls.apiFileStack, { id, fileId: found.id }), { method: 'POST' })
    if (json) sayJson(made)
    else sayFile(made)
  })

export const files = commandOf('files', 'list the files of a workspace', ['tabletalk files --workspace Sales']).doesIn(
  async ({ client, json, id }) => {
    const all = await client.json<FileEntity[]>(href(urls.apiFiles, { id }))
    sayList(json, all, 'No files yet. Upload one with: tabletalk upload FILE', {
      '*ID': (it) => it.id,
      NAME: (it) => it.name,
      '#SIZE': (it) => bytesText(it.size_bytes),
      STATUS: (it) => it.status,
      TABLES: (it) => it.tables.map(({ name }) => name),
    })
  },
)

/**
 * A form with one file as a stream: no more than a chunk of it is in memory at a time.
 * @param sent called with the bytes of the file that have been taken so far
 */
function multipart(field: string, path: string, sent: (bytes: number) => void) {
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
  // Pulled part by part, so that the network sets the pace of the disk.
  return { body: streamOf<Uint8Array>(parts()), contentType: `multipart/form-data; boundary=${boundary}` }
}
