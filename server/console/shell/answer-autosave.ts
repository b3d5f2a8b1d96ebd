import { ServiceError } from '#server/kernel/errors.ts'

import type { ConsoleActionRequest } from './console-request.ts'

/**
 * Response to an autosave. `base`: version that the next save is based on. `isRenamed`: true if the name of the lesson or module in lists was
 * changed, too.
 */
export type SavedDraft = { base: string; at: Date; isRenamed?: boolean }

/** Error codes for a text that someone else has changed. */
const CHANGED_CODES: ReadonlySet<string> = new Set(['issue_changed', 'content_changed'])

type Saving = {
	/** Saves the text and returns its version. */ save: () => Promise<string>
	/** Reads the stored version. */ readStored: () => Promise<string>
}

/**
 * Responds to an autosave with the saved version. If someone else changed the text, responds with their version (409), which the form may
 * replace only after the user has looked at it.
 */
export async function answerAutosave({ c, ctx }: ConsoleActionRequest, { save, readStored }: Saving) {
	try {
		return c.json({ base: await save(), at: ctx.now() } satisfies SavedDraft)
	} catch (error) {
		if (!(error instanceof ServiceError) || !CHANGED_CODES.has(error.code)) throw error
		return c.json({ base: await readStored(), at: ctx.now() } satisfies SavedDraft, 409)
	}
}
