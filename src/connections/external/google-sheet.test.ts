import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { exportPKCS8, exportSPKI, generateKeyPair, importSPKI, jwtVerify } from 'jose'
import { createWeb } from '#outside/guarded-fetch.ts'
import { createNetwork } from '#outside/network.ts'
import type { ExternalSecrets } from '../rules/connection.ts'
import { sheetExport } from '../rules/sheet-address.ts'
import type { Place } from './collector.ts'
import { sheetCollector } from './google-sheet.ts'

const SHEET = 'https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoP/edit'
const SHARED = 'https://docs.google.com/spreadsheets/d/shared-with-account/edit#gid=7'
const dir = mkdtempSync(join(tmpdir(), 'sheet-'))
let at = ''
let publicKey = ''
let privateKey = ''
const asked: string[] = []
const google = createServer(async (request, response) => {
  asked.push(request.url!)
  if (request.url === '/token') {
    const form = new URLSearchParams(await text(request))
    const proven = await jwtVerify(form.get('assertion')!, await importSPKI(publicKey, 'RS256'), {
      issuer: 'reader@project.example',
      audience: `${at}/token`,
    }).catch(() => null)
    return proven
      ? response.end(JSON.stringify({ access_token: 'canary-token', expires_in: 3600 }))
      : response.writeHead(400).end('{"error":"invalid_grant"}')
  }
  if (request.url!.includes('private-sheet')) return response.writeHead(302, { location: '/ServiceLogin' }).end()
  if (request.url === '/ServiceLogin') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  if (request.url!.includes('shared-with-account') && request.headers.authorization !== 'Bearer canary-token')
    return response.writeHead(401).end()
  return response.end('id,name\n1,a\n')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
  const pair = await generateKeyPair('RS256', { extractable: true })
  publicKey = await exportSPKI(pair.publicKey)
  privateKey = await exportPKCS8(pair.privateKey)
})
afterAll(() => {
  google.close()
  rmSync(dir, { recursive: true, force: true })
})

const place = (sheet: string, secrets: ExternalSecrets = {}): Place => ({
  web: createWeb(createNetwork({ allowed: '127.0.0.1', refused: '' }), { bytes: 1_000_000, waitMs: 5000 }),
  settings: { sheet },
  secrets,
  dir,
  bytes: 1_000_000,
  now: () => new Date(),
  signal: new AbortController().signal,
})
const collector = () => sheetCollector({ docs: at, token: `${at}/token` })
const account = (key: string) =>
  JSON.stringify({
    type: 'service_account',
    client_email: 'reader@project.example',
    private_key: key,
    private_key_id: '1',
  })

describe('the address of a sheet', () => {
  test.each([
    [SHEET, '/spreadsheets/d/1aBcDeFgHiJkLmNoP/export?format=xlsx'],
    [`${SHEET}#gid=42`, '/spreadsheets/d/1aBcDeFgHiJkLmNoP/export?format=csv&gid=42'],
    [
      'https://docs.google.com/spreadsheets/u/1/d/1aBcDeFgHiJkLmNoP/',
      '/spreadsheets/d/1aBcDeFgHiJkLmNoP/export?format=xlsx',
    ],
    [
      'https://docs.google.com/spreadsheets/d/e/2PACX-1vAbCdEfG/pubhtml',
      '/spreadsheets/d/e/2PACX-1vAbCdEfG/pub?output=xlsx',
    ],
    [
      'https://docs.google.com/spreadsheets/d/e/2PACX-1vAbCdEfG/pub?gid=3&output=csv',
      '/spreadsheets/d/e/2PACX-1vAbCdEfG/pub?output=csv&single=true&gid=3',
    ],
  ])('%s', (address, path) => expect(sheetExport(address)?.path).toBe(path))

  test.each([
    'https://docs.google.com.evil.example/spreadsheets/d/1aBcDeFgHiJkLmNoP/',
    'http://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoP/',
    'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoP/',
    'https://docs.google.com/spreadsheets/d/../../x/',
    'my sheet',
  ])('%s is none', (address) => expect(sheetExport(address)).toBeNull())
})

test('a sheet that everybody may read is read', async () => {
  const found = await collector().collect(place(SHEET), { etag: null, lastModified: null })
  expect(await Bun.file(found!.parts[0]!.path).text()).toBe('id,name\n1,a\n')
})

test('one that asks to sign in says how to share it', async () => {
  const asking = collector().probe(place('https://docs.google.com/spreadsheets/d/private-sheet/edit'))
  expect(asking).rejects.toMatchObject({
    code: 'connection_failed',
    details: { hint: expect.stringContaining('Share') },
  })
})

test('a service account reads what is shared with it', async () => {
  expect(collector().probe(place(SHARED))).rejects.toMatchObject({ details: { step: 'permission' } })
  expect(await collector().probe(place(SHARED, { service_account: account(privateKey) }))).toBe(1)
  expect(asked.at(-1)).toBe('/spreadsheets/d/shared-with-account/export?format=csv&gid=7')
})

test('a wrong key is refused in words that do not repeat it', async () => {
  const other = await exportPKCS8((await generateKeyPair('RS256', { extractable: true })).privateKey)
  for (const key of [account(other), account('-----BEGIN PRIVATE KEY-----\ncanary'), '{"a":1}', 'canary']) {
    const error = await collector()
      .probe(place(SHARED, { service_account: key }))
      .catch((error) => error)
    expect(error).toMatchObject({ code: 'connection_failed', details: { step: 'auth' } })
    expect(JSON.stringify([error.message, error.details])).not.toContain('canary')
  }
})
