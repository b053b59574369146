import { Submit } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { urls } from '../../urls.ts'
import { DEMO_QUESTION, DEMO_QUESTIONS, type DemoAnswer } from '../rules/demo.ts'
import { DemoAnswerView } from './demo-answer.tsx'

export type DemoProps = {
  typed: string
  answer: DemoAnswer
  problem: string | null
}

/** A question box over the sample, with an answer below it: a form without script, a stream with one. */
export const Demo = ({ typed, answer, problem }: DemoProps) => (
  <section class="demo" id="demo" aria-labelledby="demo-title">
    <h2 id="demo-title">Try it: ask the sample online store</h2>
    <p class="muted demo-about">
      50,000 orders with customers, products and returns. Each question runs here and now, no account needed.
    </p>
    <form class="demo-form" id="demo-form" method="post" action={`${urls.home}#demo-form`} data-demo={urls.apiDemo}>
      <div class="demo-box">
        <input
          class="input"
          aria-label="Your question"
          name="question"
          value={typed}
          maxlength={DEMO_QUESTION}
          placeholder="Which courier has the most returns?"
          autocomplete="off"
          data-question
        />
        <Submit look="primary">
          Ask
          <Icon name="arrow" />
        </Submit>
      </div>
      <ul class="demo-suggestions" aria-label="Questions to try">
        {DEMO_QUESTIONS.map((question) => (
          <li>
            <button class="pill" type="submit" name="suggestion" value={question}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </form>
    <div class="alert alert-warning demo-problem" role="alert" data-demo-problem hidden={problem === null}>
      <Icon name="warning" />
      <p>{problem}</p>
    </div>
    <div class="demo-stage" data-demo-stage aria-live="polite">
      <DemoAnswerView answer={answer} />
    </div>
  </section>
)
