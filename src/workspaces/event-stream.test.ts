import { expect, test } from 'bun:test'
import { AppError } from '#base/errors.ts'
import { accessChanged } from '#organizations/access.ts'
import { signUp, userCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'
import { eventStream } from './event-stream.ts'

test.each(['forbidden', 'not_found'] as const)(
  'a stream that has ended is not ended again by a look that comes late: %s',
  async (kind) => {
    const world = await testWorld()
    const person = await signUp(await testApp())
    const told = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    const errors: unknown[] = []
    const note = (error: unknown) => void errors.push(error)
    process.on('unhandledRejection', note)
    const texts = async function* () {
      yield 'data: one\n\n'
      await told.promise
      yield 'data: two\n\n'
    }
    const look = async () => {
      await looked.promise
      throw new AppError(kind, 'You may not read this any more.')
    }
    const response = eventStream(await userCtx(world, person.user.id), texts, { what: 'a test', look })
    accessChanged()
    told.resolve()
    expect(await response.text()).toBe('data: one\n\ndata: two\n\n')
    looked.resolve()
    await Bun.sleep(50)
    process.off('unhandledRejection', note)
    expect(errors).toEqual([])
  },
)
