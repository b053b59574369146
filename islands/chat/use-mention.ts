import { type KeyboardEvent, type RefObject, useState } from 'react'
import { type NamedSource, offered, typedMention } from '#chat/rules/mention.ts'

/**
 * Names of sources offered while one is typed after @: arrows choose, Enter and Tab take, Escape closes.
 * @param write puts the changed text into the box
 */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  sources: NamedSource[],
  write: (text: string) => void,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const choices = typed === null ? [] : offered(typed, sources)
  const current = choices[Math.min(at, choices.length - 1)] ?? null

  /** Called when the text or the place of the cursor has changed. */
  const update = () => {
    const box = field.current
    const next = box ? typedMention(box.value.slice(0, box.selectionStart)) : null
    if (next === typed) return
    setTyped(next)
    setAt(0)
  }
  const take = (source: NamedSource) => {
    const box = field.current
    if (!box || typed === null) return
    const from = box.selectionStart - typed.length
    const after = box.value.slice(box.selectionStart)
    const name = `${source.name}${/^\s/.test(after) ? '' : ' '}`
    write(box.value.slice(0, from) + name + after)
    setTyped(null)
    requestAnimationFrame(() => {
      box.focus()
      box.setSelectionRange(from + name.length, from + name.length)
    })
  }
  /** @returns whether the key was for the list */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!current || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setAt((choices.indexOf(current) + 1) % choices.length)
    else if (event.key === 'ArrowUp') setAt((choices.indexOf(current) - 1 + choices.length) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(current)
    else if (event.key === 'Escape') setTyped(null)
    else return false
    event.preventDefault()
    return true
  }
  return { choices, current, update, take, onKey, close: () => setTyped(null) }
}
