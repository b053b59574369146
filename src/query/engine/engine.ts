import { AppError } from '#base/errors.ts'
import type { Config } from '#config.ts'
import type { Engine } from '#outside/engine.ts'
import type { Log } from '#outside/logs.ts'

export function openEngine(_config: Config, _log: Log): Engine {
  const refuse = () => Promise.reject(new AppError('unavailable', 'The engine is not built yet.'))
  return { explain: refuse, run: refuse, read: refuse, export: refuse, close: async () => {} }
}
