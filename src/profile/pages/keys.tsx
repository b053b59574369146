import type { ApiKey } from '#auth/api-keys.ts'
import { LIFETIMES, SCOPES } from '#auth/rules/api-key.ts'
import { Card } from '#ui/card.tsx'
import { Checks, Field, Saved } from '#ui/field.tsx'
import { Day } from '#ui/format.tsx'
import { NewSecret } from '#ui/new-secret.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { FormState } from '#web/form.ts'
import { urls } from '../../urls.ts'
import { ago, ProfileFrame } from './parts.tsx'

type Props = {
  keys: ApiKey[]
  made: string | null
  form: FormState
  chosen: string[]
  now: Date
  revoked: boolean
}

const lifetimeName = (days: number | null) => (days === null ? 'Never' : days === 365 ? 'In a year' : `In ${days} days`)

/** @param props.made a key that was just made, whole: it is shown this once */
export const KeysPage = (props: Props) => (
  <ProfileFrame here="keys">
    <Saved show={props.revoked}>The key is revoked.</Saved>
    {props.made && (
      <NewSecret id="new-api-key" secret={props.made} name="key">
        Copy it now: it is shown this once, and only its digest is kept.
      </NewSecret>
    )}
    <Card
      id="keys"
      title="API keys"
      intro={
        <>
          With a key programs use the <a href={urls.apiReference}>API</a> and the command line in your name, within what
          you allow them.
        </>
      }
    >
      {props.keys.length === 0 ? (
        <p class="card-body muted">You have no API keys.</p>
      ) : (
        <ul class="rows">
          {props.keys.map((key) => (
            <Row key={key.id} it={key} now={props.now} />
          ))}
        </ul>
      )}
    </Card>
    <Card id="new-key" title="New API key">
      <PostForm class="card-body form" action={urls.profileKeys} form={props.form} submit="Create key" look="primary">
        <Field
          form={props.form}
          name="name"
          label="Name"
          maxlength={60}
          placeholder="Nightly report"
          hint="What will use it."
        />
        <Checks form={props.form} name="scopes" legend="What it may do" options={SCOPES} chosen={props.chosen} />
        <Field
          form={props.form}
          name="expires_in_days"
          label="It expires"
          options={LIFETIMES.map((days) => [days === null ? 'never' : String(days), lifetimeName(days)])}
        />
      </PostForm>
    </Card>
  </ProfileFrame>
)

const Row = ({ it, now }: { it: ApiKey; now: Date; key: string }) => {
  const expired = it.expiresAt !== null && it.expiresAt <= now
  return (
    <li>
      <div class="grow">
        <p class="row" data-gap="2">
          <strong class="wrap">{it.name}</strong>
          <code>{it.prefix}…</code>
          {expired && <span class="badge badge-red">Expired</span>}
        </p>
        <p class="row" data-gap="1">
          {it.scopes.map((scope) => (
            <span class="badge">{scope}</span>
          ))}
        </p>
        <p class="muted small">
          {it.lastUsedAt ? `Last used ${ago(it.lastUsedAt, now)}` : 'Never used'} · Created <Day at={it.createdAt} /> ·{' '}
          {it.expiresAt ? (
            <>
              {expired ? 'Expired' : 'Expires'} <Day at={it.expiresAt} />
            </>
          ) : (
            'Never expires'
          )}
        </p>
      </div>
      <PostButton
        to={urls.profileKeyRevoke}
        fields={{ id: it.id }}
        ask={{
          title: 'Revoke this key',
          message: `Whatever uses “${it.name}” is refused from now on.`,
          action: 'Revoke',
        }}
        look="small"
      >
        Revoke<span class="quiet"> {it.name}</span>
      </PostButton>
    </li>
  )
}
