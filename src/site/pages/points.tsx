import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/rules/icon.ts'

export type Point = [icon: IconName, title: string, text: string]

/** What speaks for something, each with its sign. */
export const Points = (props: { of: Point[] }) => (
  <ul class="promises">
    {props.of.map(([icon, title, text]) => (
      <li>
        <Icon name={icon} size={20} />
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)
