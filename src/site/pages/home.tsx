import { SITE } from '#base/site.ts'
import { limitText } from '#sources/rules/transfer.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/rules/icon.ts'
import { urls } from '../../urls.ts'
import { ExampleAnswer } from './example-answer.tsx'

/** The public start page. @param signedIn changes where the calls to action lead */
export const HomePage = (props: { signedIn: boolean; uploadMaxMb: number; trial: number }) => (
  <>
    <section class="hero">
      <h1>{SITE.tagline}</h1>
      <p class="lead">
        Put a question about your data in plain words. {SITE.name} writes the SQL, runs it, draws the chart, and ties
        every number in its answer to the cell that it came from.
      </p>
      <p class="row hero-actions">
        <a class="button button-primary button-large" href={props.signedIn ? urls.chat : urls.register}>
          {props.signedIn ? 'Ask a question' : 'Get Started'}
        </a>
        <a class="button button-large" href={props.signedIn ? urls.organizations : urls.login}>
          {props.signedIn ? 'Your organizations' : 'Login'}
        </a>
      </p>
      {!props.signedIn && <p class="faint small">{props.trial} trial credits, no card needed.</p>}
    </section>
    <ExampleAnswer />
    <section class="band">
      <h2>An answer you can check</h2>
      <ul class="promises">
        {PROMISES.map(([icon, title, text]) => (
          <li>
            <Icon name={icon} size={20} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
    <section class="band">
      <h2>From a file to an answer in three steps</h2>
      <ol class="steps-list">
        {steps(props.uploadMaxMb).map(([title, text]) => (
          <li>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
    <section class="band band-two">
      <div>
        <h2>Your data stay yours</h2>
        <p>
          Run it yourself with one command, or point it at your own PostgreSQL. Queries run read-only in a locked
          process that can reach no network and no other workspace. Without a model key the built-in analyst answers,
          and nothing leaves the machine.
        </p>
      </div>
      <div>
        <h2>One credit, one answer</h2>
        <p>
          The price stands beside the button before you ask and on the receipt afterwards. A question that failed, that
          you stopped before its first result, or that could not be answered costs nothing.
        </p>
      </div>
    </section>
    <section class="closing">
      <h2>Bring one file and one question.</h2>
      <a class="button button-primary button-large" href={props.signedIn ? urls.chat : urls.register}>
        {props.signedIn ? 'Ask a question' : 'Get Started'}
      </a>
    </section>
  </>
)

const PROMISES: [icon: IconName, title: string, text: string][] = [
  [
    'table',
    'Every number is bound',
    'Point at a number in the text to see its cell, its query and how fresh it is. One that cannot be found in the results is marked, not hidden.',
  ],
  [
    'search',
    'The SQL is yours',
    'Each query is shown as it ran. Change it, run it again, and take the rows along as CSV, Excel or Parquet.',
  ],
  [
    'success',
    'Checks before claims',
    'Joins that multiply rows, parts that miss the whole, months that are not over: checked and listed with the answer.',
  ],
]

const steps = (uploadMaxMb: number): [title: string, text: string][] => [
  [
    'Add your data',
    `CSV, Excel, JSON or Parquet up to ${limitText(uploadMaxMb)}. Types, keys and odd rows are found while the file is read; what was rejected is listed with line and reason.`,
  ],
  [
    'Ask in your words',
    '“Which courier causes our returns?” The steps appear as they happen, and you can stop at any of them.',
  ],
  ['Follow up', 'Ask for it by city, change the chart with a click, or edit the SQL and run it again.'],
]
