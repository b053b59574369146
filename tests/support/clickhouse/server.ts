import { createServer } from 'node:http'

/**
 * ClickHouse behind its HTTP interface for tests: the real engine from the npm package chdb, in a process of its own. What only the
 * server has beside the engine is played: signing in, parameters of the address as settings, and the status of errors.
 */
type Engine = { query(sql: string, format: string): string }
const [chdb = '', folder = ''] = process.argv.slice(2)
const { Session } = (await import(chdb)) as { Session: new (path: string) => Engine }
const engine = new Session(folder)
const PASSWORD = 'root-pass'
const OWN = new Set(['database', 'default_format', 'query_id'])
/** Statements as they came, newest last. */
const seen: string[] = []

const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const url = new URL(request.url ?? '/', 'http://x')
  if (url.pathname === '/seen') return void response.end(JSON.stringify(seen))
  const say = (status: number, text: string) => void response.writeHead(status).end(text)
  const [user, password] = Buffer.from(String(request.headers.authorization ?? '').slice(6), 'base64')
    .toString()
    .split(':')
  if (user !== 'default' || password !== PASSWORD)
    return say(
      403,
      `Code: 516. DB::Exception: ${user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 26.7.2.1)`,
    )
  if (url.searchParams.get('database') === 'no_such_database')
    return say(
      404,
      'Code: 81. DB::Exception: Database no_such_database does not exist. (UNKNOWN_DATABASE) (version 26.7.2.1)',
    )
  seen.push(body)
  const database = url.searchParams.get('database')
  if (database) engine.query(`use \`${database}\``, 'Null')
  const settings = [...url.searchParams].filter(([name]) => !OWN.has(name))
  const text = settings.length
    ? `${body} settings ${settings.map(([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : `'${value}'`}`).join(', ')}`
    : body
  try {
    const answer = engine.query(text, url.searchParams.get('default_format') ?? 'TabSeparated')
    response.writeHead(200).end(answer)
  } catch (error) {
    say(500, (error as Error).message.replace(/^Query failed: /, ''))
  }
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
