/** @jsxImportSource react */
import { createContext, useContext, useMemo, useState } from 'react'
import type { AnswerResult, EditedResult } from '#analyst/rules/answer.ts'
import { resultsOf } from '#analyst/rules/presented.ts'
import type { ChatScreen } from '#chat/rules/screen.ts'
import type { CommentedCell, CommentJson } from '#comments/rules/comment.ts'
import type { Cell } from '#query/rules/answers.ts'
import { placeOf, placeWords } from '../comments/cells.ts'
import { CommentButton, CommentsDialog } from '../comments/dialog.tsx'
import { useComments } from '../comments/use-comments.ts'
import { useHydrated } from '../kit/use-browser.ts'
import type { Answered } from './drawer-state.ts'

type Talk = { comments: CommentJson[]; open: (answerId: string, cell: CommentedCell | null) => void }
const TalkContext = createContext<Talk>({ comments: [], open() {} })
export const Talk = TalkContext.Provider
export const useTalk = () => useContext(TalkContext)

/** Where whoever looks at an answer reads what others say of it, and says something. */
export function CommentAnswer({ id }: { id: string }) {
  const hydrated = useHydrated()
  const { comments, open } = useTalk()
  return hydrated && <CommentButton partId={id} name="this answer" comments={comments} onOpen={() => open(id, null)} />
}

/** Somebody chose a cell of a result, to say something of it. */
export const cellIn = (
  result: AnswerResult | EditedResult,
  row: Record<string, Cell>,
  column: string,
): CommentedCell | null => {
  const place = placeOf(result, row, column)
  return place && { ...place, result: result.id }
}

type About = { answerId: string; cell: CommentedCell | null }

/** The comments of a conversation, and the dialog of those of one answer. @param version whenever it changes they are read anew */
export function useTalkOf(
  { workspaceId, level }: ChatScreen,
  conversationId: string | null,
  answers: Answered[],
  version: number,
  now: number,
) {
  const [about, setAbout] = useState<About | null>(null)
  // What others said meanwhile is there when somebody looks.
  const control = useComments('conversation', conversationId, version + (about ? 1 : 0))
  const { comments } = control
  const talk = useMemo((): Talk => ({ comments, open: (answerId, cell) => setAbout({ answerId, cell }) }), [comments])
  const answer = answers.find(({ id }) => id === about?.answerId)?.answer
  const results = answer ? resultsOf(answer) : []
  const dialog = about && answer && (
    <CommentsDialog
      partId={about.answerId}
      name="this answer"
      cell={about.cell}
      placeWords={(cell) => placeWords(results, cell)}
      hint={
        results.length > 0 ? 'To comment on a cell, double-click it in the table, or press Enter on it.' : undefined
      }
      mayComment={level !== 'view'}
      {...{ workspaceId, control, now }}
      onClose={() => setAbout(null)}
    />
  )
  return { talk, dialog }
}
