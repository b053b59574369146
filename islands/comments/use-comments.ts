import { useCallback, useEffect, useState } from 'react'
import type { CommentedCell, CommentJson } from '#comments/rules/comment.ts'
import type { Thing } from '../share/calls.ts'
import * as calls from './calls.ts'

export type CommentsControl = ReturnType<typeof useComments>

/**
 * The comments of a canvas or a conversation, read anew with every version of it.
 * @param version of a canvas, as its event stream tells it @param id null before a conversation began
 */
export function useComments(kind: Thing['kind'], id: string | null, version: number) {
  const [comments, setComments] = useState<CommentJson[]>([])
  useEffect(() => {
    if (!id) return
    let isOld = false
    calls.readComments({ kind, id }).then(
      (found) => !isOld && setComments(found),
      // What is there stays; the next change reads them again.
      () => {},
    )
    return () => {
      isOld = true
    }
  }, [kind, id, version])
  const put = useCallback(
    (one: CommentJson) => setComments((all) => [...all.filter(({ id }) => id !== one.id), one].toSorted(byAge)),
    [],
  )
  const thing = { kind, id: id ?? '' }
  return {
    thing,
    comments,
    add: async (partId: string, cell: CommentedCell | null, text: string, mentions: string[]) =>
      put(await calls.createComment(thing, partId, { cell, text, mentions })),
    change: async (commentId: string, change: Parameters<typeof calls.changeComment>[2]) =>
      put(await calls.changeComment(thing, commentId, change)),
    remove: async (commentId: string) => {
      await calls.removeComment(thing, commentId)
      setComments((all) => all.filter((one) => one.id !== commentId))
    },
  }
}

const byAge = (a: CommentJson, b: CommentJson) => (a.id < b.id ? -1 : 1)
