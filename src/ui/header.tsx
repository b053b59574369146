import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { urls } from '../urls.ts'
import { asset } from './assets.ts'
import { ButtonLink } from './button.tsx'
import type { Frame, Viewer } from './frame.ts'
import { Icon } from './icon.tsx'
import { UserCard, UserEntries, UserMenu } from './user-menu.tsx'

const isHere = (href: string, path: string) => (href === urls.home ? path === href : path.startsWith(href))

/** A workspace's own page is its chat. */
const isChat = (path: string) => /^\/(chat|workspaces\/[^/]+)$/.test(path)

const NavLink = (props: { href: string; path: string; children: Child }) => (
  <a href={props.href} aria-current={isHere(props.href, props.path) ? 'page' : undefined}>
    {props.children}
  </a>
)

/** What guests find in the bar, in the order of the specification; the mobile menu has the same. */
const GuestLinks = (props: { path: string }) => (
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
const Navigation = (props: { path: string; kind: 'menu' | 'fold' }) => (
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

/**
 * The fixed bar on top of every page. Its menus open without script; the page script adds keys, hover and what they list.
 * The `data-viewer` attributes tell it whose page this is.
 */
export const Header = ({ frame }: { frame: Frame }) => {
  const { viewer } = frame
  return (
    <header
      class="header"
      data-viewer={viewer?.id}
      data-name={viewer ? viewer.name || viewer.email : undefined}
      data-image={viewer?.image ?? undefined}
    >
      <div class="spin-page" data-spinner aria-hidden="true" />
      <div class="header-inner">
        <Logo text />
        <nav class="header-nav desktop" aria-label="Main">
          {viewer ? <Navigation path={frame.path} kind="menu" /> : <GuestLinks path={frame.path} />}
        </nav>
        <div class="header-end">
          {viewer ? <SignedIn viewer={viewer} frame={frame} /> : <Guest />}
          <MobileMenu frame={frame} />
        </div>
      </div>
    </header>
  )
}

const Guest = () => (
  <>
    <a class="button button-quiet desktop" href={urls.login}>
      Login
    </a>
    <ButtonLink look="primary" to={urls.register} label="Get Started" />
  </>
)

/** The balance stands first: however long it gets, it grows into free space and moves nothing. */
const SignedIn = ({ viewer, frame }: { viewer: Viewer; frame: Frame }) => (
  <>
    <a
      class="pill balance"
      href={urls.billing}
      data-balance
      data-user={viewer.id}
      data-state="loading"
      aria-live="polite"
    >
      … credits
    </a>
    <Bell />
    <button
      type="button"
      class="button button-quiet button-icon desktop"
      aria-label="Go to"
      title="Go to (Ctrl K)"
      data-palette
      data-waits
    >
      <Icon name="search" />
    </button>
    <UserMenu viewer={viewer} frame={frame} />
  </>
)

/** The page script fills the count and the list; without it the entry below leads to the page that has all of them. */
const Bell = () => (
  <details class="menu bell" data-bell>
    <summary aria-label="Notifications" title="Notifications">
      <Icon name="bell" />
      <span class="count" data-bell-count aria-hidden="true" hidden />
    </summary>
    <div class="menu-list">
      <div class="bell-list" data-bell-list aria-live="polite" />
      <form method="post" action={urls.notificationsRead}>
        <button type="submit">
          <Icon name="check" />
          Mark all as read
        </button>
      </form>
      <a href={urls.notifications}>
        <Icon name="bell" />
        All notifications
      </a>
    </div>
  </details>
)

const MobileMenu = ({ frame }: { frame: Frame }) => (
  <details class="menu mobile">
    <summary aria-label="Menu">
      <Icon name="menu" size={20} />
    </summary>
    <nav class="menu-list" aria-label="Menu">
      {frame.viewer ? (
        <>
          <UserCard viewer={frame.viewer} />
          <Navigation path={frame.path} kind="fold" />
          <hr />
          <UserEntries viewer={frame.viewer} frame={frame} />
        </>
      ) : (
        <>
          <GuestLinks path={frame.path} />
          <NavLink href={urls.login} path={frame.path}>
            Sign In
          </NavLink>
          <NavLink href={urls.register} path={frame.path}>
            Get Started
          </NavLink>
        </>
      )}
    </nav>
  </details>
)

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
