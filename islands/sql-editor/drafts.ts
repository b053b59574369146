import { viewerOfPage } from '../kit/viewer.ts'

/** A tab of the editor. */
export type Draft = { id: string; source: string; sql: string }
export type Drafts = { list: Draft[]; active: string }

/** Tabs that are kept. */
export const MOST_DRAFTS = 12

const keyOf = (workspaceId: string) => `sql-drafts:${viewerOfPage()?.id ?? ''}:${workspaceId}`

/** The tabs that this person left in this workspace; null where there are none. */
export function readDrafts(workspaceId: string): Drafts | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(workspaceId)) ?? 'null') as Drafts | null
    return kept && kept.list.length > 0 && kept.list.every(isDraft) ? kept : null
  } catch {
    // Not ours, or of another time: it is written anew.
    return null
  }
}

const isDraft = (value: Draft) => [value?.id, value?.source, value?.sql].every((part) => typeof part === 'string')

export function keepDrafts(workspaceId: string, drafts: Drafts): void {
  try {
    localStorage.setItem(keyOf(workspaceId), JSON.stringify(drafts))
  } catch {
    // A full or closed storage: the tabs live as long as the page.
  }
}

let made = 0
export const newDraft = (source: string, sql = ''): Draft => ({
  id: `d${Date.now().toString(36)}${made++}`,
  source,
  sql,
})
