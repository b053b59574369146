import { SITE } from '#base/site.ts'
import { href, urls } from '../../urls.ts'
import type { Document } from '../documents.ts'
import { bodyOf, type Call, type FieldLine, fieldLines, typeText } from '../rules/reference.ts'
import { DocumentationSide } from './documentation.tsx'

const COLOURS: Record<string, string> = { get: 'blue', post: 'green', put: 'amber', patch: 'amber', delete: 'red' }
const anchor = (tag: string) => tag.toLowerCase().replace(/\W+/g, '-')

type Calls = Map<string, Call[]>
const groupAddress = (tag: string) => href(urls.apiReference, {}, { group: anchor(tag) })

/**
 * The calls, drawn from the document that the routes themselves make: all of them in one line each, or those of one group whole. All at
 * once would be too much for a phone.
 * @param props.group anchor of a group; null for the list
 */
export const ReferencePage = (props: { guides: Document[]; calls: Calls; group: string | null }) => {
  const open = [...props.calls].find(([tag]) => anchor(tag) === props.group)
  return (
    <div class="page wide doc-frame">
      <DocumentationSide guides={props.guides} current="api" />
      <article class="doc">
        <h1>API reference</h1>
        <p class="lead">
          Every call of {SITE.name}. The same as a document for programs: <a href={urls.openapi}>OpenAPI 3.1</a>. How to
          begin is told in <a href={`${urls.documentation}/api-and-command-line`}>API and command line</a>.
        </p>
        {open ? <Group tag={open[0]} calls={open[1]} /> : <Groups calls={props.calls} />}
      </article>
      <nav class="doc-sections" aria-label="Groups of calls">
        <strong>Groups</strong>
        <ul>
          {[...props.calls.keys()].map((tag) => (
            <li>
              <a href={groupAddress(tag)} aria-current={anchor(tag) === props.group ? 'page' : undefined}>
                {tag}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const Group = (props: { tag: string; calls: Call[] }) => (
  <section aria-labelledby={anchor(props.tag)}>
    <p>
      <a href={urls.apiReference}>All groups</a>
    </p>
    <h2 id={anchor(props.tag)}>{props.tag}</h2>
    {props.calls.map((call) => (
      <CallDetails call={call} />
    ))}
  </section>
)

const Groups = (props: { calls: Calls }) => (
  <>
    {[...props.calls].map(([tag, calls]) => (
      <section aria-labelledby={anchor(tag)}>
        <h2 id={anchor(tag)}>
          <a href={groupAddress(tag)}>{tag}</a>
        </h2>
        <ul class="call-list">
          {calls.map(({ method, path, operation }) => (
            <li>
              <code>
                {method.toUpperCase()} {path}
              </code>
              <a href={`${groupAddress(tag)}#${operation.operationId}`}>{operation.summary}</a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

const CallDetails = ({ call: { method, path, operation } }: { call: Call }) => {
  const body = bodyOf(operation.requestBody?.content)
  const [status, done] = Object.entries(operation.responses).find(([code]) => code < '300') ?? []
  const answer = bodyOf(done?.content)
  const errors = Object.entries(operation.responses).filter(([code]) => code >= '300')
  return (
    <details class="call">
      <summary>
        <span class={`badge badge-${COLOURS[method] ?? 'neutral'} call-method`}>{method.toUpperCase()}</span>
        <code>{path}</code>
        <span class="call-summary">{operation.summary}</span>
      </summary>
      {/* Inside, so that browsers open the call when an address leads to it. */}
      <div class="call-body" id={operation.operationId}>
        {operation.description && <p>{operation.description}</p>}
        <p class="muted small">
          {operation.security?.length === 0 ? 'Open to everybody.' : 'Needs an access token or the session cookie.'}
        </p>
        <Fields
          title="Parameters"
          lines={operation.parameters.map((it) => ({
            name: it.name,
            type: `${it.in}, ${typeText(it.schema ?? {})}`,
            required: it.required ?? false,
            note: it.description ?? '',
            depth: 0,
          }))}
        />
        {operation.requestBody && (
          <Fields title="Request" types={body.types} lines={fieldLines(body.schema)} type={body.schema} />
        )}
        <Fields
          title={`Answer ${status ?? ''}`}
          types={answer.types}
          lines={fieldLines(answer.schema)}
          type={answer.schema}
          otherwise="Nothing."
        />
        {errors.length > 0 && (
          <p class="muted small">
            Errors: {errors.map(([code, { description }]) => `${code} ${description.replace(/\.$/, '')}`).join(' · ')}
          </p>
        )}
      </div>
    </details>
  )
}

type FieldsProps = {
  title: string
  lines: FieldLine[]
  types?: string[]
  type?: Parameters<typeof typeText>[0] | null
  otherwise?: string
}

const Fields = ({ title, lines, types = [], type, otherwise }: FieldsProps) => {
  if (lines.length === 0 && !type && !otherwise) return null
  return (
    <section>
      <h3>{title}</h3>
      {type && (
        <p class="muted small">
          {typeText(type)}, {types.join(', ')}
        </p>
      )}
      {!type && lines.length === 0 && <p class="muted small">{otherwise}</p>}
      {lines.length > 0 && (
        <ul class="call-fields">
          {lines.map((line) => (
            <li data-depth={line.depth}>
              <code>{line.name}</code>
              <span class="muted">
                {line.type}
                {!line.required && ', optional'}
              </span>
              {line.note && <span>{line.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
