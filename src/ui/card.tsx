import type { Child, JSX } from 'hono/jsx'

type CardProps = {
  /** Of the card; that of its title ends with `-head`. */
  id: string
  title: Child
  beside?: Child
  /** What it is for. */
  intro?: Child
  /** Classes beside `card`. */
  class?: string
  children?: Child
}

export const Card = (props: CardProps & JSX.IntrinsicElements['section']) => {
  const { id, title, beside, intro, class: more, children, ...attributes } = props
  return (
    <section class={more ? `card ${more}` : 'card'} id={id} aria-labelledby={`${id}-head`} {...attributes}>
      <div class="card-head">
        <h2 id={`${id}-head`}>{title}</h2>
        {beside}
        {intro && <p>{intro}</p>}
      </div>
      {children}
    </section>
  )
}
