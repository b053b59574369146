import { jsonSchema, type Schema } from 'ai'
import { z } from 'zod'

/**
 * An input as a model is told of it: names, types and descriptions. Every request carries it, so bounds are not told; they hold when the
 * input comes back, and an error says them then.
 */
export const toolSchema = <T extends z.ZodType>(input: T): Schema<z.infer<T>> =>
  jsonSchema<z.infer<T>>(() => shape(z.toJSONSchema(input, { io: 'input', reused: 'inline' }) as Shape) as object, {
    validate: (value) => {
      const { success, data, error } = input.safeParse(value)
      return success ? { success, value: data } : { success, error }
    },
  })

type Shape = {
  type?: unknown
  description?: string | undefined
  enum?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  /** What may also be null, and null. */
  anyOf?: Shape[]
}

function shape({ anyOf, type, description, enum: words, properties, required, items }: Shape): Shape {
  if (anyOf?.[0]) return { ...shape({ ...anyOf[0], description }), type: [anyOf[0].type, 'null'] }
  return {
    type,
    ...(description ? { description } : {}),
    ...(words ? { enum: words } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, shape(part)])) }
      : {}),
    ...(required ? { required } : {}),
    ...(items ? { items: shape(items) } : {}),
  }
}
