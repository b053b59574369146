import { SITE } from '#base/site.ts'
import { Offices } from '#ui/offices.tsx'
import { urls } from '../../urls.ts'
import { type Point, Points } from './points.tsx'

const PRINCIPLES: Point[] = [
  [
    'success',
    'Say only what can be shown',
    'A number without a cell behind it is marked. Joins, parts and unfinished months are checked before an answer is given.',
  ],
  [
    'lock',
    'Data stay where they belong',
    'Queries run read-only, in locked processes, inside one workspace. You can run all of it on a machine of your own.',
  ],
  [
    'credit',
    'Pay for answers',
    'The price is said before you ask. What failed, or could not be answered, costs nothing. Nothing renews behind your back.',
  ],
  [
    'table',
    'Leave the door open',
    'The SQL is yours, results go along as CSV, Excel or Parquet, and your whole account can be exported.',
  ],
]

export const AboutPage = () => (
  <div class="page about">
    <header class="about-head">
      <h1>Everybody should be able to ask their own data.</h1>
      <p class="lead">
        Most questions about a business are small: which courier, since when, how much. They wait for days because the
        answer lies behind SQL. {SITE.name} lets people put them in plain words and get an answer that they can check
        down to the cell.
      </p>
    </header>
    <section>
      <h2>What we hold to</h2>
      <Points of={PRINCIPLES} />
    </section>
    <section>
      <h2>Where we are</h2>
      <div class="offices">
        <Offices level="h3" />
        <div>
          <h3>Write to us</h3>
          <p>
            <a href={`mailto:${SITE.email}`}>{SITE.email}</a>
          </p>
          <p>
            <a href={urls.contactUs}>Contact form</a>
          </p>
        </div>
      </div>
    </section>
  </div>
)
