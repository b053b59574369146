import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { encode } from 'fast-png'
import { picture } from '../../tests/support/picture.ts'
import { cropSquare } from './crop.ts'

test('the middle of a wide and of a tall picture is cut out, pixel by pixel', () => {
  for (const [width, height] of [
    [5, 3],
    [3, 5],
    [4, 4],
  ] as const) {
    const side = Math.min(width, height)
    const colourOf = (x: number, y: number) => [x * 20, y * 20, 7, 255]
    const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)]
    const expected = picture(side, side, (x, y) => colourOf(x + left, y + top))
    expect(Buffer.from(cropSquare(picture(width, height, colourOf)))).toEqual(Buffer.from(cropSquare(expected)))
  }
})

test('what the encoder of the runtime writes can be read', async () => {
  const noise = picture(64, 40, (x, y) => [(x * 37 + y * 91) % 256, (x * y) % 256, (x ^ y) % 256, 255])
  const written = await new Bun.Image(noise).png({ compressionLevel: 6 }).bytes()
  expect(Buffer.from(cropSquare(written))).toEqual(Buffer.from(cropSquare(noise)))
})

test('a PNG of another kind, which the runtime never writes, is refused', () => {
  const palette = [
    [1, 2, 3],
    [4, 5, 6],
  ]
  const indexed = encode({ width: 2, height: 1, channels: 1, depth: 8, data: new Uint8Array([0, 1]), palette })
  expect(() => cropSquare(indexed)).toThrow('not written by the encoder')
})

test('anything else is refused', () => {
  expect(() => cropSquare(new Uint8Array(100))).toThrow('wrong PNG signature')
  expect(() => cropSquare(deflateSync(Buffer.alloc(500)))).toThrow('wrong PNG signature')
})
