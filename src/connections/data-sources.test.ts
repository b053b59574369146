import { describe, expect, test } from 'bun:test'
import { connections } from '#db/schema/index.ts'
import { call, newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { href, urls } from '../urls.ts'
import { dataSources } from './data-sources.ts'
import * as remote from './remote.ts'
import { DATABASE_ENGINES, EXTERNAL_KINDS, PREVIEW_ENGINES } from './rules/connection.ts'
import { CONNECTION_SOURCES } from './rules/data-source.ts'
import { connectionForm, formValues } from './rules/form.ts'
import { secretsOf, settingsOf } from './rules/input.ts'

// On the embedded database only: it is about what the configuration offers.

const world = await testWorld()
const app = await testApp()

test('everything that can be connected is told with its fields, to whoever is signed in', async () => {
  const person = await signUp(app)
  const { status, body } = await call(app, person, 'GET', '/api/data-sources/config')
  expect(status).toBe(200)
  const engines = (kind: string) =>
    body.dataSources.filter((it: { kind: string }) => it.kind === kind).map((it: { engine: string }) => it.engine)
  expect(engines('database')).toEqual([...DATABASE_ENGINES])
  expect(engines('external')).toEqual([...EXTERNAL_KINDS])
  expect(engines('file').length).toBeGreaterThan(3)
  const postgres = body.dataSources.find((it: { engine: string }) => it.engine === 'postgres')
  expect(postgres).toMatchObject({ kind: 'database', label: 'PostgreSQL', available: true })
  expect(postgres.fields).toContainEqual({
    name: 'password',
    type: 'password',
    label: 'Password',
    required: false,
    secret: true,
  })
  expect((await call(app, null, 'GET', '/api/data-sources/config')).status).toBe(401)
})

test('files of this machine can be connected only where its owner allowed a folder', () => {
  const available = (SQLITE_FOLDERS: string | undefined) =>
    dataSources({ ...world, config: { ...world.config, SQLITE_FOLDERS } }).find(
      ({ kind, engine }) => kind === 'database' && engine === 'sqlite',
    )!.available
  expect([available('/srv/data'), available(undefined)]).toEqual([true, false])
})

test('what this server cannot connect is refused by name', async () => {
  const unavailable = CONNECTION_SOURCES.filter(({ kind, engine }) => {
    const source = dataSources(world).find((it) => it.kind === kind && it.engine === engine)!
    return kind === 'database' && !source.available
  })
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  for (const { engine, label } of unavailable) {
    const { status, body } = await call(app, person, 'POST', `/api/workspaces/${workspace.id}/database-connections`, {
      name: 'X',
      engine,
    })
    expect([status, body]).toMatchObject([422, { code: 'source_unavailable', error: expect.stringContaining(label) }])
  }
})

test('previews are off until an admin switches them on, and are marked wherever they are listed', async () => {
  const listed = (preview: string[]) =>
    dataSources({ ...world, settings: () => ({ ...world.settings(), sources: { off: [], preview } }) })
      .filter((it) => it.preview)
      .map(({ engine, available }) => [engine, available])
  expect(listed(world.settings().sources.preview)).toEqual(PREVIEW_ENGINES.map((engine) => [engine, false]))
  expect(listed(['trino'])).toEqual(PREVIEW_ENGINES.map((engine) => [engine, engine === 'trino']))
})

test('a connection of a preview that is switched off stays to be seen, says what to do, and is not asked', async () => {
  const person = await signUp(app)
  const { workspace } = await newPlace(app, person)
  const [row] = await world.db
    .insert(connections)
    .values({
      workspaceId: workspace.id,
      kind: 'database',
      engine: 'trino',
      name: 'Warehouse',
      settings: { host: 'db.example', port: 8443, catalog: 'c', username: 'ann' },
      status: 'ready',
      createdBy: person.user.id,
    })
    .returning()
  const params = { id: workspace.id, connId: row!.id }
  const note = 'Trino is a preview, which is switched off on this server. A platform admin can switch it on'
  const { body } = await call(app, person, 'GET', href(urls.apiDatabaseConnection, params))
  expect(body).toMatchObject({ name: 'Warehouse', warnings: [expect.stringContaining(note)] })
  const page = async (address: string) => (await app.request(address, { headers: { cookie: person.cookie } })).text()
  expect(await page(href(urls.workspaceSource, params))).toContain(note)
  const list = await page(href(urls.workspaceSources, { id: workspace.id }))
  expect(list).toContain('Trino (preview)')
  expect(list).not.toContain('/sources/new/trino')
  expect(list).toContain('/sources/new/postgres')
  const place = await workspaceCtx(world, person.user.id, workspace.id)
  await expect(remote.sourceNamed(place, 'warehouse')).rejects.toMatchObject({ code: 'source_unavailable' })
  await call(app, person, 'POST', href(urls.apiDatabaseConnectionRefresh, params))
  let after = body
  while (after.status !== 'failed') {
    await Bun.sleep(20)
    after = (await call(app, person, 'GET', href(urls.apiDatabaseConnection, params))).body
  }
  expect(after.error).toContain(note)
})

describe.each(CONNECTION_SOURCES.map((source) => [source.engine, source] as const))(
  'the form of %s',
  (engine, source) => {
    const example = (name: string, type: string, options?: { value: string }[]) => {
      if (options) return options.at(-1)!.value
      if (type === 'number') return '7'
      if (name === 'ssl.ca') return '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----'
      if (name === 'headers') return 'X-Key: v-headers'
      return `v-${name.replace('.', '-')}`
    }
    const typed = Object.fromEntries(
      source.fields.map(({ name, type, options }) => [name, example(name, type, options)]),
    )
    const input = connectionForm(source.kind).parse(typed)

    test('asks for nothing that is not kept, and shows all that is no secret again', () => {
      const [settings, secrets] = [settingsOf(engine, input), secretsOf(engine, input)]
      const kept = JSON.stringify([input.name, settings, secrets])
      const passedOver = /^paging\.(path|start)$/
      for (const { name, type, options } of source.fields) {
        const value = options || type === 'number' ? null : typed[name]!.replace('X-Key: ', '').split('\n')[0]!
        if (value && !passedOver.test(name)) expect([name, kept.includes(value)]).toEqual([name, true])
      }
      const shown = JSON.stringify([formValues({ name: 'x', settings, refreshEveryMinutes: null }), settings])
      for (const { name, secret } of source.fields)
        if (secret) expect([name, shown.includes(typed[name]!.replace('X-Key: ', ''))]).toEqual([name, false])
    })

    test('says what is secret, and where a choice has its default', () => {
      for (const field of source.fields) {
        if (/password|secret|token|private_key|passphrase|service_account|basic/.test(field.name))
          expect([field.name, field.secret]).toEqual([field.name, true])
        if (field.options) expect(field.options.map(({ value }) => value)).toContain(field.default!)
      }
    })
  },
)
