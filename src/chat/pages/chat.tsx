import type { ChatScreen } from '#chat/rules/screen.ts'
import { asset } from '#ui/assets.ts'
import { Island } from '#ui/island.tsx'

/** The main screen. It fills the window below the header, so its own columns scroll and the page does not. */
export const ChatPage = (screen: ChatScreen) => (
  <>
    <link rel="stylesheet" href={asset('chat.css')} />
    <Island name="chat" class="chat-host" props={screen} />
  </>
)
