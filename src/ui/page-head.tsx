import type { Child } from 'hono/jsx'

/** The head of a page: its title, a sentence about it, and what can be done with the whole of it. */
export const PageHead = ({ title, text, children }: { title: Child; text?: Child; children?: Child }) => (
  <header class="page-head">
    <div>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
    </div>
    {children && <div class="page-head-actions">{children}</div>}
  </header>
)
