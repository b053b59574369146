import { describe, expect, test } from 'bun:test'
import { signUp } from '../../tests/support/people.ts'
import { testApp } from '../../tests/support/world.ts'
import { methodsAt } from './not-found.ts'

const app = await testApp()
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  app.request(path, { method, headers })

describe('a path that is there for other methods', () => {
  test('of the API is named with them as JSON', async () => {
    const answer = await ask('DELETE', '/api/organizations')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(await answer.json()).toEqual({
      error: 'This address does not take DELETE. It takes GET, HEAD, POST.',
      code: 'wrong_method',
      details: { allow: ['GET', 'HEAD', 'POST'] },
    })
    expect((await ask('GET', '/api/auth/login')).headers.get('allow')).toBe('POST')
  })

  test('of the pages is answered with a page', async () => {
    const answer = await ask('PUT', '/login')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(answer.headers.get('content-type')).toStartWith('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('tells its methods when asked for them', async () => {
    const answer = await ask('OPTIONS', '/api/organizations/some-id/members')
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([
      204,
      expect.stringMatching(/^.*GET, HEAD/),
      '',
    ])
  })

  test('still tells nothing of paths that are not', async () => {
    const answers = await Promise.all(
      ['GET', 'PUT', 'OPTIONS'].map((method) => ask(method, '/uploads/elsewhere/a.csv')),
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('allow')])).toEqual(Array(3).fill([404, null]))
  })
})

describe('a slash too many at the end', () => {
  test.each([
    ['/login/?next=%2Fchat', '/login?next=%2Fchat'],
    ['/workspaces/some-id//', '/workspaces/some-id'],
    ['/api/organizations/', '/api/organizations'],
    ['//', '/'],
  ])('%s leads to %s', async (path, plain) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(method, path)
      expect([answer.status, answer.headers.get('location')]).toEqual([308, plain])
    }
  })

  test.each(['/nowhere/', '//elsewhere.example/', '/\\elsewhere.example/', '/api/auth/login/'])(
    '%s stays not found',
    async (path) => {
      const answer = await ask('GET', path)
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    },
  )

  test('does not turn what changes something into something else', async () => {
    expect((await ask('POST', '/login/')).status).toBe(404)
  })
})

test('whoever is signed in stays so on a page that is not there', async () => {
  const ada = await signUp(app)
  expect(await (await ask('GET', '/nowhere', { cookie: ada.cookie })).text()).toContain(ada.user.email)
})

test('patterns match whole parts of a path', () => {
  const routes = [
    { method: 'GET', path: '/a/:id' },
    { method: 'POST', path: '/a/new' },
    { method: 'GET', path: '/files/*' },
    { method: 'ALL', path: '/*' },
  ]
  expect(methodsAt(routes, '/a/new')).toEqual(['GET', 'HEAD', 'POST'])
  expect(methodsAt(routes, '/a/1/2')).toEqual([])
  expect(methodsAt(routes, '/files/x/y')).toEqual(['GET', 'HEAD'])
})
