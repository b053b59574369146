import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { HOUR } from '#base/time.ts'
import type { CatalogTable } from '#catalog/rules/answers.ts'
import { auditEvents, catalogTables, connections as table } from '#db/schema/index.ts'
import { call, newPlace, signUp, workspaceCtx } from '../../../tests/support/people.ts'
import { startS3Server } from '../../../tests/support/s3-server.ts'
import { SECRETS } from '../../../tests/support/secrets.ts'
import { testApp, testWorld } from '../../../tests/support/world.ts'
import * as connections from '../connections.ts'
import { signedHeaders } from './bucket.ts'
import { sweep } from './snapshots.ts'

const world = await testWorld()
const app = await testApp()
const owner = await signUp(app)

const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

type Say = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown
async function site(say: Say): Promise<string> {
  const server = createServer((request, response) => say(request, response, new URL(request.url!, 'http://x')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function place() {
  const { workspace } = await newPlace(app, owner)
  const path = `/api/workspaces/${workspace.id}/external-connections`
  const ctx = await workspaceCtx(world, owner.user.id, workspace.id)
  return {
    id: workspace.id,
    ctx,
    path,
    /** Connects and waits until it was read, also when a busy machine takes longer than the answer waits. */
    connect: async (body: object) => {
      const made = await call(app, owner, 'POST', path, { name: 'Orders', ...body })
      while (made.body?.status === 'syncing') {
        await Bun.sleep(20)
        Object.assign(made.body, (await call(app, owner, 'GET', `${path}/${made.body.id}`)).body)
      }
      return made
    },
    again: async (id: string) => {
      await connections.refresh(ctx, id, 30_000)
      return (await call(app, owner, 'GET', `${path}/${id}`)).body
    },
    catalog: async (): Promise<CatalogTable[]> =>
      (await call(app, owner, 'GET', `/api/workspaces/${workspace.id}/catalog`)).body,
    rows: async (sql: string) =>
      (await call(app, owner, 'POST', `/api/workspaces/${workspace.id}/sql`, { sql })).body.rows,
  }
}

describe('a file on the web', () => {
  test('is mended by its recipe, what it gives later too, and is as it was when that is undone', async () => {
    let csv = 'id,city\n1,Pune\n2,pune\n2,pune\n'
    const at = await site((_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(csv))
    const { connect, again, catalog, rows, id } = await place()
    const { body: made } = await connect({ kind: 'url', url: `${at}/orders.csv` })
    const recipe = async () => `/api/workspaces/${id}/catalog/${(await catalog())[0]!.id}/recipe`
    const mend = async (step: object) => call(app, owner, 'POST', await recipe(), { step })
    const merge = { kind: 'replace', column: 'city', from: ['pune'], to: 'Pune' }
    // Two at once: both are kept.
    const both = await Promise.all([mend(merge), mend({ kind: 'rows' })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await rows('select city, count(*) from orders group by 1')).toEqual([['Pune', 2]])
    csv = 'id,city\n1,Pune\n3,pune\n4,Goa\n4,Goa\n'
    expect((await again(made.id)).status).toBe('ready')
    const mended = [
      ['Goa', 1],
      ['Pune', 2],
    ]
    expect(await rows('select city, count(*) from orders group by 1 order by 1')).toEqual(mended)
    expect(await catalog()).toMatchObject([{ rows: 3, rows_dropped: 1, mended: 2 }])
    csv = 'id,town\n1,Pune\n'
    expect((await again(made.id)).changes.join('\n')).toContain('A step of the recipe of orders was skipped')
    expect((await call(app, owner, 'DELETE', await recipe())).status).toBe(200)
    expect(await rows('select town from orders')).toEqual([['Pune']])
  })

  test('becomes a table, is asked whether it changed, and keeps its table when it fails', async () => {
    let csv = 'id,city\n1,Pune\n2,Goa\n'
    let status = 200
    const asked: (string | undefined)[] = []
    const at = await site((request, response) => {
      asked.push(request.headers['if-none-match'], request.headers.authorization)
      const etag = `"${csv.length}"`
      if (status !== 200) return response.writeHead(status, { 'retry-after': '7200' }).end('no')
      if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
      return response.writeHead(200, { etag, 'content-type': 'text/csv' }).end(csv)
    })
    const { connect, again, catalog, rows, ctx, path, id: workspaceId } = await place()
    const url = `${at}/orders.csv?key=canary-in-address`
    const made = await connect({
      kind: 'url',
      url,
      basic: `ada:${SECRETS['password of a web address']}`,
      refresh_every_minutes: 60,
    })
    expect(made).toMatchObject({ status: 201, body: { name: 'Orders', kind: 'url', status: 'ready', tables: 1, url } })
    expect(made.body.refreshed_at).toBeString()
    expect(JSON.stringify(made.body)).not.toContain(SECRETS['password of a web address'])
    expect(asked).toContain(`Basic ${btoa(`ada:${SECRETS['password of a web address']}`)}`)
    expect(await catalog()).toMatchObject([
      {
        name: 'orders',
        rows: 2,
        source: { kind: 'external', name: 'Orders' },
        columns: [{ name: 'id' }, { name: 'city' }],
      },
    ])
    const [before] = await catalog()
    expect(await again(made.body.id)).toMatchObject({ status: 'ready', changes: [] })
    expect(asked).toContain('"21"')
    expect((await catalog())[0]!.id).toBe(before!.id)

    csv = 'id,city,total\n1,Pune,5\n2,Goa,6\n3,Delhi,7\n'
    expect(await again(made.body.id)).toMatchObject({ status: 'ready', changes: ['Column "total" is new.'] })
    expect(await rows('select sum(total) from orders')).toEqual([[18]])

    status = 429
    const limited = await again(made.body.id)
    expect(limited).toMatchObject({ status: 'failed', tables: 1 })
    expect(limited.error).toContain('asks to come back later (429)')
    expect(Date.parse(limited.next_refresh_at)).toBeGreaterThan(Date.now() + 1.9 * HOUR)
    for (const [code, said] of [
      [401, 'who you are'],
      [403, 'does not allow'],
      [404, 'nothing there'],
      [500, 'error (500)'],
    ] as const) {
      status = code
      expect((await again(made.body.id)).error).toContain(said)
    }
    expect(await rows('select count(*) from orders')).toEqual([[3]])

    // Replaced bytes go an hour later, those in use stay: rows and the index of their values.
    const folder = join(world.config.dataDir, 'files/workspaces', workspaceId, 'connections', made.body.id)
    const files = () => [...new Bun.Glob('*').scanSync({ cwd: folder })].length
    expect(files()).toBe(4)
    const later = { ...world, now: () => new Date(Number(world.now()) + 2 * HOUR) }
    await sweep(later)
    expect(files()).toBe(2)
    expect(await rows('select count(*) from orders')).toEqual([[3]])

    expect((await call(app, owner, 'DELETE', `${path}/${made.body.id}`)).status).toBe(204)
    expect(await catalog()).toEqual([])
    await sweep(later)
    expect(files()).toBe(0)
    const kept = JSON.stringify([
      await world.db.select().from(auditEvents).where(eq(auditEvents.workspaceId, ctx.workspace.id)),
      await world.db.select({ error: table.error, secrets: table.secrets }).from(table),
    ])
    expect(kept).not.toContain('canary')
  })

  test('that is a page, or nothing, or nowhere is refused with the step', async () => {
    const at = await site((request, response) =>
      request.url === '/page'
        ? response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in</html>')
        : response.writeHead(404).end(),
    )
    const { connect, path } = await place()
    for (const [url, step] of [
      [`${at}/page`, 'database'],
      [`${at}/none`, 'database'],
      ['http://127.0.0.1:1/x.csv', 'tcp'],
      ['http://no-such-host.invalid/x.csv', 'dns'],
      ['file:///etc/passwd', 'dns'],
      ['http://169.254.169.254/latest', 'dns'],
      ['http://10.1.2.3/x.csv', 'dns'],
    ])
      expect([url, await connect({ kind: 'url', url })]).toMatchObject([
        url,
        { status: 422, body: { code: 'connection_failed', details: { step, hint: expect.any(String) } } },
      ])
    expect((await call(app, owner, 'GET', path)).body).toEqual([])
  })

  test('that cannot be read says so, and keeps nothing of it', async () => {
    const at = await site((_, response) => response.end(Buffer.from('89504e470d0a1a0a', 'hex')))
    const { connect, id, catalog } = await place()
    const { body } = await connect({ kind: 'url', url: at })
    expect(body).toMatchObject({ status: 'failed', tables: 0 })
    expect(body.error).toContain('PNG')
    expect(await catalog()).toEqual([])
    expect(existsSync(join(world.config.dataDir, 'files/workspaces', id, 'connections', body.id))).toBe(false)
  })

  test('in every format: JSON, gzip, NDJSON', async () => {
    const at = await site((_, response, url) => {
      if (url.pathname === '/a') return response.end(JSON.stringify({ data: [{ a: 1 }, { a: 2 }] }))
      if (url.pathname === '/b') return response.end(Bun.gzipSync(Buffer.from('a,b\n1,2\n')))
      return response.end('{"a":1}\n{"a":2}\n')
    })
    const { connect } = await place()
    for (const name of ['a', 'b', 'c'])
      expect((await connect({ name, kind: 'url', url: `${at}/${name}` })).body).toMatchObject({
        status: 'ready',
        tables: 1,
      })
  })
})

describe('a bucket', () => {
  test('files with the same columns become one table, others their own; what has not changed is not read', async () => {
    const s3 = await startS3Server()
    closing.push(s3.stop)
    for (const month of ['01', '02', '03', '04', '05'])
      s3.objects.set(`sales/orders-2024-${month}.csv`, Buffer.from(`id,total\n${month},${Number(month)}.5\n`))
    s3.objects.set('sales/stock & more.json', Buffer.from('[{"sku":"a","left":3}]'))
    s3.objects.set('sales/readme.md', Buffer.from('# no table'))
    s3.objects.set('other/x.csv', Buffer.from('a\n1\n'))
    const { connect, again, catalog, rows } = await place()
    const access = { access_key_id: 'AKIA', secret_access_key: 'canary-s3' }
    const { status, body } = await connect({
      kind: 's3',
      bucket: 'files',
      prefix: 'sales/',
      endpoint: s3.url,
      ...access,
    })
    expect([status, body]).toMatchObject([
      201,
      { status: 'ready', tables: 2, warnings: [], bucket: 'files', access_key_id: 'AKIA' },
    ])
    expect(JSON.stringify(body)).not.toContain('canary')
    expect((await catalog()).map(({ name, rows }) => [name, rows])).toEqual([
      ['orders_2024', 5],
      ['stock_more', 1],
    ])
    expect(await rows('select sum(total) from orders_2024')).toEqual([['17.5']])
    const [before] = await catalog()
    await again(body.id)
    expect((await catalog())[0]!.id).toBe(before!.id)
    s3.objects.set('sales/orders-2024-06.csv', Buffer.from('id,total\n6,0.5\n'))
    await again(body.id)
    expect(await rows('select count(*) from orders_2024')).toEqual([[6]])
    const empty = await connect({ name: 'Empty', kind: 's3', bucket: 'files', prefix: 'nothing/', endpoint: s3.url })
    expect(empty).toMatchObject({ status: 422, body: { details: { step: 'database' } } })
  })

  test('requests are signed as AWS says (its own two examples)', async () => {
    const access = {
      id: 'AKIAIOSFODNN7EXAMPLE',
      secret: SECRETS['secret key of a bucket'],
      region: 'us-east-1',
    }
    const now = new Date(Date.UTC(2013, 4, 24))
    const signature = async (url: string, headers = {}) =>
      /Signature=(\w+)/.exec((await signedHeaders(new URL(url), access, now, headers)).authorization!)![1]
    const host = 'https://examplebucket.s3.amazonaws.com'
    expect(await signature(`${host}/test.txt`, { range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
    expect(await signature(`${host}/?max-keys=2&prefix=J`)).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    )
  })
})

describe('a REST endpoint', () => {
  const records = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, name: `n${index + 1}` }))
  const paged = (say: (from: number, page: object[], url: URL, response: ServerResponse) => unknown) =>
    site((_, response, url) => {
      const from = Number(url.searchParams.get('from') ?? url.searchParams.get('offset') ?? 0)
      return say(from, records.slice(from, from + 3), url, response)
    })

  test.each([
    [
      'by a Link header',
      { kind: 'link' },
      (from: number, page: object[], _: URL, response: ServerResponse) => {
        if (from + 3 < 7) response.setHeader('link', `<?from=0>; rel="first", <?from=${from + 3}>; rel="next"`)
        response.end(JSON.stringify(page))
      },
    ],
    [
      'by a cursor that is a token',
      { kind: 'cursor', path: 'meta.next', parameter: 'from' },
      (from: number, page: object[], _: URL, response: ServerResponse) =>
        response.end(JSON.stringify({ meta: { next: from + 3 < 7 ? from + 3 : null }, data: { items: page } })),
    ],
    [
      'by a cursor that is an address',
      { kind: 'cursor', path: 'next' },
      (from: number, page: object[], url: URL, response: ServerResponse) =>
        response.end(JSON.stringify({ next: from + 3 < 7 ? `${url.pathname}?from=${from + 3}` : '', results: page })),
    ],
    [
      'by offset',
      { kind: 'offset', parameter: 'offset', size_parameter: 'limit', size: 3 },
      (_: number, page: object[], url: URL, response: ServerResponse) =>
        response.end(JSON.stringify(url.searchParams.get('limit') === '3' ? page : [])),
    ],
    [
      'by page number',
      { kind: 'page', parameter: 'page', start: 1 },
      (_: number, __: object[], url: URL, response: ServerResponse) => {
        const from = (Number(url.searchParams.get('page')) - 1) * 3
        response.end(JSON.stringify({ total: 7, rows: records.slice(from, from + 3) }))
      },
    ],
    [
      'in a circle',
      { kind: 'link' },
      (_: number, __: object[], ___: URL, response: ServerResponse) => {
        response.setHeader('link', '<?from=0>; rel=next').end(JSON.stringify(records))
      },
    ],
  ] as const)(
    'is read page by page %s',
    async (_, paging, say) => {
      const url = await paged(say)
      const { connect, rows } = await place()
      const { body } = await connect({ kind: 'rest', url: `${url}/v1`, paging })
      expect(body).toMatchObject({ status: 'ready', tables: 1, error: null })
      expect(await rows('select count(distinct id), sum(id) / count(*) * 7 from orders')).toEqual([[7, 28]])
    },
    60_000,
  )

  test('long numbers stay exact, headers are sent and hidden, pages elsewhere get none of them', async () => {
    const got: (string | undefined)[] = []
    const elsewhere = await site((request, response) => {
      got.push(request.headers['x-key'] as string | undefined)
      response.end('[{"id":2}]')
    })
    const at = await site((request, response) => {
      got.push(request.headers['x-key'] as string | undefined)
      response.end(`{"next": "${elsewhere}/two", "records": {"list": [{"id": 12345678901234567890}]}}`)
    })
    const { connect, rows, path } = await place()
    const { body } = await connect({
      kind: 'rest',
      url: at,
      headers: { 'X-Key': 'canary-header' },
      record_path: '',
      paging: { kind: 'cursor', path: 'next' },
    })
    expect(body).toMatchObject({ status: 'ready', headers: ['X-Key'] })
    expect(JSON.stringify((await call(app, owner, 'GET', path)).body)).not.toContain('canary')
    expect(got.slice(-2)).toEqual(['canary-header', undefined])
    expect(JSON.stringify(await rows('select id from orders'))).toContain('12345678901234567890')
    // Leading it elsewhere asks for the secret again.
    expect(await call(app, owner, 'PATCH', `${path}/${body.id}`, { url: elsewhere })).toMatchObject({
      status: 400,
      body: { details: { fields: { headers: expect.stringContaining('again') } } },
    })
  })

  test('short waits are waited, wrong paths and wrong answers are named', async () => {
    let asked = 0
    const at = await site((_, response, url) => {
      if (url.pathname === '/text') return response.end('hello')
      if (url.pathname === '/number') return response.end('42')
      asked++
      return asked % 2 === 1 ? response.writeHead(429, { 'retry-after': '1' }).end() : response.end('{"a":[{"b":1}]}')
    })
    const { connect } = await place()
    expect((await connect({ kind: 'rest', url: at })).body).toMatchObject({ status: 'ready' })
    for (const [path, more, said] of [
      ['/text', {}, 'not JSON'],
      ['/number', {}, 'no records'],
      ['/', { record_path: 'x.y' }, 'nothing at "x.y"'],
    ] as const)
      expect((await connect({ name: path, kind: 'rest', url: at + path, ...more })).body.error).toContain(said)
  })
})

test('viewers see addresses without what may be a key in them', async () => {
  const at = await site((_, response) => response.end('a,b\n1,2\n'))
  const { connect, path, ctx } = await place()
  const { body } = await connect({ kind: 'url', url: `${at}/x.csv?token=canary` })
  const viewer = await signUp(app)
  const { join: enter } = await import('../../../tests/support/people.ts')
  await enter(world, ctx.organization.id, viewer.user.id, 'viewer')
  const seen = await call(app, viewer, 'GET', `${path}/${body.id}`)
  expect(seen.body.url).toBe(`${at}/x.csv?…`)
  const rows = await world.db
    .select()
    .from(catalogTables)
    .where(and(eq(catalogTables.sourceId, body.id)))
  expect(rows).toHaveLength(1)
})
