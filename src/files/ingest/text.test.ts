import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#base/errors.ts'
import { asUtf8, looksUtf8, scan, textOf } from './text.ts'

const root = mkdtempSync(join(tmpdir(), 'text-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let files = 0

const file = async (...parts: (string | Uint8Array)[]) => {
  const path = join(root, String(files++))
  await Bun.write(path, Buffer.concat(parts.map((part) => Buffer.from(part as string))))
  return path
}
const whole = async (path: string) => {
  let text = ''
  for await (const part of textOf(path)) text += part
  return text
}
/** Encoding and text of bytes, as they are found. */
const read = async (parts: (string | Uint8Array)[], chosen?: string) => {
  const found = await asUtf8(await file(...parts), join(root, `${files}-utf8`), null, chosen)
  return { ...found, path: undefined, text: await whole(found.path) }
}
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const utf32 = (codes: number[], little: boolean) => {
  const bytes = Buffer.alloc(codes.length * 4)
  for (const [at, code] of codes.entries())
    little ? bytes.writeUInt32LE(code, at * 4) : bytes.writeUInt32BE(code, at * 4)
  return bytes
}
const codes = (text: string) => [...text].map((char) => char.codePointAt(0)!)

describe('the encoding of a text', () => {
  test.each<[string, (string | Uint8Array)[], string, string]>([
    ['UTF-8 without a mark', ['näme,ж\n'], 'utf-8', 'näme,ж\n'],
    ['UTF-8 with one', ['\ufeffnäme\n'], 'utf-8', 'näme\n'],
    ['UTF-16 with a mark', [Buffer.from('\ufeffname,ж\n', 'utf16le')], 'utf-16le', 'name,ж\n'],
    ['UTF-16, large end first, with a mark', [utf16be('\ufeffname,ж\n')], 'utf-16be', 'name,ж\n'],
    ['UTF-16 without a mark', [Buffer.from('name,city\n', 'utf16le')], 'utf-16le', 'name,city\n'],
    ['UTF-16, large end first, without a mark', [utf16be('name,city\n')], 'utf-16be', 'name,city\n'],
    ['UTF-32', [utf32([0xfeff, ...codes('a,😀\n')], true)], 'utf-32le', 'a,😀\n'],
    ['UTF-32, large end first', [utf32([0xfeff, ...codes('a,😀\n')], false)], 'utf-32be', 'a,😀\n'],
    ['Western letters of one byte', [Buffer.from('café;größe\n', 'latin1')], 'windows-1252', 'café;größe\n'],
  ])('is found: %s', async (_what, bytes, encoding, text) => {
    expect(await read(bytes)).toMatchObject({ encoding, text })
  })

  test('what is no character of UTF-32 becomes the sign for that', async () => {
    const bytes = utf32([0xfeff, 0x41, 0xd800, 0x110000, 0xfeff, 0x42], true)
    expect((await read([bytes])).text).toBe('A\ufffd\ufffd\ufeffB')
  })

  test('a few damaged bytes do not make UTF-8 something else, and are told', async () => {
    const { encoding, note, text } = await read(['größe,straße,ärger,über\n', Buffer.from([0xff]), 'x\n'])
    expect([encoding, text]).toEqual(['utf-8', 'größe,straße,ärger,über\n\ufffdx\n'])
    expect(note).toStartWith('Some characters were damaged')
  })

  test('lines of two encodings are read as what each of them is, and that is told', async () => {
    const western = Buffer.from('Köln,1\nLiège,2\n', 'latin1')
    const { encoding, note, text } = await read(['city,n\nZürich,1\n', western, 'Málaga,3\nplain,4\n'])
    expect([encoding, text]).toEqual([
      'utf-8 and windows-1252',
      'city,n\nZürich,1\nKöln,1\nLiège,2\nMálaga,3\nplain,4\n',
    ])
    expect(note).toContain('each was read')
  })

  test('that a person chose is not looked for', async () => {
    expect(await read([Buffer.from('цена\n', 'utf8')], 'windows-1252')).toMatchObject({ encoding: 'windows-1252' })
    expect((await read([Buffer.from([0xd6, 0xe5, 0xed, 0xe0])], 'windows-1251')).text).toBe('Цена')
    expect((await read([Buffer.from('café', 'latin1')], 'utf-8')).text).toBe('caf\ufffd')
  })

  test('bytes that are no text are refused', async () => {
    const error = await read(['name\n', Buffer.from([1, 0, 2, 3, 200])]).catch((thrown: AppError) => thrown)
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).message).toStartWith('This is not a text file')
  })
})

test('a beginning that ends inside of a character looks like UTF-8', () => {
  const bytes = Buffer.from('größe 😀')
  for (let length = 1; length <= bytes.length; length++) expect(looksUtf8(bytes.subarray(0, length))).toBe(true)
  expect(looksUtf8(Buffer.from('größe', 'latin1'))).toBe(false)
})

describe('looking at every byte', () => {
  // The chunks are a megabyte: a character of four bytes lies across the first two in each way.
  test.each([1, 2, 3])('a character of which %i bytes are in the first chunk is whole', async (bytes) => {
    const path = await file('a'.repeat((1 << 20) - bytes), '😀', 'b'.repeat(100))
    const chunks: Buffer[] = []
    expect(await scan({ path }, async (chunk) => void chunks.push(Buffer.from(chunk)))).toEqual({
      valid: true,
      zeros: false,
    })
    expect(Buffer.concat(chunks).equals(Buffer.from(await Bun.file(path).bytes()))).toBe(true)
  })

  test('a character that the file cuts off makes it invalid', async () => {
    expect(await scan({ path: await file('abc', Buffer.from([0xf0, 0x9f])) })).toEqual({ valid: false, zeros: false })
  })

  test('goes on until all of a file has arrived', async () => {
    const path = await file('first,')
    const more = Promise.withResolvers<void>()
    const arriving = { whole: false, arrived: more.promise }
    const scanned = scan({ path, arriving } as Parameters<typeof scan>[0])
    await appendFile(path, Buffer.from([0]))
    arriving.whole = true
    more.resolve()
    expect(await scanned).toEqual({ valid: true, zeros: true })
  })
})
