import type { Child } from 'hono/jsx'

/** Pages that stand beside each other, the one at the address `here` as the one that is shown. */
export const Tabs = (props: {
  label: string
  here: string
  of: readonly (readonly [address: string, text: Child])[]
}) => (
  <nav class="tabs" aria-label={props.label}>
    {props.of.map(([address, text]) => (
      <a href={address} aria-current={address === props.here ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)
