import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

type Props = {
  id: string
  secret: string
  /** What it is: "key". */
  name: string
  children: Child
}

/** A secret that is shown once. */
export const NewSecret = ({ id, secret, name, children }: Props) => (
  <div class="alert alert-success" role="status">
    <Icon name="success" />
    <div class="stack grow" data-gap="3">
      <p>
        <strong>Your new {name}.</strong> {children}
      </p>
      <code class="code secret" id={id}>
        {secret}
      </code>
      <p>
        <button class="button button-small" type="button" data-copy={id} hidden>
          Copy {name}
        </button>
      </p>
    </div>
  </div>
)
