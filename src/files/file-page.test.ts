import { expect, test } from 'bun:test'
import { call, form, join, newPlace, type Person, signUp } from '../../tests/support/people.ts'
import { upload } from '../../tests/support/upload.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

// On the embedded database only: it is about a page; what its buttons do runs on both in rereading.test.ts.

const app = await testApp()
const owner = await signUp(app)

async function uploaded(content: string) {
  const { workspace, organization } = await newPlace(app, owner)
  const { body: file } = await upload(app, owner, workspace.id, 'sales.csv', content)
  const path = `/workspaces/${workspace.id}/data/${file.id}`
  const page = async (at = path, who: Person = owner) =>
    (await app.request(at, { headers: { cookie: who.cookie } })).text()
  const send = (at: string, fields: Record<string, string>) => app.request(at, form(fields, owner.cookie))
  return { workspace, organization, file, path, page, send }
}
/** The text of a page without its elements. */
const said = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('dates of two orders are said, and one click reads them in the other', async () => {
  const { page, path, send } = await uploaded('day,amount\n01/02/2024,1\n03/04/2024,2\n')
  const before = await page()
  expect(said(before)).toMatch(/Dates in “day” were read as .*Every one of them would also be a date as/)
  const [, name, value] = before.match(/<input type="hidden" name="(dates)" value="(mdy)"/)!
  const sent = await send(`${path}/read`, { [name!]: value! })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
  const after = said(await page())
  expect(after).not.toContain('Every one of them would also be a date')
  expect(after).toContain('as you chose')
})

test('a preview shows the first rows as they would be and what would be left out, and changes nothing', async () => {
  const { page, path, send } = await uploaded(`a,b\n${'1,2\n'.repeat(200)}`)
  const html = await (await send(`${path}/preview`, { skipped_lines: '1', header: 'false' })).text()
  const preview = said(html.slice(html.indexOf('id="reading-preview"')))
  expect(preview).toContain('The first rows would be')
  expect(preview).toContain('column_1 BIGINT column_2 BIGINT 1 2')
  expect(html).toMatch(/<option value="false" selected/)
  expect(said(await page())).toContain('as we found')
})

test('choices that cannot be are told: of a preview in its place, of a reading in the form, which stays filled in', async () => {
  const { path, send, page } = await uploaded('name,city\nann,x\nbob,y\ncid,z\ndan,w\neve,v\n')
  const fields = { 'types.name': 'integer', skipped_lines: '0' }
  const previewed = await send(`${path}/preview`, fields)
  const html = await previewed.text()
  expect([previewed.status, said(html.slice(html.indexOf('id="reading-preview"')))]).toEqual([
    200,
    expect.stringContaining('cannot be read as numbers'),
  ])
  const read = await send(`${path}/read`, fields)
  const answer = await read.text()
  expect(read.status).toBe(422)
  expect(answer).toMatch(/role="alert">(?:(?!<\/div>)[\s\S])*cannot be read as numbers/)
  expect(answer).toMatch(/<details class="reading-types" open/)
  expect((await send(`${path}/read`, { skipped_lines: 'many' })).status).toBe(400)
  expect(said(await page())).toContain('as we found')
})

test('the page lists the versions with what they changed, and a form makes an earlier one current', async () => {
  const { workspace, path, page, send, organization } = await uploaded('a,b\n1,2\n')
  const { body: second } = await upload(app, owner, workspace.id, 'sales.csv', 'a,c\nx,5\ny,6\n')
  const newer = `/workspaces/${workspace.id}/data/${second.id}`
  const before = await page()
  expect(said(before)).toContain('This is an earlier version.')
  const versions = said(before.slice(before.indexOf('id="versions"')))
  expect(versions).toContain('The first version')
  expect(versions).toContain('Column &quot;c&quot; is new.')
  expect(before).toContain(`action="${path}/current"`)
  expect(before).not.toContain(`action="${newer}/current"`)
  const member = await signUp(app)
  await join(await testWorld(), organization.id, member.user.id, 'member')
  expect(await page(path, member)).not.toContain(`action="${path}/current"`)
  const sent = await send(`${path}/current`, {})
  expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
  const after = await page()
  expect(said(after)).not.toContain('This is an earlier version.')
  expect(after).toContain(`action="${newer}/current"`)
})

test('whoever may not see a hidden column sees neither the tables nor the notes of any version that has it', async () => {
  const { workspace, organization, file } = await uploaded('id,salary\n1,100\n2,200\n')
  await upload(app, owner, workspace.id, 'sales.csv', 'id,salary,bonus\n1,100,1\n2,200,2\n')
  const api = `/api/workspaces/${workspace.id}`
  const [table] = (await call(app, owner, 'GET', `${api}/catalog`)).body
  const hide = await call(app, owner, 'PATCH', `${api}/catalog/${table.id}`, {
    columns: [{ name: 'salary', hidden: true }],
  })
  expect(hide.status).toBe(200)
  const member = await signUp(app)
  await join(await testWorld(), organization.id, member.user.id, 'member')
  const versions = async (who: Person) => (await call(app, who, 'GET', `${api}/files/${file.id}/versions`)).body
  expect(JSON.stringify(await versions(owner))).toContain('salary')
  const seen = await versions(member)
  expect(seen).toMatchObject([
    { version: 2, tables: [], schema_changes: [] },
    { version: 1, tables: [], schema_changes: [] },
  ])
  expect(JSON.stringify(seen)).not.toContain('salary')
})
