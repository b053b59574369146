/** A field of a form that is drawn from a list: its name is the dotted place of its value. */
export type ConfigField = {
  name: string
  label: string
  type?: 'text' | 'number' | 'price' | 'email' | 'url' | 'password' | 'lines' | 'switch' | 'moment' | 'select'
  hint?: string
  optional?: boolean
  options?: Record<string, string>
  suggestions?: readonly string[]
  /** Variable of the environment that decides this while it is set. */
  fixedBy?: string
  wide?: boolean
}
export type ConfigGroup = { id: string; title: string; intro: string; fields: ConfigField[] }

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join('\n') : String(value)
}

/** Settings as the fields of a form: `{ site: { name } }` is `site.name`. */
export function folded(value: unknown, path = ''): Record<string, string> {
  const isTree = typeof value === 'object' && value !== null
  if (!isTree || (Array.isArray(value) && value.every((item) => typeof item !== 'object')))
    return { [path]: textOf(value) }
  return Object.assign({}, ...Object.entries(value).map(([key, item]) => folded(item, path ? `${path}.${key}` : key)))
}

/** `2026-11-21T20:00:00.000Z` as a field for a date and a time takes it. */
export const momentField = (iso: string): string => iso.slice(0, 16)

export function differenceText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value.length === 0
      ? 'nothing'
      : value.map((item) => (typeof item === 'object' ? officeText(item) : String(item))).join(', ')
  return typeof value === 'object' ? officeText(value) : String(value)
}

const officeText = (value: unknown): string =>
  Object.values(value as Record<string, unknown>)
    .map(differenceText)
    .join(': ')
