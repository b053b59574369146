import type { AppError } from '#base/errors.ts'
import { demoPlace } from '#site/demo/answers.ts'
import type { World } from '../../src/ctx.ts'

/** The sample of the demo is read at first, which takes a busy machine longer than one call waits for it. */
export async function whenDemoIsReady(world: World): Promise<void> {
  const isReady = () =>
    demoPlace(world).then(
      () => true,
      (error: AppError) => (error.code === 'demo_preparing' ? false : Promise.reject(error)),
    )
  while (!(await isReady())) await Bun.sleep(100)
}
