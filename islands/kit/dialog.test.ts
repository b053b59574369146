import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../tests/support/browser.ts'

/** The dialogs as the kit has them, on an empty page, under a clock that only the test moves. */
type Kit = typeof import('./dialog.ts')
type Shown = { kit: Kit; answers: boolean[]; acts: { done(): void; fail(message: string): void }[] }

let browser: Browser
let script: string
let page: Page
beforeAll(async () => {
  const source = join(import.meta.dir, 'dialog.ts')
  const built = await Bun.build({ entrypoints: [source], target: 'browser', format: 'esm' })
  script = await built.outputs[0]!.text()
  browser = await openBrowser()
  page = await browser.newPage()
  await page.clock.install({ time: 0 })
  await page.goto('about:blank')
  await page.clock.pauseAt(1000)
  await page.evaluate(async (code) => {
    const kit = await import(`data:text/javascript;base64,${btoa(unescape(encodeURIComponent(code)))}`)
    Object.assign(window, { shown: { kit, answers: [], acts: [] } })
  }, script)
}, 300_000)
afterAll(() => browser.close())

const open = () => page.locator('dialog[open]')
/** A dialog is answered when it is gone from the page, a moment after it has closed. */
const gone = () => page.locator('dialog').waitFor({ state: 'detached' })
const lastAnswer = async () => {
  await gone()
  return page.evaluate(() => (window as unknown as { shown: Shown }).shown.answers.at(-1))
}
const notify = (note: Parameters<Kit['notifyDialog']>[0]) =>
  page.evaluate((note) => {
    const { kit, answers } = (window as unknown as { shown: Shown }).shown
    void kit.notifyDialog(note).then((answer) => answers.push(answer))
  }, note)
/** `act`: the confirmation waits for what the test says of it. */
const confirm = (ask: Omit<Parameters<Kit['confirmDialog']>[0], 'act'>, act = false) =>
  page.evaluate(
    ([ask, act]) => {
      const { kit, answers, acts } = (window as unknown as { shown: Shown }).shown
      const work = () =>
        new Promise((done, failed) => {
          acts.push({ done: () => done(undefined), fail: (message) => failed(new Error(message)) })
        })
      void kit.confirmDialog({ ...ask, ...(act ? { act: work } : {}) }).then((answer) => answers.push(answer))
    },
    [ask, act] as const,
  )

test.each([
  ['success', 3000],
  ['info', 3000],
  ['warning', 4000],
] as const)('a %s notification closes by itself after %p ms, not before', async (type, ms) => {
  await notify({ type, title: 'Saved', message: 'All of it.' })
  expect(await open().getByRole('button').allInnerTexts()).toEqual(['OK'])
  await page.clock.runFor(ms - 1)
  expect(await open().count()).toBe(1)
  await page.clock.runFor(1)
  expect(await open().count()).toBe(0)
})

test('an error stays until it is answered; details, texts and times can be given', async () => {
  await notify({ type: 'error', title: 'Failed', message: 'It did not work.', details: 'line 7', cancel: true })
  await page.clock.runFor(600_000)
  expect(await open().innerText()).toContain('line 7')
  expect(await open().getByRole('button').allInnerTexts()).toEqual(['Cancel', 'OK'])
  await open().getByRole('button', { name: 'OK' }).click()
  expect([await open().count(), await lastAnswer()]).toEqual([0, true])
  await notify({ type: 'error', title: 'Failed', message: 'x', confirm: 'Understood', cancel: 'Back', autoClose: 700 })
  expect(await open().getByRole('button').allInnerTexts()).toEqual(['Back', 'Understood'])
  await page.clock.runFor(700)
  expect([await open().count(), await lastAnswer()]).toEqual([0, false])
})

test('Enter confirms, Escape cancels, and the buttons are Confirm and Cancel unless named', async () => {
  for (const [type, key, answer] of [
    ['danger', 'Enter', true],
    ['warning', 'Escape', false],
    ['info', 'Enter', true],
  ] as const) {
    await confirm({ title: 'Sure?', message: 'Think again.', type })
    expect(await open().getAttribute('data-type')).toBe(type)
    expect(await open().getByRole('button').allInnerTexts()).toEqual(['Cancel', 'Confirm'])
    await page.keyboard.press(key)
    expect(await lastAnswer()).toBe(answer)
  }
})

test('while it works it shows Processing... and cannot be left; a failure keeps it open and says why', async () => {
  await confirm({ title: 'Remove Member', message: 'Are you sure?', confirm: 'Remove', type: 'danger' }, true)
  await page.keyboard.press('Enter')
  await open().getByRole('button', { name: 'Processing...' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  expect([await open().count(), await open().getByRole('button', { name: 'Cancel' }).isDisabled()]).toEqual([1, true])
  const acts = () => page.evaluate(() => (window as unknown as { shown: Shown }).shown.acts.length)
  expect(await acts()).toBe(1)
  await page.evaluate(() => (window as unknown as { shown: Shown }).shown.acts[0]!.fail('Failed to remove member'))
  await open().getByRole('alert').getByText('Failed to remove member').waitFor()
  await open().getByRole('button', { name: 'Remove' }).click()
  await page.evaluate(() => (window as unknown as { shown: Shown }).shown.acts[1]!.done())
  expect(await lastAnswer()).toBe(true)
})

test('focus goes into the dialog and back to where it was', async () => {
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.id = 'before'
    document.body.append(button)
    button.focus()
  })
  await confirm({ title: 'Sure?', message: 'Yes?' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Confirm')
  await page.keyboard.press('Escape')
  await gone()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('before')
})

test('a toast goes after 5 s, waits while the pointer is on it, and can be closed', async () => {
  const say = (type: 'success' | 'error', text: string, ms?: number) =>
    page.evaluate(
      ([type, text, ms]) => (window as unknown as { shown: Shown }).shown.kit.toast(type, text, ms ?? undefined),
      [type, text, ms ?? null] as const,
    )
  const toasts = page.locator('.toast')
  // The pointer rests where no toast comes: one below it would wait.
  await page.mouse.move(5, 700)
  await say('success', 'Copied')
  expect(await toasts.getAttribute('role')).toBe('status')
  await page.clock.runFor(4999)
  expect(await toasts.count()).toBe(1)
  await page.clock.runFor(1)
  expect(await toasts.count()).toBe(0)
  await say('error', 'Not copied')
  expect(await toasts.getAttribute('role')).toBe('alert')
  await toasts.dispatchEvent('pointerenter')
  await page.clock.runFor(20_000)
  expect(await toasts.count()).toBe(1)
  await toasts.dispatchEvent('pointerleave')
  await page.clock.runFor(5000)
  expect(await toasts.count()).toBe(0)
  await say('success', 'Short', 800)
  await page.clock.runFor(800)
  expect(await toasts.count()).toBe(0)
  await say('error', 'Close me')
  await toasts.getByRole('button', { name: 'Close' }).click()
  expect(await toasts.count()).toBe(0)
})
