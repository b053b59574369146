/** A page of ours as the server draws it now. @throws Error with its status when it cannot be had */
export async function readPage(address: string, signal?: AbortSignal): Promise<Document> {
  const answer = await fetch(address, { headers: { Accept: 'text/html' }, ...(signal && { signal }) })
  if (!answer.ok) throw new Error(`The page could not be read (${answer.status}).`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** Draws the parts of this page that a selector names anew, without leaving it; as they were where that cannot be done. */
export async function redraw(selector: string): Promise<void> {
  const page = await readPage(location.href).catch(() => null)
  for (const part of document.querySelectorAll(selector)) {
    const fresh = page?.getElementById(part.id)
    if (fresh) part.replaceWith(fresh)
  }
}
