/** Column of a cell address, from 0: `AB12` is 27; -1 when it is none. */
export function columnOf(address: string): number {
  let column = 0
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text of an XML node: the five entities, character numbers, and Excel's own `_x000D_`. */
export function xmlText(text: string): string {
  if (!text.includes('&') && !text.includes('_x')) return text
  return text
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Attributes of a tag. */
export function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name, double, single] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name!] = xmlText(double ?? single ?? '')
  return found
}
