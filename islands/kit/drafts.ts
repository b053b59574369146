import { readStored, store } from './stored.ts'
import { viewerOfPage } from './viewer.ts'

/**
 * What a person has typed and not sent yet, kept over a page that must be left or loaded anew through no fault of theirs. It stands
 * in the session storage of the tab, is put back once, for the same person, and goes when they sign out.
 */
const NAME = 'drafts'
/** `field`: id of the field, or its name in the form with this action. */
type Draft = { viewer: string | null; path: string; id: string; name: string; action: string; value: string }
export type Field = HTMLInputElement | HTMLTextAreaElement

const FIELDS = 'textarea, input:is([type=text], [type=email], [type=url], [type=search], :not([type]))'

const isTyped = (field: Field) =>
  field.value.trim() !== '' && (field.closest('[data-island]') !== null || field.value !== field.defaultValue)

export function keepDrafts(): void {
  const drafts = [...document.querySelectorAll<Field>(FIELDS)]
    .filter((field) => isTyped(field) && (field.id || field.name))
    .map(
      (field): Draft => ({
        viewer: viewerOfPage()?.id ?? null,
        path: location.pathname,
        id: field.id,
        name: field.name,
        action: field.form?.getAttribute('action') ?? '',
        value: field.value,
      }),
    )
  if (drafts.length > 0) store('sessionStorage', NAME, drafts)
}

export const forgetDrafts = (): void => store('sessionStorage', NAME, null)

/** Puts back what was typed on this page before it was loaded anew. */
export function restoreDrafts(): void {
  const viewer = viewerOfPage()?.id ?? null
  const isOwn = (draft: Draft) => draft.path === location.pathname && draft.viewer === viewer
  const { own = [], others = null } = Object.groupBy(readStored<Draft[]>('sessionStorage', NAME) ?? [], (draft) =>
    isOwn(draft) ? 'own' : 'others',
  )
  if (own.length > 0) store('sessionStorage', NAME, others)
  for (const draft of own) {
    const field = fieldOf(draft)
    if (field) whenAwake(field, () => fill(field, draft.value))
  }
}

function fieldOf(draft: Draft): Field | undefined {
  const fields = [...document.querySelectorAll<Field>(FIELDS)]
  return fields.find((field) =>
    draft.id
      ? field.id === draft.id
      : field.name === draft.name && (field.form?.getAttribute('action') ?? '') === draft.action,
  )
}

/** A field of an island hears nothing before React has taken it over; React marks what it has. */
function whenAwake(field: Field, act: () => void, tries = 100) {
  const awake = !field.closest('[data-island]') || Object.keys(field).some((key) => key.startsWith('__react'))
  if (awake) return act()
  if (tries > 0) setTimeout(() => whenAwake(field, act, tries - 1), 50)
}

/** Writes as the keyboard does, so that whoever listens hears it. */
export function fill(field: Field, value: string) {
  // React takes for a change only what differs from what it has seen, and this is seen.
  field.value = ''
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
