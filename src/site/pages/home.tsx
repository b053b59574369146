import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { creditText } from '#billing/rules/credit.ts'
import { type AllTerms, leastPrice, planTerms } from '#billing/rules/plan.ts'
import { priceText, quote } from '#billing/rules/price.ts'
import { CONNECTION_SOURCES, offeredLabel } from '#connections/rules/data-source.ts'
import { limitText } from '#files/rules/transfer.ts'
import { asset, hasAsset } from '#ui/assets.ts'
import { ButtonLink } from '#ui/button.tsx'
import { region } from '#ui/format.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/rules/icon.ts'
import type { HttpContext } from '#web/http-context.ts'
import { pageAnswer } from '#web/page.tsx'
import type { Ctx, User } from '../../ctx.ts'
import { urls } from '../../urls.ts'
import { siteData } from '../site-data.ts'
import { Demo, type DemoProps } from './demo.tsx'
import { type Point, Points } from './points.tsx'

type Shot = { name: string; width: number; height: number; text: string }

/** Pictures of the running product, made by `bun run screenshots`. */
const SHOTS: [large: Shot, ...small: Shot[]] = [
  {
    name: 'chat',
    width: 1280,
    height: 820,
    text: 'An answer beside its result: steps, prose with bound numbers, chart, rows and SQL.',
  },
  {
    name: 'tables',
    width: 1280,
    height: 820,
    text: 'The catalog: what every table and column holds, and how tables belong together.',
  },
  {
    name: 'sql',
    width: 1280,
    height: 820,
    text: 'The SQL editor, for when you know better.',
  },
]

/** In light and dark; the one that is not shown is not loaded. Without pictures there is nothing. */
const Shots = () => {
  const [large, ...small] = SHOTS.filter(({ name }) => hasAsset(`${name}-light.webp`))
  if (!large) return null
  return (
    <section class="band shots">
      <h2>What it looks like</h2>
      <Picture shot={large} />
      <div class="shots-small">
        {small.map((shot) => (
          <Picture shot={shot} />
        ))}
      </div>
    </section>
  )
}

const Picture = ({ shot: { name, width, height, text } }: { shot: Shot }) => (
  <figure>
    {['light', 'dark'].map((theme) => (
      <img
        class={`shot-${theme}`}
        src={asset(`${name}-${theme}.webp`)}
        width={width}
        height={height}
        alt={text}
        loading="lazy"
        decoding="async"
      />
    ))}
    <figcaption>{text}</figcaption>
  </figure>
)

type HomeProps = {
  signedIn: boolean
  uploadMaxMb: number
  trial: number
  perAnswer: number
  terms: AllTerms
  demo: DemoProps
}

