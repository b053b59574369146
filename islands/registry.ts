import type { ComponentType } from 'react'

/**
 * Every island: name -> module whose default export is its React component. The server renders it from here, the build makes
 * one bundle of each, the browser fetches only those that stand on the page. Props must survive JSON.
 */
export const islands = {
  chat: () => import('./chat.tsx'),
  canvas: () => import('./canvas.tsx'),
  watch: () => import('./watch.tsx'),
  'sql-editor': () => import('./sql-editor.tsx'),
  upload: () => import('./upload.tsx'),
  'share-organization': () => import('./share-organization.tsx'),
  'buy-credits': () => import('./buy-credits.tsx'),
  membership: () => import('./membership.tsx'),
} satisfies Record<string, () => Promise<{ default: ComponentType<never> }>>

type Islands = typeof islands
export type IslandName = keyof Islands & string
type Loaded<N extends IslandName> = Islands[N] extends () => Promise<{ default: infer C }> ? C : never
/** Props of the island `N`, as its component declares them. */
export type IslandProps<N extends IslandName> = Loaded<N> extends (props: infer P) => unknown ? P : never
