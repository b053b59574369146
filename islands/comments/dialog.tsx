/** @jsxImportSource react */
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { minuteText } from '#base/format.ts'
import type { CommentedCell, CommentJson } from '#comments/rules/comment.ts'
import { LONGEST_COMMENT, mentionsIn } from '#comments/rules/mention.ts'
import { ago } from '../chat/answer-of.ts'
import { Icon } from '../kit/icon.tsx'
import { TitledModal } from '../kit/modal.tsx'
import { Button, Form, LinkButton, Options, Problem } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLocale } from '../kit/use-browser.ts'
import { useFetched } from '../kit/use-fetched.ts'
import type { Member } from '../share/calls.ts'
import { partOf, readReaders } from './calls.ts'
import type { CommentsControl } from './use-comments.ts'

type ButtonProps = { partId: string; name: string; comments: CommentJson[]; className?: string; onOpen: () => void }

/** Opens what is said of a block or an answer; tells how much of it is not resolved. */
export function CommentButton({ partId, name, comments, className, onOpen }: ButtonProps) {
  const open = comments.filter((one) => partOf(one) === partId && !one.resolved_at).length
  const label = open > 0 ? `${open} ${open === 1 ? 'comment' : 'comments'} on ${name}` : `Comment on ${name}`
  return (
    <button
      type="button"
      className={className}
      data-open={open > 0 || undefined}
      aria-label={label}
      title="Comments"
      onClick={onOpen}
    >
      <Icon name="chat" />
      {open > 0 && <span>{open}</span>}
    </button>
  )
}

type Props = {
  partId: string
  name: string
  /** The cell that a new comment is about. */
  cell: CommentedCell | null
  /** A cell in words. */
  placeWords: (cell: CommentedCell) => string
  /** How a cell is commented on, where there are some. */
  hint?: string | undefined
  workspaceId: string
  control: CommentsControl
  mayComment: boolean
  now: number
  onClose: () => void
}

/** What members say of a block or an answer. */
export function CommentsDialog(props: Props) {
  const { partId, name, cell, placeWords, hint, workspaceId, control, mayComment, now, onClose } = props
  const { thing } = control
  const part = thing.kind === 'canvas' ? 'block' : 'answer'
  const [readers] = useFetched(`${thing.kind} ${thing.id}`, () => readReaders(thing, workspaceId))
  const members = readers ?? []
  const [resolved, setResolved] = useState(false)
  const [about, setAbout] = useState(cell)
  const all = control.comments.filter((one) => partOf(one) === partId)
  const done = all.filter((one) => one.resolved_at)
  const dialog = (
    <TitledModal className="dialog-wide sharing" title={`Comments on ${name}`} onClose={onClose}>
      <div className="dialog-body">
        {all.length === 0 && <p className="hint">Nobody has said anything of this {part}.</p>}
        <ul className="comments">
          {all
            .filter((one) => resolved || !one.resolved_at)
            .map((one) => (
              <Comment key={one.id} one={one} {...{ placeWords, members, control, mayComment, now }} />
            ))}
        </ul>
        {done.length > 0 && (
          <Button look="quiet small" aria-pressed={resolved} onClick={() => setResolved(!resolved)}>
            {resolved ? 'Hide what is resolved' : `Show ${done.length} resolved`}
          </Button>
        )}
        {about && mayComment && (
          <p className="comment-cell">
            About {placeWords(about)}{' '}
            <LinkButton onClick={() => setAbout(null)}>About the whole {part} instead</LinkButton>
          </p>
        )}
        {mayComment ? (
          <Write
            label="Your comment"
            submit="Comment"
            members={members}
            onSave={(text, mentions) => control.add(partId, about, text, mentions)}
          />
        ) : (
          <p className="hint">This {thing.kind} is shared with you to be viewed.</p>
        )}
        {hint && mayComment && !about && <p className="hint">{hint}</p>}
      </div>
    </TitledModal>
  )
  // Beside the page: a panel that it was opened from may be inert, or go away.
  return createPortal(dialog, document.body)
}

type CommentProps = Pick<Props, 'placeWords' | 'control' | 'mayComment' | 'now'> & {
  one: CommentJson
  members: Member[]
}

