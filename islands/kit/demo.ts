/** The demo of the start page: the form's answer without leaving the page, its steps as they happen. */
type Line = { step?: { title: string; state: string }; html?: string; problem?: string }

export function demo(form: HTMLFormElement) {
  const stage = document.querySelector<HTMLElement>('[data-demo-stage]')
  const problemBox = document.querySelector<HTMLElement>('[data-demo-problem]')
  const input = form.querySelector<HTMLInputElement>('[name=question]')
  if (!stage || !problemBox || !input) return
  let latest = 0

  const showProblem = (problem: string) => {
    problemBox.querySelector('p')!.textContent = problem
    problemBox.hidden = problem === ''
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement | null
    const question = (button?.name === 'suggestion' ? button.value : input.value).trim()
    if (question.length < 3) {
      showProblem('Type a question.')
      return input.focus()
    }
    input.value = question
    showProblem('')
    inSight(form, stage)
    const turn = ++latest
    stage.setAttribute('aria-busy', 'true')
    try {
      const answer = await fetch(form.dataset.demo ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
        body: JSON.stringify({ question }),
      })
      if (!answer.ok) throw new Error(((await answer.json()) as { error?: string }).error)
      await readLines(answer, (line) => {
        if (turn === latest) show(line, stage, question)
        if (line.problem) throw new Error(line.problem)
      })
    } catch (error) {
      const network = error instanceof TypeError || !(error instanceof Error) || !error.message
      if (turn === latest) showProblem(network ? 'The server could not be reached. Please ask again.' : error.message)
    } finally {
      if (turn === latest) {
        stage.removeAttribute('aria-busy')
        stage.querySelector('[data-demo-live]')?.remove()
      }
    }
  })
}

/** Moves the page so that the question stands at its top and the answer below it, unless the answer begins in its upper half. */
function inSight(form: HTMLFormElement, stage: HTMLElement) {
  const { top } = stage.getBoundingClientRect()
  if (top > 0 && top < innerHeight / 2) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  form.scrollIntoView({ block: 'start', behavior: calm ? 'instant' : 'smooth' })
}

function show(line: Line, stage: HTMLElement, question: string) {
  // Drawn by our own server, which escapes all that comes from data.
  if (line.html) stage.innerHTML = line.html
  if (!line.step) return
  let live = stage.querySelector<HTMLElement>('[data-demo-live]')
  if (!live) {
    live = document.createElement('p')
    live.className = 'demo-live'
    live.dataset.demoLive = ''
    live.title = question
    stage.prepend(live)
  }
  live.textContent = `${line.step.title} …`
}

async function readLines(answer: Response, each: (line: Line) => void) {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    const lines = `${rest}${value ?? ''}`.split('\n')
    rest = done ? '' : lines.pop()!
    for (const line of lines) if (line) each(JSON.parse(line) as Line)
    if (done) return
  }
}
