import type { Product } from '../tests/support/product.ts'

/** What calls of the API answer, as far as benches read it. */
export type Answer = { id: string; token: string; status?: string; error?: string; tables: { rows: number }[] }
export type Api = { call(method: string, path: string, body?: object): Promise<Answer>; token: string; address: string }

/** The API of a running product for a person who has just registered. A call throws for what is not answered well. */
export async function signedUp({ address }: Pick<Product, 'address'>): Promise<Api> {
  let token = ''
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(new URL(path, address), {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read = (await answer.json()) as Answer
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read)}`)
    return read
  }
  const person = { email: 'bench@example.com', name: 'Bench', password: 'correct horse battery' }
  ;({ token } = await call('POST', '/api/auth/register', person))
  return { call, token, address }
}

/** @returns the path of its API */
export async function newWorkspace({ call }: Api, name: string): Promise<string> {
  const organization = await call('POST', '/api/organizations', { name })
  const workspace = await call('POST', '/api/workspaces', { organization_id: organization.id, name })
  return `/api/workspaces/${workspace.id}`
}
