/** Draws the parts of the billing page that a purchase changed anew, without leaving the page. */
export async function refreshBilling(): Promise<void> {
  const answer = await fetch(location.pathname, { headers: { Accept: 'text/html' } })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-refresh]')) {
    const fresh = page.getElementById(part.id)
    if (fresh) part.replaceWith(fresh)
  }
}
