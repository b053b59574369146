import type { Child } from 'hono/jsx'
import { urls } from '../urls.ts'
import { Icon } from './icon.tsx'

const isHere = (href: string, path: string) => (href === urls.home ? path === href : path.startsWith(href))

/** A workspace's own page is its chat. */
const isChat = (path: string) => /^\/(chat|workspaces\/[^/]+)$/.test(path)

export const NavLink = (props: { href: string; path: string; children: Child }) => (
  <a href={props.href} aria-current={isHere(props.href, props.path) ? 'page' : undefined}>
    {props.children}
  </a>
)

/** What guests find in the bar, in the order of the specification; the mobile menu has the same. */
export const GuestLinks = (props: { path: string }) => (
  <>
    <NavLink href={urls.home} path={props.path}>
      Home
    </NavLink>
    <NavLink href={urls.aboutUs} path={props.path}>
      About Us
    </NavLink>
    <NavLink href={urls.documentation} path={props.path}>
      Documentation
    </NavLink>
    <NavLink href={urls.pricing} path={props.path}>
      Pricing
    </NavLink>
    <NavLink href={urls.contactUs} path={props.path}>
      Contact
    </NavLink>
  </>
)

/** @param props.kind `menu` floats below the bar, `fold` unfolds inside the mobile menu */
export const Navigation = (props: { path: string; kind: 'menu' | 'fold' }) => (
  <>
    <NavLink href={urls.home} path={props.path}>
      Home
    </NavLink>
    <Organizations {...props} />
    <Dropdown {...props} label="Resources" under={[urls.documentation, urls.pricing]}>
      <a href={urls.documentation}>
        <Icon name="book" />
        Documentation
      </a>
      <a href={urls.pricing}>
        <Icon name="credit" />
        Pricing
      </a>
    </Dropdown>
    <a href={urls.chat} aria-current={isChat(props.path) ? 'page' : undefined}>
      Chat
    </a>
  </>
)

type DropdownProps = {
  kind: 'menu' | 'fold'
  label: string
  path: string
  /** Addresses whose pages it leads to. */
  under: string[]
  class?: string
  organizations?: boolean
  children: Child
}

/** Opens without script; the page script adds keys. */
const Dropdown = (props: DropdownProps) => (
  <details class={props.kind} data-organizations={props.organizations}>
    <summary data-here={(!isChat(props.path) && props.under.some((href) => isHere(href, props.path))) || undefined}>
      {props.label}
      <Icon name="chevron" />
    </summary>
    <div class={props.kind === 'menu' ? `menu-list menu-list-left ${props.class ?? ''}` : 'fold-list'}>
      {props.children}
    </div>
  </details>
)

/** The page script fills the list when it opens; without script its entry leads to the page that has all of them. */
const Organizations = (props: { path: string; kind: 'menu' | 'fold' }) => (
  <Dropdown {...props} label="Organizations" under={[urls.organizations, '/workspaces']} class="orgs" organizations>
    <a href={urls.organizations}>
      <Icon name="building" />
      <span class="two-lines">
        View All Organizations
        <small>Manage your organizations</small>
      </span>
    </a>
    <div class="orgs-list" data-organizations-list aria-live="polite" />
  </Dropdown>
)
