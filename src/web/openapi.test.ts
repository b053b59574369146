import { expect, test } from 'bun:test'
import { z } from 'zod'
import { json, newPlace, signUp } from '../../tests/support/people.ts'
import { testApp } from '../../tests/support/world.ts'
import { urls } from '../urls.ts'
import { openApiDocument, type Route } from './openapi.ts'

/** As much of the document as these tests read. */
type Call = {
  operationId: string
  description?: string
  security?: unknown[]
  parameters: unknown[]
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: unknown }> }
}
type Document = { openapi: string; paths: Record<string, Record<string, Call>> }
const document = async (): Promise<Document> =>
  (await (await testApp()).request(urls.openapi)).json() as Promise<Document>

test('every call of the API is described', async () => {
  const { routes } = await testApp()
  const calls = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/')) as Route[]
  expect(calls.filter(({ handler }) => !handler.about).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('the document is OpenAPI 3.1 with an operation id of its own for each call', async () => {
  const it = await document()
  expect(it.openapi).toBe('3.1.0')
  const ids = Object.values(it.paths).flatMap((path) => Object.values(path).map((call) => call.operationId))
  const { routes } = await testApp()
  expect(ids.length).toBe(routes.filter((route) => route.method !== 'ALL' && route.path.startsWith('/api/')).length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('guards decide who may call, and which errors to expect', async () => {
  const { paths } = await document()
  expect(paths['/api/auth/login']!.post!.security).toEqual([])
  const remove = paths['/api/organizations/{id}']!.delete!
  expect(remove.description).toContain('Needs the permission DELETE_ORGANIZATION.')
  expect(Object.keys(remove.responses)).toEqual(['204', '401', '403', '404'])
  expect(remove.parameters[0]).toEqual({ name: 'id', in: 'path', required: true, schema: { type: 'string' } })
})

test('the schema of a body is the one that validates it', () => {
  const body = z.object({ name: z.string().min(1).max(100), size: z.coerce.number().int().optional() })
  const about = { tag: 'Things', summary: 'Make one', body, status: 201, answer: body } as const
  const routes = [{ method: 'POST', path: '/api/things', handler: { name: 'signedIn -> create', about } }]
  const { paths } = openApiDocument(routes, '/') as unknown as Document
  expect(paths['/api/things']!.post!.requestBody!.content['application/json']!.schema).toMatchObject({
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 100 } },
  })
})

test('what the server answers is what the document says', async () => {
  const app = await testApp()
  const about = (url: string, method: string) =>
    app.routes.map((route): Route => route).find((it) => it.path === url && it.method === method)?.handler.about
  const person = await signUp(app)
  const { organization, workspace } = await newPlace(app, person)
  const calls: [url: string, path: string][] = [
    [urls.apiOrganizations, urls.apiOrganizations],
    [urls.apiUserOrganizations, urls.apiUserOrganizations],
    [urls.apiOrganization, `/api/organizations/${organization.id}`],
    [urls.apiOrganizationMembers, `/api/organizations/${organization.id}/members`],
    [urls.apiWorkspace, `/api/workspaces/${workspace.id}`],
    [urls.apiProfile, urls.apiProfile],
    [urls.apiAdminStatus, urls.apiAdminStatus],
    [urls.apiCreditBalance, urls.apiCreditBalance],
  ]
  for (const [url, path] of calls) {
    const answer = await app.request(path, { headers: person.headers })
    const { answer: said } = about(url, 'GET')!
    const parsed = strict(said!).safeParse(await answer.json())
    expect({ url, wrong: parsed.error?.issues ?? [] }).toEqual({ url, wrong: [] })
  }
  const login = await app.request(urls.apiLogin, json({ email: person.user.email, password: person.password }))
  const said = about(urls.apiLogin, 'POST')!.answer!
  expect(strict(said).safeParse(await login.json()).error?.issues ?? []).toEqual([])
})

/** Objects refuse what the document does not name. */
function strict(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodArray) return z.array(strict(type.element as z.ZodType))
  return type instanceof z.ZodObject ? type.strict() : type
}
