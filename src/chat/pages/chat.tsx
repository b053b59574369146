import type { ChatScreen } from '#chat/rules/screen.ts'
import type { CatalogTable } from '#sources/rules/catalog.ts'
import { asset } from '#ui/assets.ts'
import { Island } from '#ui/island.tsx'

/** The main screen. It fills the window below the header, so its own columns scroll and the page does not. */
export const ChatPage = (screen: ChatScreen) => (
  <>
    <link rel="stylesheet" href={asset('chat.css')} />
    <Island name="chat" class="chat-host" props={{ ...screen, catalog: screen.catalog.map(outline) }} />
  </>
)

/** What the data tree shows of a table: the frequent values of every column would make most of the page's weight. */
const outline = (table: CatalogTable): CatalogTable => ({
  ...table,
  relations: [],
  columns: table.columns.map((column) => ({ ...column, top: [], sample: [] })),
})
