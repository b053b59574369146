import { eq, inArray } from 'drizzle-orm'
import { newId } from '#base/ids.ts'
import { SECOND } from '#base/time.ts'
import { tablesVersion } from '#catalog/outline.ts'
import { watchTables } from '#catalog/publish.ts'
import { canvases, users } from '#db/schema/index.ts'
import { eventStream } from '#workspaces/event-stream.ts'
import type { WorkspaceCtx, World } from '../ctx.ts'

type WatchedCtx = WorkspaceCtx & { canvas: { id: string } }
type Person = { id: string; name: string }
/** A stream of this process: read: what it tells is to be read anew; look: who looks may have changed. `person`: null for a program with a key. */
type Watcher = { person: Person | null; read: () => void; look: () => void }

/** How often a board is looked at, should what another process told have been lost. */
const LOOK = 15 * SECOND
/** How long it holds what another process told of who looks; it tells that as often. */
const HOLDS = 40 * SECOND
/** Of how many people of one board the others are told. */
const MOST_PEOPLE = 50
/** This process, as the others know it. */
const SELF = newId()

const watchers = new Map<string, Set<Watcher>>()
/** Who looks at boards that are watched here, by what each other process told last. */
const elsewhere = new Map<string, Map<string, { people: Person[]; until: number }>>()

/** These boards changed, here or in another process; any of them, when none is named. */
export function canvasesChanged(ids: string[]): void {
  for (const id of ids.length > 0 ? ids : watchers.keys()) for (const { read } of watchers.get(id) ?? []) read()
}

/**
 * The versions of a board and of the tables of its workspace, and who looks at it, as a server-sent event stream: those of now, then each
 * that follows.
 */
export const events = (ctx: WatchedCtx): Response =>
  eventStream(ctx, (signal) => states(ctx, signal), { what: `canvas ${ctx.canvas.id}`, waits: true })

async function* states(ctx: WatchedCtx, signal: AbortSignal): AsyncGenerator<string> {
  const { id } = ctx.canvas
  let news = Promise.withResolvers<void>()
  let isOld = true
  const self: Watcher = {
    person: ctx.actor.via === 'key' ? null : { id: ctx.user.id, name: ctx.user.name },
    read() {
      isOld = true
      news.resolve()
    },
    look: () => news.resolve(),
  }
  const all = watchers.get(id) ?? new Set()
  watchers.set(id, all.add(self))
  signal.addEventListener('abort', self.look, { once: true })
  const unwatch = watchTables((ids) => (ids.length === 0 || ids.includes(ctx.workspace.id)) && self.read())
  const peopleChanged = () => {
    for (const { look } of all) look()
    tellPeople(ctx, id)
  }
  const lookAgain = () => {
    // One stream tells for all of this process.
    if (all.values().next().value === self) tellPeople(ctx, id)
    self.read()
  }
  try {
    peopleChanged()
    let state = {}
    for (let last = ''; !signal.aborted; ) {
      news = Promise.withResolvers()
      if (isOld) {
        isOld = false
        const { version, deletedAt } = canvases
        const [row] = await ctx.db.select({ version, deletedAt }).from(canvases).where(eq(canvases.id, id))
        if (!row || row.deletedAt) return yield 'event: gone\ndata: {}\n\n'
        state = { version: row.version, tables: await tablesVersion(ctx) }
      }
      const now = JSON.stringify({ ...state, people: whoLooks(ctx, id) })
      if (now !== last) yield `data: ${now}\n\n`
      last = now
      const timer = setTimeout(lookAgain, LOOK)
      await news.promise
      clearTimeout(timer)
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', self.look)
    all.delete(self)
    peopleChanged()
    if (all.size === 0) {
      watchers.delete(id)
      elsewhere.delete(id)
    }
  }
}

const peopleHere = (id: string) => [...(watchers.get(id) ?? [])].flatMap(({ person }) => person ?? [])

/** Who looks at a board, here and by other processes, each once. */
function whoLooks(ctx: WatchedCtx, id: string): Person[] {
  const now = ctx.now().getTime()
  const told = [...(elsewhere.get(id)?.values() ?? [])].flatMap(({ people, until }) => (until > now ? people : []))
  const all = new Map([...told, ...peopleHere(id)].map((person) => [person.id, person]))
  return [...all.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Tells the other processes who looks at a board here. What is lost is told again. */
function tellPeople({ bus, db }: Pick<World, 'bus' | 'db'>, id: string): void {
  const ids = new Set(peopleHere(id).map((person) => person.id))
  bus.tell(db, 'people', [SELF, id, ...[...ids].slice(0, MOST_PEOPLE)]).catch(() => {})
}

/** Another process told who looks at a board by it: nobody, where no people follow the two ids. */
export async function peopleTold(world: World, [from, id, ...ids]: string[]): Promise<void> {
  const all = watchers.get(id ?? '')
  if (!from || !id || !all) return
  const told = elsewhere.get(id) ?? new Map()
  elsewhere.set(id, told)
  const before = told.get(from)
  const now = { people: before?.people ?? [], until: world.now().getTime() + HOLDS }
  if (ids.length > 0) told.set(from, now)
  else told.delete(from)
  // Who comes does not know yet who is here.
  if (ids.length > 0 && !before) tellPeople(world, id)
  if (ids.length > 0)
    now.people = await world.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
  for (const { look } of all) look()
}
