/** What the product is called and where people write to, as the page says: settings change both without a new build. */
export function siteOf(): { name: string; email: string } {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  return { name: meta?.content ?? '', email: meta?.dataset.email ?? '' }
}
