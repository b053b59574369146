import { tokensOf } from '#base/tokens.ts'
import { region } from './region.ts'

/** Tells anew how many tokens a field has while somebody types. */
export function countTokens(counter: HTMLElement) {
  const field = document.getElementById(counter.dataset.tokens ?? '') as HTMLTextAreaElement | null
  const output = counter.querySelector('output')
  field?.addEventListener('input', () => {
    if (output) output.textContent = tokensOf(field.value).toLocaleString(region())
  })
}
