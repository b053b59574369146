/** @jsxImportSource react */
import { useState } from 'react'
import type { BlockJson } from '#canvases/rules/answers.ts'
import type { WatchJson } from '#watches/rules/answers.ts'
import { readCanvas } from './canvas/calls.ts'
import { WatchDialog } from './canvas/watch-dialog.tsx'
import { Button, Problem } from './kit/parts.tsx'
import { useAction } from './kit/use-action.ts'
import { useHydrated } from './kit/use-browser.ts'

type Props = { watch: WatchJson; workspaceId: string; userId: string }

/** The button on the page of a watch that changes it. */
export default function Watch({ watch, workspaceId, userId }: Props) {
  const hydrated = useHydrated()
  const [opened, setOpened] = useState<{ block: BlockJson | null } | null>(null)
  const { busy, error, run } = useAction()
  const open = () =>
    run(async () => {
      const { condition, canvas } = watch
      const blocks = condition && canvas ? (await readCanvas(canvas.id, 0, '')).blocks : []
      setOpened({ block: blocks.find(({ id }) => id === condition?.block) ?? null })
    })
  if (!hydrated) return null
  return (
    <>
      <Button look="primary small" onClick={open} disabled={busy} aria-busy={busy} label="Change" />
      <Problem text={error} />
      {opened && (
        <WatchDialog
          {...{ workspaceId, watch, userId }}
          canvas={watch.canvas}
          block={opened.block}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
