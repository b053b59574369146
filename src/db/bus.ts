import { type SQL, sql } from 'drizzle-orm'
import type postgres from 'postgres'
import { newId } from '#base/ids.ts'

/** What is told: rows of answers were kept, answers are to be stopped, somebody's access changed, settings were saved, boards changed, people were notified, tables have other rows, who looks at a board. */
type Topic = 'answers' | 'stops' | 'access' | 'settings' | 'canvases' | 'notifications' | 'tables' | 'people'

/** The other processes of this database. Nothing of what is said may be relied on: a connection that breaks loses it, so everybody looks now and then. */
export type Bus = {
  /** Tells the others as soon as the transaction of `db` is kept. This process is not told: it knows. */
  tell(db: { execute(query: SQL): Promise<unknown> }, topic: Topic, ids?: string[]): Promise<void>
  /** @param listener gets the ids told; none when everything may have changed */
  hear(topic: Topic, listener: (ids: string[]) => void): void
}

/** An embedded database has one process. */
export const SILENT: Bus = { tell: async () => {}, hear: () => {} }

const CHANNEL = 'tabletalk'
/** PostgreSQL takes less than 8,000 bytes at once. */
const IDS_AT_ONCE = 150

/** Over LISTEN and NOTIFY of PostgreSQL, with a connection of its own, which is made anew when it breaks. */
export function openBus(client: postgres.Sql): Bus & { ready: Promise<unknown> } {
  const self = newId()
  const listeners = new Map<string, ((ids: string[]) => void)[]>()
  const heard = (payload: string) => {
    const [from, topic, ids] = payload.split(' ')
    if (from !== self) for (const listener of listeners.get(topic!) ?? []) listener(ids ? ids.split(',') : [])
  }
  // While there was no connection anything may have been told.
  const connected = () => {
    for (const all of listeners.values()) for (const listener of all) listener([])
  }
  return {
    ready: client.listen(CHANNEL, heard, connected).catch(() => {}),
    async tell(db, topic, ids = []) {
      for (let at = 0; at === 0 || at < ids.length; at += IDS_AT_ONCE) {
        const payload = [self, topic, ids.slice(at, at + IDS_AT_ONCE).join(',')].join(' ')
        await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`)
      }
    },
    hear: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
  }
}
