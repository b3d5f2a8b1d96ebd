import { ServiceError } from '#server/kernel/errors.ts'

import type { ConsoleActionRequest, Fields } from './console-request.ts'

/**
 * Response to an autosave. `base`: version that the next save is based on. `isRenamed`: true if the name of the lesson or module in lists was
 * changed, too.
 */
export type SavedDraft = { base: string; at: Date; isRenamed?: boolean }

/**
 * Responds to an autosave with the version that `save` returns. If someone else changed the text (409), the version stays the one that the
 * form was based on, so that no later save replaces theirs.
 */
export async function answerAutosave({ c, ctx }: ConsoleActionRequest, { seen = '' }: Fields, save: () => Promise<string>) {
	try {
		return c.json({ base: await save(), at: ctx.now() } satisfies SavedDraft)
	} catch (error) {
		if (!(error instanceof ServiceError) || error.kind !== 'conflict') throw error
		return c.json({ base: seen, at: ctx.now() } satisfies SavedDraft, 409)
	}
}
