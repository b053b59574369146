import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { AppError } from '#base/errors.ts'
import { createNetwork, type NetworkSettings } from './network.ts'

let server: Server
let port = 0
let connections = 0
beforeAll(async () => {
  server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => server.close())

/** A resolver that knows some names and asks nobody. */
const NAMES: Record<string, string[]> = {
  'private.test': ['10.0.0.5'],
  'loop.test': ['127.0.0.1'],
  'six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'both.test': ['8.8.8.8', '127.0.0.1'],
  'both6.test': ['2606:4700::1111', '::1'],
  'meta.test': ['169.254.169.254'],
  'azure.test': ['168.63.129.16'],
  'none.test': [],
  localhost: ['127.0.0.1', '::1'],
  'db.example.com': ['203.0.114.7'],
  '0x7f000001': ['127.0.0.1'],
  '127.0x1': ['127.0.0.1'],
}
const lookUp: NonNullable<NetworkSettings['lookUp']> = async (name) => {
  const found = NAMES[name]
  if (!found) throw new Error('not found')
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const LOOPBACK = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '02130706433',
  '0x7f000001',
  '0X7F000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '0177.1',
  '017700000001',
  '127.0.0.01',
  '127.0.0.1.',
  '127.0.0.1..',
  '127.0x1',
  '127.000.000.001',
  '00127.0.0.1',
  '0x7f000001.',
  '127.0.0.1:80',
  '127.0.0.1#',
  '127.0.0.1/',
  '127.0.0.1?x',
  '127.0.0.1%00',
  '127.0.0.1 ',
  ' 127.0.0.1',
  '\t127.0.0.1',
  '127.0.0.1\n',
  '[127.0.0.1]',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '::1%lo',
  '[::1%25lo]',
  '::ffff:127.0.0.1',
  '[::ffff:127.0.0.1]',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2002:7f00:0001::1',
  '2001:0:7f00:1::1',
  'localhost',
  'LOCALHOST',
  'LocalHost.',
  'localhost..',
  'loop.test',
  'six.test',
  'mapped.test',
  'both.test',
  'both6.test',
]
const INTERNAL = [
  '0.0.0.0',
  '0',
  '0x0',
  '00',
  '::',
  '[::]',
  '0:0:0:0:0:0:0:0',
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.1',
  '3232235777',
  '0xc0a80101',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '::10.0.0.1',
  '::a00:1',
  '64:ff9b::10.0.0.1',
  'private.test',
]
const METADATA = [
  '169.254.169.254',
  '169.254.169.253',
  '169.254.170.2',
  '2852039166',
  '0xa9fea9fe',
  '0xa9.0xfe.0xa9.0xfe',
  '0251.0376.0251.0376',
  '025177524776',
  '169.254.43518',
  '169.16689662',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '::a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
  'meta.test',
  'azure.test',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  'metadata.google.internal',
]
const NOT_HOSTS = [
  '',
  ' ',
  '.',
  '..',
  '/tmp',
  '/var/run/postgresql',
  './socket',
  'unix:/tmp/x',
  'file:///etc/passwd',
  'http://127.0.0.1',
  'user@127.0.0.1',
  'db@localhost',
  'a b',
  'a\0b',
  'localhost\0.example.com',
  'a,127.0.0.1',
  'ｌocalhost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'localhost。',
  '127。0。0。1',
  '①②⑦.0.0.1',
  'none.test',
  'x'.repeat(300),
  `${'a.'.repeat(200)}com`,
  'a..b',
  '-',
  '\\\\server\\share',
  '[::1',
  '::1]',
  '1.2.3',
  '1.2.3.4.5',
  '256.0.0.1',
  '1.2.3.4x',
  ':::1',
  '12345::1',
]
const SPELLINGS = [...new Set([...LOOPBACK, ...INTERNAL, ...METADATA, ...NOT_HOSTS])]

test('there are at least 120 spellings', () => expect(SPELLINGS.length).toBeGreaterThanOrEqual(120))

test('none of them connects anywhere', async () => {
  const network = createNetwork({ allowed: '', refused: '', lookUp })
  const before = connections
  const through: string[] = []
  for (const host of SPELLINGS) {
    const error = await network.connect(host, port, { timeoutMs: 300 }).then(
      (socket) => socket.destroy() && 'connected',
      (thrown) => thrown,
    )
    if (!(error instanceof AppError && error.details?.step === 'dns')) through.push(`${host}: ${error}`)
  }
  expect(through).toEqual([])
  expect(connections).toBe(before)
})

test('the system’s own resolver does not read numbers as addresses either', async () => {
  const network = createNetwork({ allowed: '', refused: '' })
  for (const host of ['0x7f000001', '2130706433', '017700000001', '127.1', 'localhost', '0x7f.1'])
    await expect(network.resolve(host, port)).rejects.toMatchObject({ code: 'connection_failed' })
})

test('public addresses pass the check', async () => {
  const network = createNetwork({ allowed: '', refused: '', lookUp })
  for (const host of ['8.8.8.8', '2606:4700::1111', 'db.example.com', 'DB.Example.COM.'])
    expect((await network.resolve(host, 5432)).length).toBe(1)
})

test('a name that means something else at the second look is connected as it was checked', async () => {
  let asked = 0
  const network = createNetwork({
    allowed: '127.0.0.2',
    refused: '',
    lookUp: async () => [{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }],
  })
  const socket = await network.connect('rebinding.test', port, { timeoutMs: 1000 })
  expect([socket.remoteAddress, asked]).toEqual(['127.0.0.2', 1])
  socket.destroy()
})

test('a name whose answer does not come is given up in time, and when nobody waits any more', async () => {
  const network = createNetwork({ allowed: '', refused: '', lookUp: () => new Promise(() => {}) })
  const late = { code: 'connection_failed', details: { step: 'dns' } }
  await expect(network.connect('slow.test', port, { timeoutMs: 20 })).rejects.toMatchObject(late)
  const signal = AbortSignal.timeout(20)
  await expect(network.connect('slow.test', port, { timeoutMs: 60_000, signal })).rejects.toMatchObject(late)
})

test('one address of several that may not be reached refuses the name', async () => {
  const network = createNetwork({
    allowed: '127.0.0.1',
    refused: '',
    lookUp: async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
  })
  await expect(network.resolve('multi.test', port)).rejects.toMatchObject({ code: 'connection_failed' })
})

test('what the owner of the server allowed is reached: by address, network, name and port', async () => {
  const reaches = async (allowed: string, host: string, to = port) =>
    createNetwork({ allowed, refused: '', lookUp })
      .connect(host, to, { timeoutMs: 1000 })
      .then(
        (socket) => Boolean(socket.destroy()),
        () => false,
      )
  expect(await reaches('127.0.0.1', '127.0.0.1')).toBe(true)
  expect(await reaches('127.0.0.0/8', '127.0.0.9')).toBe(true)
  expect(await reaches('127.0.0.0/8', '::ffff:127.0.0.9')).toBe(true)
  expect(await reaches(`loop.test:${port}`, 'loop.test')).toBe(true)
  expect(await reaches(`127.0.0.1:${port}`, '127.0.0.1')).toBe(true)
  expect(await reaches(`127.0.0.1:${port + 1}`, '127.0.0.1')).toBe(false)
  expect(await reaches('127.0.0.2', '127.0.0.1')).toBe(false)
  expect(await reaches('loop.test', '127.0.0.1')).toBe(false)
})

test('our own database is refused by every name it has, even when everything is allowed', async () => {
  const cards = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family }) => family === 'IPv4')
  for (const refused of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `loop.test:${port}`]) {
    const network = createNetwork({ allowed: '0.0.0.0/0,::/0', refused, lookUp })
    const before = connections
    for (const host of [
      'localhost',
      '127.0.0.1',
      '127.0.0.7',
      '0.0.0.0',
      '::1',
      '::ffff:127.0.0.1',
      'loop.test',
      ...cards.map(({ address }) => address),
    ])
      await expect(network.connect(host, port, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'connection_failed' })
    expect(connections).toBe(before)
  }
  const elsewhere = createNetwork({ allowed: '0.0.0.0/0', refused: `localhost:${port + 1}`, lookUp })
  ;(await elsewhere.connect('127.0.0.1', port, { timeoutMs: 1000 })).destroy()
})

test('a port that nobody listens on and a caller that gave up are told apart', async () => {
  const network = createNetwork({ allowed: '127.0.0.1', refused: '' })
  await expect(network.connect('127.0.0.1', 1, { timeoutMs: 1000 })).rejects.toMatchObject({ details: { step: 'tcp' } })
  await expect(
    network.connect('127.0.0.1', port, { timeoutMs: 1000, signal: AbortSignal.abort() }),
  ).rejects.toBeInstanceOf(AppError)
})
