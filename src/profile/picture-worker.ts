import { AppError, unprocessable } from '#base/errors.ts'
import { serveChild } from '#outside/child.ts'
import { cropSquare } from './crop.ts'

/** Formats by content; what a file is called does not matter. */
const FORMATS = ['png', 'jpeg', 'webp', 'gif']
/** Width times height. A header that claims more is refused before anything is decoded. */
const MOST_PIXELS = 40_000_000
/** Side of the picture that is kept, in pixels. */
const SIDE = 256
/** Side of the box into which a picture is made to fit before its middle is cut out. */
const BOX = 1024

/** The picture as it is kept: upright, square, without anything of the file but its pixels. */
async function draw({ bytes }: { bytes: Uint8Array<ArrayBuffer> }): Promise<Uint8Array> {
  const limits = { maxPixels: MOST_PIXELS }
  try {
    const { format } = await new Bun.Image(bytes, limits).metadata()
    if (!FORMATS.includes(format)) throw unsupported()
    const fitting = new Bun.Image(bytes, limits).resize(BOX, BOX, { fit: 'inside', withoutEnlargement: true })
    const square = cropSquare(await fitting.png({ compressionLevel: 1 }).bytes())
    return await new Bun.Image(square).resize(SIDE, SIDE).webp({ quality: 86 }).bytes()
  } catch (error) {
    throw refusal(error as Error & { code?: string })
  }
}

function refusal(error: Error & { code?: string }): Error {
  if (error instanceof AppError) return error
  if (error.code === 'ERR_IMAGE_UNKNOWN_FORMAT' || error.code === 'ERR_IMAGE_FORMAT_UNSUPPORTED') return unsupported()
  if (error.code === 'ERR_IMAGE_TOO_MANY_PIXELS')
    return unprocessable('This picture has too many pixels. Choose one of at most 40 megapixels.')
  return unprocessable('This picture cannot be read: its file may be damaged. Choose another one.')
}

const unsupported = () => new AppError('unsupported', 'Choose a PNG, JPEG, WebP or GIF picture.')

const methods = { draw }
export type PictureMethods = typeof methods

serveChild(methods)
