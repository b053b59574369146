import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { SITE } from '#base/site.ts'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href, urls } from '../../urls.ts'
import type { Document } from '../documents.ts'
import type { Hit } from '../search.ts'

const guideAddress = (slug: string) => href(urls.guide, { guide: slug })

export const DocumentationSide = (props: { guides: Document[]; current?: string }) => (
  <nav class="doc-side" aria-label="Documentation">
    <Search typed="" />
    <ul>
      {props.guides.map((guide) => (
        <li>
          <a href={guideAddress(guide.slug)} aria-current={guide.slug === props.current ? 'page' : undefined}>
            {guide.title}
          </a>
        </li>
      ))}
      <li>
        <a href={urls.apiReference} aria-current={props.current === 'api' ? 'page' : undefined}>
          API reference
        </a>
      </li>
    </ul>
  </nav>
)

const Search = (props: { typed: string }) => (
  <search>
    <form class="row doc-search" method="get" action={urls.documentation}>
      <input
        class="input"
        type="search"
        name="q"
        value={props.typed}
        maxlength={100}
        placeholder="Search the guides"
        aria-label="Search the guides"
        data-question
      />
      <Submit>
        <Icon name="search" />
        Search
      </Submit>
    </form>
  </search>
)

export const DocumentationPage = (props: { guides: Document[]; typed: string; hits: Hit[] }) => (
  <div class="page doc-index">
    <PageHead title="Documentation" text={`Short guides to ${SITE.name}, each read in a few minutes.`} />
    <Search typed={props.typed} />
    {props.typed ? <Hits typed={props.typed} hits={props.hits} /> : <Index guides={props.guides} />}
  </div>
)

const Card = (props: { address: string; title: string; children: Child }) => (
  <li class="card card-link">
    <div class="card-body" data-gap="2">
      <h2>
        <a href={props.address}>{props.title}</a>
      </h2>
      <p class="muted">{props.children}</p>
    </div>
  </li>
)

const Index = (props: { guides: Document[] }) => (
  <ul class="grid-cards">
    {props.guides.map((guide) => (
      <Card address={guideAddress(guide.slug)} title={guide.title}>
        {guide.summary}
      </Card>
    ))}
    <Card address={urls.apiReference} title="API reference">
      Every call with its fields, answers and errors.
    </Card>
  </ul>
)

const Hits = (props: { typed: string; hits: Hit[] }) =>
  props.hits.length === 0 ? (
    <div class="empty">
      <Icon name="search" />
      <p>Nothing found for “{props.typed}”.</p>
      <ButtonLink to={urls.documentation} label="Show all guides" />
    </div>
  ) : (
    <ol class="doc-hits">
      {props.hits.map((hit) => (
        <li>
          <h2>
            <a href={`${guideAddress(hit.slug)}#${hit.id}`}>{hit.title}</a>
          </h2>
          <p class="faint small">{hit.guide}</p>
          <p class="muted">{hit.excerpt}</p>
        </li>
      ))}
    </ol>
  )

export const GuidePage = (props: {
  guide: Document
  guides: Document[]
  before: Document | null
  next: Document | null
}) => (
  <div class="page wide doc-frame">
    <DocumentationSide guides={props.guides} current={props.guide.slug} />
    <article class="doc">
      <h1>{props.guide.title}</h1>
      <p class="lead">{props.guide.summary}</p>
      {raw(props.guide.html)}
      <nav class="doc-next" aria-label="Guides before and after">
        {props.before && (
          <a href={guideAddress(props.before.slug)} rel="prev">
            <span class="faint small">Previous</span>
            {props.before.title}
          </a>
        )}
        {props.next && (
          <a href={guideAddress(props.next.slug)} rel="next">
            <span class="faint small">Next</span>
            {props.next.title}
          </a>
        )}
      </nav>
    </article>
    <nav class="doc-sections" aria-label="On this page">
      <strong>On this page</strong>
      <ul>
        {props.guide.sections.map((section) => (
          <li>
            <a href={`#${section.id}`}>{section.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  </div>
)

export const LegalPage = (props: { document: Document; all: Document[] }) => (
  <div class="page wide doc-frame">
    <nav class="doc-side" aria-label="Legal pages">
      <ul>
        {props.all.map(({ slug, title }) => (
          <li>
            <a href={`/${slug}`} aria-current={slug === props.document.slug ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <article class="doc">
      <h1>{props.document.title}</h1>
      <p class="lead">{props.document.summary}</p>
      {raw(props.document.html)}
      <address class="doc-offices">
        {SITE.offices.map((office) => (
          <div>
            <strong>
              {SITE.name}, {office.name}
            </strong>
            {office.lines.map((line) => (
              <div>{line}</div>
            ))}
          </div>
        ))}
      </address>
    </article>
  </div>
)
