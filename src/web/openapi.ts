import { z } from 'zod'
import { ERROR_KINDS, type ErrorKind } from '#base/errors.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from '#base/paging.ts'
import { SITE } from '#base/site.ts'
import type { Described } from './api.ts'

/** What the app knows of a route; the handler carries the name of its guard, and that of a call what is said of it. */
export type Route = { method: string; path: string; handler: { name: string; about?: Described } }

const isCall = (route: Route) => route.method !== 'ALL' && route.path.startsWith('/api/')

/**
 * The OpenAPI 3.1 document of the routes. Who may call what is read from the guards' names, the same that the golden route table shows.
 * @param server public address of this server
 */
export function openApiDocument(routes: Route[], server: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes.filter(isCall)) {
    if (!route.handler.about) continue
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, route.handler.about) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${SITE.name} API`, version: '1', description: SITE.description },
    servers: [{ url: server }],
    security: [{ token: [] }, { session: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token, as signing in answers it, or an API key (`tt_…`) within its scopes.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'session_token' },
      },
      schemas: { Error: schema(errorBody, 'output') },
    },
  }
}

const errorBody = z.object({
  error: z.string().describe('A sentence for a person.'),
  code: z.string().describe('snake_case, for a program.'),
  details: z.record(z.string(), z.unknown()).optional().describe('`fields` names each wrong field of the request.'),
  request_id: z.string().optional().describe('Only where the server does not know what went wrong.'),
})

const paging = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z.string().optional().describe('As the `Link` header of the page before names it.'),
})

function operation({ method, path, handler }: Route, about: Described) {
  // The label of the guard: anyone, signedIn, may PERMISSION …
  const guard = handler.name.split(' -> ')[0]!
  const permission = /^may\w* ([A-Z_]+)$/.exec(guard)?.[1]
  const role = /^admin (\w+)$/.exec(guard)?.[1]
  const open = guard === 'anyone' || guard === 'visitor'
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const unsafe = method !== 'GET'
  const status = about.status ?? (about.answer ? 200 : 204)
  const errors = new Set<ErrorKind>([
    ...(about.body || about.query || about.paged ? (['invalid'] as const) : []),
    ...(open ? [] : (['unauthenticated'] as const)),
    ...(permission || role ? (['forbidden'] as const) : []),
    ...(names.length > 0 ? (['not_found'] as const) : []),
    ...(about.errors ?? []),
  ])
  return {
    operationId: operationId(method, path),
    summary: about.summary,
    tags: [about.tag],
    ...describing(
      about.description,
      permission && `Needs the permission ${permission}.`,
      role && `For platform admins${role === 'any' ? '' : ` with the role ${role}`}.`,
    ),
    ...(open ? { security: [] } : {}),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(about.query),
      ...queryParameters(about.paged ? paging : undefined),
      ...(unsafe ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(about.body
      ? {
          requestBody: {
            required: true,
            content: { [about.bodyType ?? 'application/json']: { schema: schema(about.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: about.answer ? 'Done.' : 'Done; there is nothing to answer.',
        ...(about.paged ? { headers: { Link: { description: 'Next page.', schema: { type: 'string' } } } } : {}),
        ...(about.answer
          ? {
              content: {
                [about.answerType ?? 'application/json']: { schema: schema(about.answer, 'output') },
                ...Object.fromEntries((about.forms ?? []).map((type) => [type, {}])),
              },
            }
          : {}),
      },
      ...(about.waiting
        ? {
            202: {
              description: 'Not done yet: it waits for a second admin.',
              content: { 'application/json': { schema: schema(about.waiting, 'output') } },
            },
          }
        : {}),
      ...Object.fromEntries([...errors].map((kind) => [ERROR_KINDS[kind].status, errorResponse(kind)])),
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key does the same thing once and gets the same answer for a day.',
  schema: { type: 'string' },
}

const errorResponse = (kind: ErrorKind) => ({
  description: `${ERROR_KINDS[kind].title}.`,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const describing = (...lines: (string | undefined)[]) => {
  const description = lines.filter(Boolean).join('\n\n')
  return description ? { description } : {}
}

/** `post /api/workspaces/:id/files/upload` -> `postWorkspacesIdFilesUpload` */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .slice('/api'.length)
    .split(/\W+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function queryParameters(query: z.ZodType | undefined) {
  if (!query) return []
  const { properties = {}, required = [] } = schema(query, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: type,
  }))
}

/** JSON Schema of a zod type. What JSON cannot say (a refinement) is left to the server. */
export function schema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...json } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' })
  return json
}
