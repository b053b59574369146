import type { Child } from 'hono/jsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/rules/icon.ts'

/** One centred card with a form or with what happened, the mark of which is `icon`. */
export const Card = (props: { title: string; intro?: Child; icon?: IconName; children?: Child; foot?: Child }) => (
  <div class="page centred">
    <header class="stack" data-gap="2">
      {props.icon && (
        <span class="card-mark">
          <Icon name={props.icon} size={20} />
        </span>
      )}
      <h1>{props.title}</h1>
      {props.intro && <p class="muted">{props.intro}</p>}
    </header>
    {props.children}
    {props.foot && <p class="muted">{props.foot}</p>}
  </div>
)
