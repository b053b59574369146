import { invalidFields } from '#base/errors.ts'
import { SITE } from '#base/site.ts'
import { timesBreached } from '#outside/breaches.ts'
import type { World } from '../ctx.ts'
import { PASSWORD } from './rules/credentials.ts'
import { namesOwner } from './rules/password.ts'

/** Guesses that a password must withstand, as a score of zxcvbn: 3 of 4 are a hundred million. */
const LEAST_SCORE = 3

/**
 * Refuses passwords that are easily guessed: names of their owner, common and breached ones, keyboard runs, dates, repetitions.
 * @param about what the person calls themselves: name and email
 * @param field where the form shows what is wrong
 * @throws AppError invalid with that field
 */
export async function demandStrength(
  world: World,
  password: string,
  about: { name?: string | undefined; email: string },
  field = 'password',
): Promise<void> {
  const refuse = (reason: string) => {
    throw invalidFields({ [field]: reason })
  }
  const own = [about.email.split('@')[0]!, about.email, ...(about.name ?? '').split(/\s+/), SITE.name].filter(Boolean)
  if (namesOwner(password, own)) refuse('Choose a password that does not contain your name or email address.')
  const judge = await loadedJudge()
  if (judge.check(password, own).score < LEAST_SCORE)
    refuse('This password is easy to guess. Try a few unrelated words, or let a password manager choose one.')
  if ((await timesBreached(world, password)) > 0)
    refuse('This password has appeared in a data breach. Choose one that you use nowhere else.')
}

let judge: ReturnType<typeof openJudge> | undefined
const loadedJudge = () => {
  judge ??= openJudge()
  return judge
}

/** Loaded with the first password that is chosen: its dictionary of 50,000 common ones takes a tenth of a second. */
async function openJudge() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: PASSWORD.most })
}
