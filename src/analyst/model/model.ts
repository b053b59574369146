import type { Models } from '#outside/models.ts'

/** The built-in analyst: answers when no model is configured. */
export function builtInModel(): Models {
  return {
    name: 'built-in analyst',
    builtIn: true,
    language: undefined as never,
  }
}
