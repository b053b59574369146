import { Hono } from 'hono'

// The least that this stack can do: one page of constant text. Its rate is what ours are compared with.
const app = new Hono().get('/', (c) => c.html('<!doctype html><title>Hello</title><h1>Hello</h1>'))
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
process.stdout.write(`Listening on http://127.0.0.1:${server.port}\n`)
