import type { Child } from 'hono/jsx'
import { urls } from '../urls.ts'
import { Icon } from './icon.tsx'
import type { Frame, Viewer } from './layout.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const NavLink = (props: { href: string; path: string; class?: string; children: Child }) => {
  const here = props.href === urls.home ? props.path === props.href : props.path.startsWith(props.href)
  return (
    <a href={props.href} class={props.class} aria-current={here ? 'page' : undefined}>
      {props.children}
    </a>
  )
}

/** The fixed bar on top of every page. Its menus open without script; the page script adds keys, hover and what they list. */
export const Header = ({ frame }: { frame: Frame }) => (
  <header class="header">
    <div class="spin-page" data-spinner aria-hidden="true" />
    <div class="header-inner">
      <Logo />
      <nav class="header-nav desktop" aria-label="Main">
        <NavLink href={urls.home} path={frame.path}>
          Home
        </NavLink>
        {frame.viewer && (
          <>
            <Organizations />
            <NavLink href={urls.chat} path={frame.path}>
              Chat
            </NavLink>
          </>
        )}
      </nav>
      <div class="header-end">
        {frame.viewer ? <SignedIn viewer={frame.viewer} frame={frame} /> : <Guest frame={frame} />}
        <MobileMenu frame={frame} />
      </div>
    </div>
  </header>
)

const Guest = ({ frame }: { frame: Frame }) => (
  <>
    <details class="menu desktop">
      <summary class="button button-quiet button-icon" aria-label="Theme">
        <Icon name="sun" />
      </summary>
      <div class="menu-list">
        <ThemeSwitch theme={frame.theme} />
      </div>
    </details>
    <a class="button button-quiet desktop" href={urls.login}>
      Login
    </a>
    <a class="button button-primary" href={urls.register}>
      Get Started
    </a>
  </>
)

/** The list is loaded when it opens; without script the entry leads to the page. */
const Organizations = () => (
  <details class="menu" data-organizations>
    <summary>
      Organizations
      <Icon name="chevron" />
    </summary>
    <div class="menu-list menu-list-left orgs">
      <a href={urls.organizations}>
        <Icon name="building" />
        <span class="two-lines">
          View All Organizations
          <small>Manage your organizations</small>
        </span>
      </a>
      <hr />
      <div data-organizations-list aria-live="polite" />
    </div>
  </details>
)

const initial = (viewer: Viewer) => (viewer.name || viewer.email).trim().charAt(0)

const SignedIn = ({ viewer, frame }: { viewer: Viewer; frame: Frame }) => (
  <>
    <button
      type="button"
      class="button button-quiet button-icon desktop"
      aria-label="Go to"
      title="Go to (Ctrl K)"
      data-palette
      hidden
    >
      <Icon name="search" />
    </button>
    <span class="pill balance" data-balance data-user={viewer.id} data-state="loading" role="status">
      … credits
    </span>
    <details class="menu user desktop">
      <summary aria-label={`Account of ${viewer.name || viewer.email}`}>
        <span class="avatar">{initial(viewer)}</span>
      </summary>
      <div class="menu-list">
        <UserEntries viewer={viewer} frame={frame} />
      </div>
    </details>
  </>
)

const UserEntries = ({ viewer, frame }: { viewer: Viewer; frame: Frame }) => (
  <>
    <div class="user-card">
      <strong class="truncate">{viewer.name || viewer.email}</strong>
      {viewer.name && <small class="truncate">{viewer.email}</small>}
    </div>
    <a href={urls.profile}>
      <Icon name="user" />
      Profile
    </a>
    <a href={urls.profile}>
      <Icon name="gear" />
      Settings
    </a>
    <a href={urls.billing}>
      <Icon name="credit" />
      Billing &amp; Credits
    </a>
    {viewer.admin && (
      <a href={urls.adminDashboard}>
        <Icon name="gauge" />
        Admin Portal
      </a>
    )}
    <form method="post" action={urls.logout} data-sign-out>
      <button type="submit">
        <Icon name="leave" />
        Sign Out
      </button>
    </form>
    <hr />
    <ThemeSwitch theme={frame.theme} />
  </>
)

const MobileMenu = ({ frame }: { frame: Frame }) => (
  <details class="menu mobile">
    <summary aria-label="Menu">
      <Icon name="menu" size={20} />
    </summary>
    <nav class="menu-list" aria-label="Menu">
      <NavLink href={urls.home} path={frame.path}>
        Home
      </NavLink>
      {frame.viewer ? (
        <>
          <NavLink href={urls.organizations} path={frame.path}>
            Organizations
          </NavLink>
          <NavLink href={urls.chat} path={frame.path}>
            Chat
          </NavLink>
          <hr />
          <UserEntries viewer={frame.viewer} frame={frame} />
        </>
      ) : (
        <>
          <NavLink href={urls.login} path={frame.path}>
            Sign In
          </NavLink>
          <NavLink href={urls.register} path={frame.path}>
            Get Started
          </NavLink>
          <hr />
          <ThemeSwitch theme={frame.theme} />
        </>
      )}
    </nav>
  </details>
)
