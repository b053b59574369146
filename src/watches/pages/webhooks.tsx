import type { Page } from '#base/paging.ts'
import { ButtonLink, Empty, Submit } from '#ui/button.tsx'
import { Field, Problem, Saved } from '#ui/field.tsx'
import { Minute } from '#ui/format.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { Table } from '#ui/table.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Format } from '../rules/payload.ts'
import type { Delivery, Webhook } from '../webhooks.ts'
import { deleting } from './parts.tsx'

type Place = Pick<WorkspaceCtx, 'workspace' | 'organization'>

const FORMAT_NAMES: Record<Format, string> = { json: 'JSON', slack: 'Slack', teams: 'Microsoft Teams' }
const STATES: Record<Delivery['state'], string> = { waiting: 'Waiting', sent: 'Sent', failed: 'Given up' }

const Head = ({ place, here }: { place: Place; here: string | null }) => {
  const { id } = place.workspace
  const up: [string, string][] = [
    ['Canvases', href(urls.workspaceCanvases, { id })],
    ['Watches', href(urls.workspaceWatches, { id })],
  ]
  return (
    <WorkspaceBreadcrumb
      place={place}
      up={here ? [...up, ['Webhooks', href(urls.workspaceWebhooks, { id })]] : up}
      here={here ?? 'Webhooks'}
    />
  )
}

type ListProps = { place: Place; list: Webhook[]; form: FormState }

/** The webhooks of a workspace, and how another one is made. */
export function WebhooksPage({ place, list, form }: ListProps) {
  const { id } = place.workspace
  return (
    <div class="page">
      <Head place={place} here={null} />
      <PageHead
        title="Webhooks"
        text="Addresses that watches and schedules tell, beside people: your own program, Slack or Teams."
      />
      <WorkspaceTabs workspace={place.workspace} here="canvases" />
      {list.length > 0 ? (
        <Table
          label="Webhooks"
          items={list}
          columns={{
            Name: {
              names: true,
              cell: ({ id: webhookId, name }) => <a href={href(urls.workspaceWebhook, { id, webhookId })}>{name}</a>,
            },
            Kind: ({ format }) => FORMAT_NAMES[format],
            Host: ({ host }) => host,
          }}
        />
      ) : (
        <Empty
          icon="share"
          title="There are no webhooks yet"
          text="Make one below, then choose it in a watch or schedule."
        />
      )}
      <h2>New webhook</h2>
      <form class="form" method="post" action={href(urls.workspaceWebhooks, { id })}>
        <Problem text={form.problem} />
        <Field form={form} name="name" label="Name" maxlength={80} />
        <Field form={form} name="url" label="Address" type="url" maxlength={2000} placeholder="https://" />
        <Field form={form} name="format" label="Kind" options={FORMAT_NAMES} />
        <div class="form-actions">
          <Submit look="primary" label="Create webhook" />
        </div>
      </form>
    </div>
  )
}

type MadeProps = { place: Place; webhook: Webhook & { secret: string } }

/** A webhook that was just made, with its secret, which is shown this once. */
export const MadeWebhookPage = ({ place, webhook }: MadeProps) => (
  <div class="page">
    <Head place={place} here={webhook.name} />
    <PageHead title={webhook.name} />
    <Saved show>
      The webhook is made. Keep its secret now: it is not shown again. By it your program checks the signature of what
      it gets.
    </Saved>
    <pre>{webhook.secret}</pre>
    <ButtonLink
      look="primary"
      to={href(urls.workspaceWebhook, { id: place.workspace.id, webhookId: webhook.id })}
      label="Test it"
    />
  </div>
)

type OneProps = { place: Place; webhook: Webhook; log: Page<Delivery>; done: boolean }

/** One webhook: a test, and what was sent to it. */
export function WebhookPage({ place, webhook, log, done }: OneProps) {
  const { id } = place.workspace
  const webhookId = webhook.id
  const action = href(urls.workspaceWebhookAct, { id, webhookId })
  return (
    <div class="page">
      <Head place={place} here={webhook.name} />
      <PageHead title={webhook.name} text={`${FORMAT_NAMES[webhook.format]}, ${webhook.host}`} />
      <WorkspaceTabs workspace={place.workspace} here="canvases" />
      <Saved show={done}>A test was sent. How it went stands below.</Saved>
      <div class="form-actions">
        <PostButton to={action} fields={{ act: 'test' }} look="primary small" label="Send a test" />
        <PostButton
          to={action}
          fields={{ act: 'remove' }}
          ask={deleting(webhook.name, 'Watches and schedules tell it no more.')}
          look="quiet small"
          label="Delete"
        />
      </div>
      <h2>What was sent</h2>
      {log.items.length === 0 ? (
        <p class="muted">Nothing yet.</p>
      ) : (
        <Table
          label="What was sent"
          items={log.items}
          columns={{
            Made: { names: true, cell: ({ createdAt }) => <Minute at={createdAt} /> },
            What: ({ event }) => event.title,
            'How it went': ({ state, status, attempts, error, nextAt }) => (
              <div>
                {STATES[state]}
                {status !== null && ` (${status})`}
                {attempts > 1 && `, ${attempts} attempts`}
                {error && <p class="muted">{error}</p>}
                {nextAt && state === 'waiting' && attempts > 0 && (
                  <p class="muted">
                    again at <Minute at={nextAt} />
                  </p>
                )}
              </div>
            ),
          }}
        />
      )}
      {log.next && (
        <ButtonLink to={href(urls.workspaceWebhook, { id, webhookId }, { cursor: log.next })} label="Older" />
      )}
    </div>
  )
}
