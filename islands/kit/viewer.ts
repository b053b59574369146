/** Whose page this is, as the server has drawn it. */
export type Viewer = { id: string; name: string; image: string | null }

/** The person in the header of this page; null on the pages of guests. */
export function viewerOfPage(): Viewer | null {
  const header = document.querySelector<HTMLElement>('header[data-viewer]')
  const { viewer: id, name = '', image } = header?.dataset ?? {}
  return id ? { id, name, image: image ?? null } : null
}

/** Shows another name and picture wherever the header has them, without moving anything. */
export function redrawViewer(viewer: Viewer): void {
  const header = document.querySelector<HTMLElement>('header[data-viewer]')
  if (!header) return
  header.dataset.name = viewer.name
  if (viewer.image) header.dataset.image = viewer.image
  else delete header.dataset.image
  for (const name of document.querySelectorAll('[data-viewer-name]')) name.textContent = viewer.name
  for (const avatar of document.querySelectorAll<HTMLElement>('[data-viewer-avatar]')) {
    avatar.textContent = viewer.name.trim().charAt(0)
    if (!viewer.image) continue
    const image = Object.assign(new Image(28, 28), { alt: '', src: viewer.image })
    avatar.append(image)
    initialWhenBroken(image)
  }
}

/** A picture that cannot be loaded gives way to the initial behind it. */
export const initialWhenBroken = (image: HTMLImageElement): void => whenBroken(image, () => image.remove())

/** Does something about a picture that cannot be loaded, or that was tried before this script came. */
export function whenBroken(image: HTMLImageElement, act: () => void): void {
  image.addEventListener('error', act)
  if (image.complete && image.naturalWidth === 0) act()
}
