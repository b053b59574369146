import type { FileEntity } from '#sources/rules/file.ts'
import type { App, Person } from './people.ts'

/** Uploads text or bytes as a file through the API and reads the answer. */
export async function upload(
  app: App,
  who: Person,
  workspaceId: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const body = new FormData()
  body.set('file', new File([content], name))
  const answer = await app.request(`/api/workspaces/${workspaceId}/files/upload`, {
    method: 'POST',
    headers: who.headers,
    body,
  })
  return { status: answer.status, body: (await answer.json()) as FileEntity & { error?: string; code?: string } }
}
