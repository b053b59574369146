import { showBalance } from './credit-balance.ts'
import { fillOrganizations } from './organizations-menu.ts'
import { keepSession } from './session-keeper.ts'

/** What the header does for somebody signed in. */
const balance = document.querySelector<HTMLElement>('[data-balance]')
const menu = document.querySelector<HTMLDetailsElement>('[data-organizations]')
keepSession()
if (balance) showBalance(balance)
if (menu) fillOrganizations(menu)
