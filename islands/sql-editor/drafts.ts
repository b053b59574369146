import { readStored, store } from '../kit/stored.ts'
import { viewerOfPage } from '../kit/viewer.ts'
import type { Draft, Drafts } from './editor-state.ts'

const keyOf = (workspaceId: string) => `sql-drafts:${viewerOfPage()?.id ?? ''}:${workspaceId}`

/** The tabs that this person left in this workspace; null where there are none, or those of an earlier version. */
export function readDrafts(workspaceId: string): Drafts | null {
  const drafts = readStored<Partial<Drafts>>('localStorage', keyOf(workspaceId))
  return drafts?.list?.length && drafts.list.every(isDraft) ? (drafts as Drafts) : null
}

const isDraft = (value: Draft) => [value?.id, value?.source, value?.sql].every((part) => typeof part === 'string')

export const storeDrafts = (workspaceId: string, drafts: Drafts): void =>
  store('localStorage', keyOf(workspaceId), drafts)
