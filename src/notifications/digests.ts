import { and, asc, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { asSystem } from '#billing/system.ts'
import { inTransaction } from '#db/connect.ts'
import { notificationSettings, notifications, users, workspaces } from '#db/schema/index.ts'
import * as mails from '#records/mails.ts'
import { mailTo } from '#ui/mail.tsx'
import type { World } from '../ctx.ts'
import { absolute, urls } from '../urls.ts'
import { inWorkspace, isVisible, type Withheld } from './notifications.ts'
import { nextDigest } from './rules/notification.ts'

/** Mails of one turn of the job, and notifications that one names. */
const MOST = { mails: 100, named: 40 }

/**
 * For the jobs: sends the mails of a day or week that are due, each once however many servers there are.
 * @param withheld tells what may not be read any more, and so is left out
 * @returns how many were due
 */
export async function sendDue(world: World, withheld: Withheld): Promise<number> {
  let done = 0
  while (done < MOST.mails && (await sendOne(world, withheld))) done++
  return done
}

/** The one that is due longest, in one transaction with what says that it was sent: of a process that dies before its end nothing is. */
const sendOne = (world: World, withheld: Withheld): Promise<boolean> =>
  inTransaction(world, async (world) => {
    const [due] = await world.db
      .select({ settings: notificationSettings, email: users.email })
      .from(notificationSettings)
      .innerJoin(users, eq(users.id, notificationSettings.userId))
      .where(lte(notificationSettings.digestAt, world.now()))
      .orderBy(asc(notificationSettings.digestAt))
      .limit(1)
      .for('update', { of: notificationSettings, skipLocked: true })
    if (!due) return false
    const { userId, digest, timeZone } = due.settings
    // Taken before they are read: what is told meanwhile waits for the next.
    const taken = await world.db
      .update(notifications)
      .set({ waits: false })
      .where(and(eq(notifications.userId, userId), eq(notifications.waits, true)))
      .returning({ id: notifications.id })
    const ids = taken.map(({ id }) => id)
    const waiting = await world.db
      .select({ told: notifications, workspace: workspaces.name })
      .from(notifications)
      .innerJoin(workspaces, inWorkspace)
      // What was read in the product is not told again.
      .where(and(inArray(notifications.id, ids), isVisible(world, userId), isNull(notifications.readAt)))
      .orderBy(desc(notifications.id))
    const gone = await withheld(
      asSystem(world),
      userId,
      waiting.map(({ told }) => told),
    )
    const told = waiting.flatMap(({ told, workspace }) => (gone.has(told.id) ? [] : { ...told, workspace }))
    const rights = { userId, workspaceIds: [...new Set(told.map(({ workspaceId }) => workspaceId))] }
    if (told.length > 0)
      await mails.post(world, 'digest', { ...mailTo(due.email, textOf(world, digest === 'week', told)), rights })
    await world.db
      .update(notificationSettings)
      .set({ digestAt: digest === 'none' ? null : nextDigest(digest, timeZone, world.now()) })
      .where(eq(notificationSettings.userId, userId))
    return true
  })

type Told = { title: string; text: string; workspace: string }

function textOf({ config }: World, isWeekly: boolean, told: Told[]) {
  const counted = told.length === 1 ? '1 notification' : `${told.length} notifications`
  return {
    subject: `${counted} of the ${isWeekly ? 'week' : 'day'}`,
    title: `You have ${counted} that you have not read`,
    paragraphs: [told.length > MOST.named && `These are the newest ${MOST.named} of them.`],
    facts: told
      .slice(0, MOST.named)
      .map(({ title, text, workspace }): [string, string] => [workspace, [title, text].filter(Boolean).join(' · ')]),
    action: { label: 'Open your notifications', address: absolute(config, urls.notifications) },
    footnote: 'You get these as one mail because you chose so. Change it in your profile, under Notifications.',
  }
}
