import { raw } from 'hono/html'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type IslandName, type IslandProps, islands } from '../../islands/registry.ts'
import { islandScripts } from './assets.ts'

const components: Record<string, ComponentType<never>> = Object.fromEntries(
  await Promise.all(
    Object.entries<() => Promise<{ default: ComponentType<never> }>>(islands).map(async ([name, load]) => [
      name,
      (await load()).default,
    ]),
  ),
)

/**
 * A React island on a server-rendered page: rendered here, hydrated in the browser with the same props.
 * @param props.name  entry of islands/registry.ts; its component decides the type of `props`
 * @param props.props plain data that survives JSON
 * @param props.when  `visible` waits until the island is about to be scrolled into view
 */
export function Island<N extends IslandName>(props: {
  name: N
  props: IslandProps<N>
  when?: 'visible'
  class?: string
}) {
  const component = components[props.name]
  if (!component) throw new Error(`There is no island named ${props.name}.`)
  const preload = props.when === 'visible' ? [] : islandScripts(props.name)
  return (
    <>
      {/* As text: Hono looks the whole page through for each link that it moves into the head. */}
      {raw(preload.map((script) => `<link rel="modulepreload" href="${script}"/>`).join(''))}
      <div class={props.class} data-island={props.name} data-when={props.when}>
        {raw(islandHtml(props.name, component as ComponentType<object>, props.props as object))}
      </div>
      <script type="application/json">{raw(jsonForScript(props.props))}</script>
    </>
  )
}

/** The markup React hydrates later; `useId` gets the island's name as prefix on both sides. */
export const islandHtml = <P extends object>(name: string, component: ComponentType<P>, props: P): string =>
  renderToString(createElement(component, props), { identifierPrefix: `${name}-` })

/** JSON that cannot end the script element it stands in, whatever strings it carries. */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
