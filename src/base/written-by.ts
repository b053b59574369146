/** Under this name stands with a message what we know of it: no provider is sent that. */
export const MARK = 'tabletalk'
type Marked = { providerOptions?: Record<string, Record<string, unknown>> }

/**
 * A message of an earlier answer that holds what is meant for its own provider alone: what the model thought, signed or sealed, and names
 * of its messages. No other may be sent that.
 * @param by which model wrote it; undefined where that is not known
 */
export const writtenBy = <T extends Marked>(message: T, by: string | undefined): T => ({
  ...message,
  providerOptions: { ...message.providerOptions, [MARK]: { ...message.providerOptions?.[MARK], by: by ?? '' } },
})
