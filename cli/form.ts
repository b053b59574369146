import { AppError } from '../src/base/errors.ts'
import type { DataSource, SourceField } from '../src/connections/rules/data-source.ts'
import { note, plain } from './print.ts'
import { ask, askSecret } from './prompt.ts'

type Values = Record<string, string>

/** `ssl.mode` is `{ssl: {mode}}`; what is empty is left out. */
export function bodyOf(values: Values): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue
    const [outer, inner] = name.split('.', 2) as [string, string?]
    if (inner === undefined) result[outer] = value
    else result[outer] = { ...(result[outer] as object | undefined), [inner]: value }
  }
  return result
}

/** `host=db.example.com` as fields of a source. Secrets are refused: arguments are seen by everybody on the machine. */
export function givenFields(source: DataSource, pairs: string[]): Values {
  const values: Values = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const field = source.fields.find(({ name }) => name === pair.slice(0, at))
    if (!field) {
      const fields = source.fields
        .map((it) => `\n  ${it.name.padEnd(20)} ${it.label}${it.secret ? ' (secret)' : ''}`)
        .join('')
      throw new AppError(
        'invalid',
        `${source.label} has no field ${at < 0 ? pair : pair.slice(0, at)}. It has:${fields}`,
      )
    }
    if (field.secret)
      throw new AppError('invalid', `${field.name} is a secret: it is asked for, or read with --secrets-stdin.`)
    values[field.name] = pair.slice(at + 1)
  }
  return values
}

/** Secrets as a JSON object, `{"password": "…"}`. */
export function readSecrets(source: DataSource, text: string): Values {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'Standard input must be a JSON object of secrets, like {"password": "…"}.')
  }
  const values: Values = {}
  for (const [name, value] of Object.entries(parsed as object)) {
    if (!source.fields.some((field) => field.name === name && field.secret) || typeof value !== 'string')
      throw new AppError('invalid', `${source.label} has no secret ${name}.`)
    values[name] = value
  }
  return values
}

/** Asks for every field that was not given, group by group: those of a group only when the group is wanted. */
export async function askFields(source: DataSource, given: Values): Promise<Values> {
  const values = { ...given }
  const wanted = new Map<string, boolean>()
  for (const field of source.fields) {
    if (values[field.name] !== undefined) continue
    const { group } = field
    if (group && !wanted.has(group)) wanted.set(group, /^y/i.test(await ask(`${group}: set it up? [y/N] `, '')))
    if (group && !wanted.get(group)) continue
    values[field.name] = await askField(field)
  }
  return values
}

async function askField(field: SourceField): Promise<string> {
  if (field.hint) note(`  ${plain(field.hint)}`)
  if (field.type === 'textarea') note('  On one line, or @ and the name of a file.')
  for (const { value, label } of field.options ?? []) note(`  ${value.padEnd(12)} ${plain(label)}`)
  const usual = field.default ? ` [${field.default}]` : field.required ? '' : ' (optional)'
  for (;;) {
    const typed = field.secret
      ? await askSecret(`${field.label}${usual}: `, '')
      : await ask(`${field.label}${usual}: `, '')
    // A key of many lines is named by its file.
    const text = field.type === 'textarea' && typed.startsWith('@') ? await contentsOf(typed.slice(1)) : typed
    const value = text || field.default || ''
    if (field.options && value && !field.options.some((option) => option.value === value))
      note('  One of the values above.')
    else if (value || !field.required) return value
  }
}

async function contentsOf(path: string): Promise<string> {
  if (await Bun.file(path).exists()) return Bun.file(path).text()
  note(`  There is no file ${path}.`)
  return ''
}