/** The public start page. @param props.signedIn changes where the calls to action lead */
const HomePage = (props: HomeProps) => (
  <>
    <section class="hero">
      <h1>{SITE.tagline}</h1>
      <p class="lead">
        Put a question about your data in plain words. {SITE.name} writes the SQL, runs it, draws the chart, and ties
        every number in its answer to the cell that it came from.
      </p>
      <p class="row hero-actions">
        <ButtonLink look="primary large" to={props.signedIn ? urls.chat : urls.register}>
          {props.signedIn ? 'Ask a question' : 'Get Started'}
        </ButtonLink>
        <ButtonLink look="large" to={props.signedIn ? urls.organizations : '#demo'}>
          {props.signedIn ? 'Your organizations' : 'Try the demo'}
        </ButtonLink>
      </p>
      {!props.signedIn && <p class="faint small">{props.trial} trial credits, no card needed.</p>}
    </section>
    <Demo {...props.demo} />
    <section class="band">
      <h2>An answer you can check</h2>
      <Points of={PROMISES} />
    </section>
    <Shots />
    <section class="band">
      <h2>Where your data may be</h2>
      <div class="home-sources">
        <SourceList title="Databases" icon="table" names={labels('database')}>
          Asked where they are, read-only, through TLS or an SSH tunnel. Joins may cross them.
        </SourceList>
        <SourceList title="Files" icon="file" names={['CSV', 'Excel', 'JSON', 'Parquet', 'SQLite']}>
          Up to {limitText(props.uploadMaxMb)} each. Types, keys and odd rows are found while the file is read.
        </SourceList>
        <SourceList title="On the web" icon="share" names={labels('external')}>
          Read into your workspace, and read again whenever you say.
        </SourceList>
      </div>
    </section>
    <section class="band">
      <h2>Your data stay yours</h2>
      <Points of={SECURITY} />
      <p class="home-more">
        <a href={`${urls.documentation}/security`}>How it is kept safe</a>
      </p>
    </section>
    <section class="band band-two">
      <div>
        <h2>Pay for answers, not for each person</h2>
        <p>
          One answered question costs {creditText(props.perAnswer, region())}. A question that failed, that you stopped
          before its first result, or that could not be answered costs nothing. Packs of credits begin at{' '}
          {priceText(quote(100).finalAmount, 'INR', { short: true })}, plans at{' '}
          {priceText(leastPrice(props.terms), 'INR', { short: true })} a month.
        </p>
        <p class="home-more">
          <a href={urls.pricing}>See all prices</a>
        </p>
      </div>
      <div>
        <h2>Or run it yourself</h2>
        <p>
          One command starts the whole product on one machine; PostgreSQL, a bucket and a model of your choice are one
          setting each. Without a model the built-in analyst answers, and nothing leaves the machine.
        </p>
        <p class="home-more">
          <a href={`${urls.documentation}/running-it-yourself`}>How to run it</a>
        </p>
      </div>
    </section>
    <section class="closing">
      <h2>Bring one file and one question.</h2>
      <ButtonLink look="primary large" to={props.signedIn ? urls.chat : urls.register}>
        {props.signedIn ? 'Ask a question' : 'Get Started'}
      </ButtonLink>
    </section>
  </>
)

const labels = (kind: 'database' | 'external') =>
  CONNECTION_SOURCES.filter((source) => source.kind === kind).map(offeredLabel)

const SourceList = (props: { title: string; icon: IconName; names: string[]; children: Child }) => (
  <div>
    <h3>
      <Icon name={props.icon} />
      {props.title}
    </h3>
    <p>{props.children}</p>
    <ul>
      {props.names.map((name) => (
        <li class="badge badge-neutral">{name}</li>
      ))}
    </ul>
  </div>
)

const PROMISES: Point[] = [
  [
    'table',
    'Every number is bound',
    'Follow a number in the text to its cell, its query and how fresh it is. One that cannot be found in the results is marked, not hidden.',
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

const SECURITY: Point[] = [
  [
    'lock',
    'Read-only, twice',
    'Every statement is parsed and anything but a SELECT is refused. What runs then runs in a read-only transaction, or in a locked process without network.',
  ],
  [
    'building',
    'One workspace, one world',
    'Queries reach the tables of their workspace and nothing else. Tables and columns that owners hide are refused to everybody.',
  ],
  [
    'gear',
    'You choose what a model sees',
    'All rows, samples or none, for the server and for each workspace; every answer tells what was sent. The built-in analyst needs no model at all.',
  ],
]

/** The start page; signed-in people find their own ways on. */
export const drawHome = (ctx: Ctx & { user: User | null }, c: HttpContext, demo: DemoProps, status?: number) => {
  const { credits, limits } = ctx.settings()
  const terms = planTerms(ctx.settings())
  return pageAnswer(
    c,
    ctx,
    { layout: 'site', title: SITE.title, status, data: siteData(c, terms) },
    <HomePage
      signedIn={ctx.user !== null}
      trial={credits.trial}
      perAnswer={credits.per_answer}
      terms={terms}
      uploadMaxMb={limits.upload_mb}
      demo={demo}
    />,
  )
}
