import { toast } from './dialog.ts'

/** Buttons that copy the text of the element whose id they name; without script they are not there. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  if (!navigator.clipboard) break
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy ?? '')?.textContent?.trim() ?? ''
    await navigator.clipboard.writeText(text)
    toast('success', 'Copied.')
  })
}
