import type { FileEntity } from '../../src/files/rules/answers.ts'
import { type App, call, newPlace, type Person, signUp } from './people.ts'
import { testApp } from './world.ts'

type UploadAnswer = FileEntity & { error?: string | null; code?: string }

/** Uploads text or bytes as a file through the API and reads the answer, waiting until the file is read. */
export async function upload(
  app: App,
  who: Person,
  workspaceId: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const body = new FormData()
  body.set('file', new File([content], name))
  const path = `/api/workspaces/${workspaceId}/files`
  const answer = await app.request(`${path}/upload`, { method: 'POST', headers: who.headers, body })
  let file = (await answer.json()) as UploadAnswer
  // On a busy machine reading may take longer than the upload waits.
  while (file.status === 'processing') {
    await Bun.sleep(100)
    file = (await (await app.request(`${path}/${file.id}`, { headers: who.headers })).json()) as UploadAnswer
  }
  return { status: answer.status === 202 && file.status === 'ready' ? 201 : answer.status, body: file }
}

/** Somebody new with one uploaded file; `read` reads it as somebody chooses, `sql` asks about it. */
export async function settled(content: string | Uint8Array<ArrayBuffer>, name = 'sales.csv') {
  const app = await testApp()
  const ada = await signUp(app)
  const { organization, workspace } = await newPlace(app, ada)
  const path = `/api/workspaces/${workspace.id}`
  const { body: file } = await upload(app, ada, workspace.id, name, content)
  const read = (dialect: object, id = file.id) => call(app, ada, 'POST', `${path}/files/${id}/read`, { dialect })
  const sql = async (text: string) => (await call(app, ada, 'POST', `${path}/sql`, { sql: text })).body
  return { app, ada, organization, workspace, path, file, read, sql }
}
