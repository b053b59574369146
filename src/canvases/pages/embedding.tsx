import { Submit } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Saved } from '#ui/field.tsx'
import { Minute } from '#ui/format.tsx'
import { NewSecret } from '#ui/new-secret.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import type { FormState } from '#web/form.ts'
import { WorkspaceBreadcrumb, WorkspaceTabs } from '#workspaces/pages/parts.tsx'
import type { WorkspaceCtx } from '../../ctx.ts'
import { href, urls } from '../../urls.ts'
import type { Embedding } from '../embedding.ts'

type Props = {
  place: Pick<WorkspaceCtx, 'workspace' | 'organization'>
  embedding: Embedding
  form: FormState
  /** A secret that was just made: it is shown this once. */
  made: string | null
  saved: boolean
  /** Of an embedded board, without its token. */
  address: string
}

/** Where boards of a workspace may be embedded, and the secret that tokens for it are signed with. */
export const EmbeddingPage = ({ place, embedding, form, made, saved, address }: Props) => {
  const { id } = place.workspace
  const action = href(urls.workspaceEmbedding, { id })
  return (
    <div class="page">
      <WorkspaceBreadcrumb place={place} up={[['Settings', href(urls.workspaceSettings, { id })]]} here="Embedding" />
      <h1>Embed canvases in another site</h1>
      <WorkspaceTabs workspace={place.workspace} here="settings" />
      <div class="page-column">
        <Saved show={saved}>It is saved.</Saved>
        {made && (
          <NewSecret id="embedding-secret" secret={made} name="secret">
            Copy it to your server now: it is shown this once.
          </NewSecret>
        )}
        <PostForm action={action} form={form} submit="Save" look="primary">
          <Field
            form={form}
            name="hosts"
            type="textarea"
            label="Sites that may show a canvas in a frame"
            optional
            placeholder="https://app.example.com"
            hint="One a line. Everywhere else browsers refuse to show it."
          />
          <input type="hidden" name="act" value="hosts" />
        </PostForm>
        <Card
          id="secret"
          title="Secret"
          intro="Your server signs a token with it for each person whom it shows a canvas. Nobody without it can make one."
        >
          <div class="card-body stack" data-gap="3">
            <p>
              {embedding.secretAt ? (
                <>
                  The secret of <Minute at={embedding.secretAt} /> works now.
                </>
              ) : (
                'There is no secret yet, so nothing can be embedded.'
              )}
            </p>
            <form class="row" method="post" action={action}>
              <input type="hidden" name="act" value="secret" />
              <Submit
                label={embedding.secretAt ? 'Renew the secret' : 'Make a secret'}
                {...(embedding.secretAt && {
                  'data-confirm': 'Renew the secret?',
                  'data-confirm-message': 'Every token that the one before has signed is void at once.',
                  'data-confirm-action': 'Renew',
                })}
              />
            </form>
            {embedding.secretAt && (
              <PostButton to={action} fields={{ act: 'remove' }} look="quiet" label="End all embedding" />
            )}
          </div>
        </Card>
        <Card id="how" title="How a token is made">
          <div class="card-body stack" data-gap="3">
            <p>
              A JSON Web Token, signed with HS256. It names the canvas, ends within 24 hours, and may keep people apart
              by the values that rows must have:
            </p>
            <pre class="code" tabindex={0}>
              {`{
  "canvas": "…id of the canvas…",
  "exp": ${SOON},
  "filters": { "orders.customer": ["Acme"] }
}`}
            </pre>
            <p>Show it in a frame:</p>
            <pre class="code" tabindex={0}>{`<iframe src="${address}…token…"></iframe>`}</pre>
            <p class="muted">
              With filters a token shows only blocks whose statements all of them reach. What it shows is what the owner
              who made the secret may see.
            </p>
          </div>
        </Card>
      </div>
    </div>
  )
}

/** An example of a moment, in seconds. */
const SOON = 1_893_456_000
