const BASE = 'http://local.invalid'

/**
 * The address to go on to after signing in: `next` when it is a path of this site, else null. Browsers read `//host` and `/\\host`
 * as other sites and drop dots, tabs and line breaks inside addresses; parsing as they do tells them apart.
 */
export function localPath(next: string | undefined | null): string | null {
  if (!next?.startsWith('/') || next.length > 2000) return null
  const url = URL.parse(next, BASE)
  return url?.origin === BASE && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : null
}
