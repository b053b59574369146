import { crc32, deflateSync } from 'node:zlib'

/** A PNG of RGBA pixels, drawn by a function; written here by hand so that tests need no encoder that they test. */
export function picture(
  width: number,
  height: number,
  colourOf: (x: number, y: number) => number[],
): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => colourOf(x, y)).flat(),
  ])
  return pngOf(width, height, deflateSync(Buffer.from(lines.flat())))
}

/** A PNG whose header says one thing, whatever its data hold. */
export function pngOf(width: number, height: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())]),
  )
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const out = Buffer.alloc(body.length + 12)
  out.writeUInt32BE(body.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}
