import type { Child } from 'hono/jsx'

type Props = {
  of: Readonly<Record<string, Child>>
  /** Each beside the others, with its name above it. */
  grouped?: boolean
  class?: string
}

/** What is known of a thing, by name; what is empty is left out. */
export const Facts = ({ of, grouped, class: more }: Props) => (
  <dl class={more ? `facts ${more}` : 'facts'}>
    {Object.entries(of).map(([name, value]) => {
      if (!value) return null
      const fact = (
        <>
          <dt>{name}</dt>
          <dd class="wrap">{value}</dd>
        </>
      )
      return grouped ? <div>{fact}</div> : fact
    })}
  </dl>
)
