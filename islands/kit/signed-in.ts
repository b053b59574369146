import { showBalance } from './credit-balance.ts'
import { bell } from './notifications.ts'
import { fillOrganizations } from './organizations-menu.ts'
import { fillUserMenu } from './user-menu.ts'
import { viewerOfPage } from './viewer.ts'

const balance = document.querySelector<HTMLAnchorElement>('[data-balance]')
const viewer = viewerOfPage()
if (balance) showBalance(balance)
for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-organizations]')) fillOrganizations(menu)
const menu = document.querySelector<HTMLDetailsElement>('[data-bell]')
if (viewer) fillUserMenu(viewer.id)
if (viewer && menu) void bell(menu, viewer.id)
