import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openWorld } from './world.ts'

const config = readConfig()
const world = await openWorld(config)
const app = createApp(world)
const server = Bun.serve({ port: config.PORT, hostname: config.HOST, fetch: app.fetch, idleTimeout: 0 })
process.stdout.write(`Listening on ${config.BASE_URL ?? `http://${config.HOST}:${server.port}`}\n`)

let stopping = false
async function shutDown() {
  if (stopping) return
  stopping = true
  await server.stop()
  await world.close()
  process.exit(0)
}
process.on('SIGTERM', shutDown)
process.on('SIGINT', shutDown)
