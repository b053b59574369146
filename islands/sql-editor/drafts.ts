import { viewerOfPage } from '../kit/viewer.ts'
import type { Draft, Drafts } from './editor-state.ts'

const keyOf = (workspaceId: string) => `sql-drafts:${viewerOfPage()?.id ?? ''}:${workspaceId}`

/** The tabs that this person left in this workspace; null where there are none. */
export function readDrafts(workspaceId: string): Drafts | null {
  try {
    const drafts = JSON.parse(localStorage.getItem(keyOf(workspaceId)) ?? 'null') as Drafts | null
    return drafts && drafts.list.length > 0 && drafts.list.every(isDraft) ? drafts : null
  } catch {
    // Not ours, or written by an earlier version: it is written anew.
    return null
  }
}

const isDraft = (value: Draft) => [value?.id, value?.source, value?.sql].every((part) => typeof part === 'string')

export function storeDrafts(workspaceId: string, drafts: Drafts): void {
  try {
    localStorage.setItem(keyOf(workspaceId), JSON.stringify(drafts))
  } catch {
    // A full or closed storage: the tabs live as long as the page.
  }
}
