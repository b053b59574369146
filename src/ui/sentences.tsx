import { Icon } from './icon.tsx'

/** Sentences under a heading; nothing when there are none. */
export const Sentences = ({ title, items, icon }: { title: string; items: string[]; icon?: boolean }) =>
  items.length === 0 ? null : (
    <section class="alert">
      {icon && <Icon name="info" />}
      <div>
        <h2>{title}</h2>
        <ul class="sentences">
          {items.map((item) => (
            <li>{item}</li>
          ))}
        </ul>
      </div>
    </section>
  )
