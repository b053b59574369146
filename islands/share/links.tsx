/** @jsxImportSource react */
import { useState } from 'react'
import { counted, dayText, minuteText } from '#base/format.ts'
import { LINK_DAYS, PASSWORD } from '#canvases/rules/board.ts'
import type { LinkJson } from '#canvases/rules/link.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Form, InputField, LinkButton, Problem, SelectField } from '../kit/parts.tsx'
import { useAction } from '../kit/use-action.ts'
import { useLocale } from '../kit/use-browser.ts'
import { useFetched } from '../kit/use-fetched.ts'
import { createLink, publishLink, readLinks, revokeLink, type Thing } from './calls.ts'

const LIVES = [
  ['1', 'a day'],
  ['7', 'a week'],
  [String(LINK_DAYS.usual), '30 days'],
  ['90', '90 days'],
  [String(LINK_DAYS.most), 'a year'],
] as const
const ENDED: Record<Exclude<LinkJson['state'], 'works'>, string> = {
  expired: 'Expired',
  revoked: 'Revoked',
  no_access: 'Shows nothing: whoever made it may no longer share this',
}

/** What is shared, as the words of the dialog name it. */
const NAMES = { canvas: 'board', conversation: 'conversation' } as const
const SHOWN = {
  canvas:
    'Whoever has the link sees this board as it is now and its newest figures, without signing in. They see no SQL, no names and nothing else.',
  conversation:
    'Whoever has the link reads this conversation as it is now, without signing in: questions, answers, charts and the first rows of results. They see no SQL, no names and nothing else.',
}

/** Read-only links: making one, what became of them, and ending them. */
export function Links({ thing, filters }: { thing: Thing; filters: string }) {
  const [address, setAddress] = useState<string | null>(null)
  const { busy, error, run } = useAction()
  const { kind, id } = thing
  const [links, setLinks] = useFetched(`${kind} ${id}`, () => readLinks({ kind, id }))
  const make = (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const password = String(fields.get('password'))
    void run(async () => {
      const { address, ...made } = await createLink(thing, {
        expires_in_days: Number(fields.get('days')),
        filters,
        ...(password && { password }),
      })
      setAddress(address)
      setLinks((before) => [made, ...(before ?? [])])
      form.reset()
    })
  }
  const publish = (one: LinkJson) =>
    run(async () => {
      const after = await publishLink(thing, one.id)
      setLinks((before) => before?.map((it) => (it.id === after.id ? after : it)) ?? null)
    })
  const revoke = (one: LinkJson) =>
    run(async () => {
      await revokeLink(thing, one.id)
      setAddress(null)
      setLinks((before) => before?.map((it) => (it.id === one.id ? { ...it, state: 'revoked' } : it)) ?? null)
    })
  const name = NAMES[kind]
  return (
    <section className="sharing-links">
      <h3>Read-only links</h3>
      <p className="hint">
        {SHOWN[kind]}
        {filters && ' The filters that are set now stay set in it.'}
      </p>
      <Form className="sharing-form" onSend={make}>
        <SelectField label="It works for" name="days" of={LIVES} defaultValue={String(LINK_DAYS.usual)} />
        <InputField
          label={
            <>
              Password <span className="optional">Optional</span>
            </>
          }
          name="password"
          autoComplete="off"
          minLength={PASSWORD.least}
          maxLength={PASSWORD.most}
        />
        <Button type="submit" disabled={busy} aria-busy={busy} label="Make a link" />
      </Form>
      <Problem text={error} />
      {address && <Made address={address} />}
      {links === null && <p>Loading …</p>}
      {links?.length === 0 && <p className="hint">There is no link to this {name}.</p>}
      <ul className="entries">
        {links?.map((link) => (
          <LinkRow key={link.id} link={link} name={name} busy={busy} onPublish={publish} onRevoke={revoke} />
        ))}
      </ul>
    </section>
  )
}

function Made({ address }: { address: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard?.writeText(address).then(() => setCopied(true))
  return (
    <div className="sharing-made" role="status">
      <p>Your link. It is shown this once, so copy it now.</p>
      <div>
        <input
          className="input"
          readOnly
          aria-label="Link"
          value={address}
          onFocus={(event) => event.target.select()}
        />
        {/* Without https browsers have no clipboard: the link is selected and copied by hand. */}
        <Button onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} /> {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}

type RowProps = {
  link: LinkJson
  name: string
  busy: boolean
  onPublish: (link: LinkJson) => void
  onRevoke: (link: LinkJson) => void
}

function LinkRow({ link, name, busy, onPublish, onRevoke }: RowProps) {
  const locale = useLocale()
  const { state, views, opened_at, expires_at, created_by, created_at, has_password, is_current } = link
  const made = `${created_by.name}, ${dayText(created_at, locale)}`
  const opened = opened_at ? `, last on ${minuteText(opened_at, locale)} UTC` : ''
  return (
    <li className="entry" data-ended={state !== 'works' || undefined}>
      <span className="entry-who">
        {state === 'works' ? `Works until ${dayText(expires_at, locale)}` : ENDED[state]}
        {state === 'works' && has_password && ', with a password'}
        <small>
          Made by {made} · {counted(views, 'view', 'views', locale)}
          {opened}
        </small>
        {state === 'works' && !is_current && (
          <small>
            Shows the {name} of {minuteText(link.published_at, locale)} UTC; it was changed since.{' '}
            <LinkButton disabled={busy} onClick={() => onPublish(link)} label="Publish the changes" />
          </small>
        )}
      </span>
      {(state === 'works' || state === 'no_access') && (
        <Button
          look="small"
          disabled={busy}
          onClick={() => onRevoke(link)}
          aria-label={`Revoke the link made by ${made}`}
          label="Revoke"
        />
      )}
    </li>
  )
}
