import { useCallback, useEffect, useState } from 'react'
import type { CellPlace } from '#canvases/rules/block.ts'
import type { CommentJson } from '#canvases/rules/comment.ts'
import * as calls from './calls.ts'

export type CommentsControl = ReturnType<typeof useComments>

/** The comments of a canvas, read anew whenever something of it changed. @param version of the canvas, as its event stream tells it */
export function useComments(canvasId: string, version: number) {
  const [comments, setComments] = useState<CommentJson[]>([])
  useEffect(() => {
    let isOld = false
    calls.readComments(canvasId).then(
      (found) => !isOld && setComments(found),
      // What is there stays; the next change reads them again.
      () => {},
    )
    return () => {
      isOld = true
    }
  }, [canvasId, version])
  const put = useCallback(
    (one: CommentJson) => setComments((all) => [...all.filter(({ id }) => id !== one.id), one].toSorted(byAge)),
    [],
  )
  return {
    comments,
    add: async (block_id: string, cell: CellPlace | null, text: string, mentions: string[]) =>
      put(await calls.createComment(canvasId, { block_id, cell, text, mentions })),
    change: async (id: string, change: Parameters<typeof calls.changeComment>[2]) =>
      put(await calls.changeComment(canvasId, id, change)),
    remove: async (id: string) => {
      await calls.removeComment(canvasId, id)
      setComments((all) => all.filter((one) => one.id !== id))
    },
  }
}

const byAge = (a: CommentJson, b: CommentJson) => (a.id < b.id ? -1 : 1)
