/** The address in a `Link` header with rel="next". */
export function nextLink(header: string | null): string | null {
  for (const part of (header ?? '').split(/,(?=\s*<)/)) {
    const found = /^\s*<([^>]*)>(.*)$/.exec(part)
    if (found && /;\s*rel="?(?:[^"]*\s)?next(?:\s[^"]*)?"?(?:\s*;|\s*$)/i.test(found[2]!)) return found[1]!
  }
  return null
}
