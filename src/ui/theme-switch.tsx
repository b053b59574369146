import { urls } from '../urls.ts'
import type { Theme } from './frame.ts'
import { Icon } from './icon.tsx'

const CHOICES = [
  ['system', 'system', 'System'],
  ['light', 'sun', 'Light'],
  ['dark', 'moon', 'Dark'],
] as const

/** Posts the choice, which a cookie keeps; the page script applies it without a reload. */
export const ThemeSwitch = (props: { theme: Theme }) => (
  <form method="post" action={urls.theme} data-theme-form>
    {/* A group and not a landmark: a page has it in its menus and in its footer. */}
    <fieldset class="theme" aria-label="Theme">
      {CHOICES.map(([value, icon, label]) => (
        <button type="submit" name="theme" value={value} aria-pressed={props.theme === value ? 'true' : 'false'}>
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </fieldset>
  </form>
)