function Comment({ one, placeWords, members, control, mayComment, now }: CommentProps) {
  const [editing, setEditing] = useState(false)
  const { busy, error, run } = useAction()
  const locale = useLocale()
  const { by, text, mentions, created_at, edited_at, resolved_by, may } = one
  const names = mentions.map(({ name }) => name)
  const whose = `the comment of ${by.name}`
  return (
    <li data-resolved={resolved_by !== null || undefined}>
      <p className="comment-head">
        <strong>{by.name}</strong>
        <time dateTime={created_at} title={`${minuteText(created_at, locale)} UTC`}>
          {ago(created_at, now)}
          {edited_at && ', changed'}
        </time>
        {resolved_by && <span>resolved by {resolved_by.name}</span>}
      </p>
      {one.cell && <p className="comment-cell">{placeWords(one.cell)}</p>}
      {editing ? (
        <Write
          label="Change your comment"
          submit="Save"
          members={members}
          before={one}
          onCancel={() => setEditing(false)}
          onSave={async (text, mentions) => {
            await control.change(one.id, { text, mentions })
            setEditing(false)
          }}
        />
      ) : (
        <p className="comment-text">
          {mentionsIn(text, names).map((piece, at) =>
            piece.isMention ? <strong key={at}>{piece.text}</strong> : piece.text,
          )}
        </p>
      )}
      {!editing && mayComment && (may.edit || may.end) && (
        <p className="comment-acts">
          {may.end && (
            <Button
              look="quiet small"
              disabled={busy}
              aria-label={`${resolved_by ? 'Open' : 'Resolve'} ${whose}`}
              onClick={() => run(() => control.change(one.id, { resolved: !resolved_by }))}
              label={resolved_by ? 'Open again' : 'Resolve'}
            />
          )}
          {may.edit && (
            <Button look="quiet small" aria-label={`Change ${whose}`} onClick={() => setEditing(true)} label="Change" />
          )}
          {may.end && (
            <Button
              look="quiet small"
              disabled={busy}
              aria-label={`Delete ${whose}`}
              onClick={() => run(() => control.remove(one.id))}
              label="Delete"
            />
          )}
        </p>
      )}
      <Problem text={error} />
    </li>
  )
}

type WriteProps = {
  label: string
  submit: string
  members: Member[]
  before?: CommentJson
  onSave: (text: string, mentions: string[]) => Promise<void>
  onCancel?: () => void
}

/** A comment as it is written. Somebody is mentioned by choosing them; taking their name out of the text takes that back. */
function Write({ label, submit, members, before, onSave, onCancel }: WriteProps) {
  const [text, setText] = useState(before?.text ?? '')
  const [named, setNamed] = useState(before?.mentions ?? [])
  const field = useRef<HTMLTextAreaElement>(null)
  const { busy, error, run } = useAction()
  const id = useId()
  const mention = (userId: string) => {
    const user = members.find((one) => one.users.id === userId)?.users
    if (!user) return
    const at = field.current?.selectionStart ?? text.length
    const gap = at > 0 && !/\s$/.test(text.slice(0, at)) ? ' ' : ''
    setText(`${text.slice(0, at)}${gap}@${user.name} ${text.slice(at)}`)
    setNamed([...named.filter((one) => one.id !== user.id), { id: user.id, name: user.name }])
    field.current?.focus()
  }
  const save = () => {
    const mentions = named.filter(({ name }) => text.includes(`@${name}`)).map((one) => one.id)
    void run(async () => {
      await onSave(text.trim(), mentions)
      if (!before) setText('')
    })
  }
  return (
    <Form className="comment-form" onSend={save}>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <textarea
          id={id}
          ref={field}
          className="input"
          rows={3}
          required
          maxLength={LONGEST_COMMENT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Problem text={error} />
      <div className="comment-acts">
        {members.length > 1 && (
          <select className="select" aria-label="Mention" value="" onChange={(event) => mention(event.target.value)}>
            <Options of={[['', 'Mention …'], ...members.map(({ users: user }) => [user.id, user.name] as const)]} />
          </select>
        )}
        {onCancel && <Button look="quiet" onClick={onCancel} label="Cancel" />}
        <Button look="primary" type="submit" disabled={busy} aria-busy={busy} label={submit} />
      </div>
    </Form>
  )
}
