/** What a canvas shows, as a file. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('This browser cannot draw the picture.'))
    }, 'image/png'),
  )
