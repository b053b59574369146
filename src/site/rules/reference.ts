/** The parts of an OpenAPI document that the reference page shows. */
export type Schema = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
}
type Content = Record<string, { schema?: Schema }>
type Operation = {
  summary: string
  description?: string
  operationId: string
  tags: string[]
  security?: unknown[]
  parameters: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
export type OpenApi = { paths: Record<string, unknown> }

export type Call = { method: string; path: string; operation: Operation }
/** A field as one line of a table; `depth` is how deep it lies inside others. */
export type FieldLine = { name: string; type: string; required: boolean; note: string; depth: number }

export function callsByTag(document: OpenApi): Map<string, Call[]> {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ method, path, operation })),
  )
  return Map.groupBy(calls, (call) => call.operation.tags[0] ?? 'Other')
}

/** The first schema of a content and the media types it comes in. */
export function bodyOf(content: Content | undefined): { types: string[]; schema: Schema | null } {
  const entries = Object.entries(content ?? {})
  return { types: entries.map(([type]) => type), schema: entries.find(([, it]) => it.schema)?.[1].schema ?? null }
}

/** Deepest level of fields that is listed: what lies below is told by its type. */
const DEEPEST = 3

/** Fields of an object, or of the objects of a list, one line each with those inside them below. */
export function fieldLines(schema: Schema | null, depth = 0): FieldLine[] {
  const object = objectIn(schema)
  if (!object || depth > DEEPEST) return []
  return Object.entries(object.properties ?? {}).flatMap(([name, field]) => [
    { name, type: typeText(field), required: object.required?.includes(name) ?? false, note: noteText(field), depth },
    ...fieldLines(field, depth + 1),
  ])
}

/** The object behind a list or a choice between an object and null. */
function objectIn(schema: Schema | null): Schema | null {
  if (!schema) return null
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  const choices = schema.anyOf ?? schema.oneOf ?? []
  return choices.map(objectIn).find((found) => found !== null) ?? null
}

/** "string", "array of objects", "string or null", "owner | member | viewer". */
export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeText))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'array') return schema.items ? `array of ${typeText(schema.items)}` : 'array'
  if (schema.format === 'date-time') return 'moment'
  return schema.type ?? 'any'
}

const noteText = (schema: Schema): string =>
  [schema.description, schema.default === undefined ? '' : `Default: ${JSON.stringify(schema.default)}.`]
    .filter(Boolean)
    .join(' ')
