import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import { asset } from './assets.ts'

/** The mark, with the brand word when `text` is enabled. The page script shows the drawn icon when the image fails. */
export const Logo = (props: { text?: boolean }) => (
  <a class="logo" href={urls.home} aria-label={props.text ? undefined : SITE.name}>
    <img src={asset('logo.svg')} alt="" width={22} height={22} data-logo />
    <svg class="icon" viewBox="0 0 24 24" hidden aria-hidden="true">
      <path d="M4 4.5h16v12H12l-4.5 4v-4H4zM4 9h16M10 9v7.5" />
    </svg>
    {props.text && <span>{SITE.name}</span>}
  </a>
)
