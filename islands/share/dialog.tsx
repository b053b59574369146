/** @jsxImportSource react */
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { LEVELS, type Level } from '#sharing/rules/level.ts'
import type { ShareJson, SharingJson } from '#sharing/rules/sharing.ts'
import { sentenceOf } from '../kit/api.ts'
import { TitledModal } from '../kit/modal.tsx'
import { Button, Form, Options, Problem, SelectField } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useFetched } from '../kit/use-fetched.ts'
import * as calls from './calls.ts'
import { Links } from './links.tsx'

const CAN: Record<Level, string> = { view: 'can view', comment: 'can comment', edit: 'can edit' }
const NOBODY = 'nobody'
/** What the words of the levels do not say. */
const HINTS: Record<calls.Thing['kind'], string> = {
  canvas: 'Viewers can comment at most, whatever is chosen here.',
  conversation: 'Whoever can edit asks in it as well, with their own rights to data and their own credits.',
}
const LEVEL_OPTIONS = LEVELS.map((level) => [level, CAN[level]] as const)

type Props = {
  thing: calls.Thing & { name: string; workspaceId: string; workspace?: string }
  /** Filters of a canvas that stay set in a link that is made now. */
  filters?: string
  /** Whether read-only links of it may be made. */
  mayLink: boolean
  onChange?: (sharing: SharingJson) => void
  onClose: () => void
}

/** With whom a canvas or a conversation is shared: its workspace, people by name, and whoever has a link. */
export function ShareDialog({ thing, filters = '', mayLink, onChange, onClose }: Props) {
  const [sharing, setSharing] = useState<SharingJson | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { kind, id: thingId } = thing
  useEffect(() => {
    calls.readSharing({ kind, id: thingId }).then(setSharing, (error) => setFailure(sentenceOf(error)))
  }, [kind, thingId])
  const show = (next: SharingJson) => {
    setSharing(next)
    onChange?.(next)
  }
  const dialog = (
    <TitledModal className="dialog-wide sharing" title={`Share ${thing.name}`} onClose={onClose}>
      <div className="dialog-body">
        <Problem text={failure} />
        {!sharing && !failure && <p>Loading …</p>}
        {sharing && <People {...{ thing, sharing }} onShow={show} />}
        {mayLink && <Links thing={thing} filters={filters} />}
      </div>
    </TitledModal>
  )
  // Beside the page: a menu that it was opened from closes, and must not take it along.
  return createPortal(dialog, document.body)
}

type PeopleProps = { thing: Props['thing']; sharing: SharingJson; onShow: (sharing: SharingJson) => void }

function People({ thing, sharing, onShow }: PeopleProps) {
  const { workspaceId } = thing
  const [members] = useFetched(workspaceId, () => calls.readMembers(workspaceId))
  const { busy, error, run } = useAction()
  const everybody = `Everybody in ${thing.workspace ?? 'the workspace'}`
  const change = (work: () => Promise<SharingJson>) => run(async () => onShow(await work()))
  const remove = (user: ShareJson['user']) =>
    change(async () => {
      await calls.unshare(thing, user.id)
      return { ...sharing, people: sharing.people.filter((one) => one.user.id !== user.id) }
    })
  const others = (members ?? [])
    .map(({ users }) => users)
    .filter((user) => user.id !== sharing.by.id && !sharing.people.some((one) => one.user.id === user.id))
  return (
    <section className="sharing-people">
      <h3>People</h3>
      <ul className="entries">
        <li className="entry">
          <span className="entry-who">
            <strong>{everybody}</strong>
            <small>{HINTS[thing.kind]}</small>
          </span>
          <select
            className="select"
            aria-label={everybody}
            value={sharing.workspace ?? NOBODY}
            disabled={busy || !sharing.may}
            onChange={({ target: { value } }) =>
              change(() => calls.shareWithWorkspace(thing, value === NOBODY ? null : (value as Level)))
            }
          >
            <Options of={thing.kind === 'canvas' ? LEVEL_OPTIONS : [[NOBODY, 'cannot view'], ...LEVEL_OPTIONS]} />
          </select>
        </li>
        <li className="entry">
          <Who user={sharing.by} />
          <span className="muted">made it</span>
        </li>
        {sharing.people.map(({ user, level }) => (
          <li className="entry" key={user.id}>
            <Who user={user} />
            <select
              className="select"
              aria-label={`What ${user.name || user.email} can do`}
              value={level}
              disabled={busy || !sharing.may}
              onChange={({ target }) => change(() => calls.shareWith(thing, user.id, target.value as Level))}
            >
              <Options of={LEVEL_OPTIONS} />
            </select>
            {sharing.may && (
              <Button
                look="quiet small"
                disabled={busy}
                aria-label={`Remove ${user.name || user.email}`}
                onClick={() => remove(user)}
                label="Remove"
              />
            )}
          </li>
        ))}
      </ul>
      {sharing.may && others.length > 0 && (
        <AddPerson {...{ others, busy }} onAdd={(user, level) => change(() => calls.shareWith(thing, user, level))} />
      )}
      <Problem text={error} />
    </section>
  )
}

const Who = ({ user }: { user: ShareJson['user'] }) => (
  <span className="entry-who">
    <strong>{user.name || 'No name'}</strong>
    <small>{user.email}</small>
  </span>
)

type AddProps = {
  others: ShareJson['user'][]
  busy: boolean
  onAdd: (userId: string, level: Level) => Promise<boolean>
}

function AddPerson({ others, busy, onAdd }: AddProps) {
  const [userId, setUserId] = useState('')
  const [level, setLevel] = useState<Level>('view')
  const add = async () => {
    if (await onAdd(userId, level)) setUserId('')
  }
  return (
    <Form className="sharing-form" onSend={add}>
      <SelectField
        label="Person"
        required
        value={userId}
        of={[['', 'Choose …'], ...others.map(({ id, name, email }) => [id, name || email] as const)]}
        onChoose={setUserId}
      />
      <SelectField label="What they can do" value={level} of={LEVEL_OPTIONS} onChoose={setLevel} />
      <Button type="submit" disabled={busy} aria-busy={busy} label="Share" />
    </Form>
  )
}
