import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import { asset } from './assets.ts'

/** The mark, with the brand word unless `mark` is set. The page script shows the drawn mark when the image fails. */
export const Logo = (props: { mark?: boolean }) => (
  <a class="logo" href={urls.home}>
    <img src={asset('logo.svg')} alt={props.mark ? SITE.name : ''} width={22} height={22} data-logo />
    <svg class="icon" viewBox="0 0 24 24" hidden aria-hidden="true">
      <path d="M4 4.5h16v12H12l-4.5 4v-4H4zM4 9h16M10 9v7.5" />
    </svg>
    {!props.mark && <span>{SITE.name}</span>}
  </a>
)
