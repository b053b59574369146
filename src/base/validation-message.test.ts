import { expect, test } from 'bun:test'
import { z } from 'zod'
import { validationMessage } from './validation-message.ts'

const text = z.string().min(1).max(2)
test.each<[z.ZodType, unknown, string]>([
  [text, undefined, 'This is missing.'],
  [text, 1, 'Write a text.'],
  [text, '', 'Write something.'],
  [z.string().min(8), 'x', 'Write at least 8 characters.'],
  [text, 'abc', 'Write at most 2 characters.'],
  [z.coerce.number(), 'x', 'Write a number.'],
  [z.number().int(), 1.5, 'Write a whole number.'],
  [z.number().int(), 1e300, 'Write at most 9007199254740991.'],
  [z.number().min(3), 1, 'Write at least 3.'],
  [z.number().multipleOf(100), 150, 'Write a multiple of 100.'],
  [z.boolean(), 'yes', 'Write true or false.'],
  [z.array(text).max(1), {}, 'Write a list.'],
  [z.array(text).max(1), ['a', 'b'], 'Write at most 1 item.'],
  [z.object({}), [], 'Write an object.'],
  [z.enum(['a', 'b']), 'c', 'Write one of a, b.'],
  [z.strictObject({}), { a: 1 }, 'There is no field a.'],
  [z.union([z.literal(1), text]), true, 'This cannot be understood.'],
  [z.string('Name it.'), 1, 'Name it.'],
])('%# says in plain words what is wrong', (schema, value, message) => {
  expect(schema.safeParse(value, { error: validationMessage }).error!.issues[0]!.message).toBe(message)
})
