import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/** `seen`: version that the next save must be based on. `isConflict`: someone else changed the text. */
export type Autosaved = { seen: string } | { problem: string; isConflict: boolean }

/** Responds to an autosave with the version that `save` returns, or with the reason why the text wasn't saved. */
export async function answerAutosave({ c }: ConsoleActionRequest, save: () => Promise<string>) {
	try {
		return c.json({ seen: await save() } satisfies Autosaved)
	} catch (error) {
		if (!(error instanceof ServiceError) || error.kind === 'not-found') throw error
		const isConflict = error.kind === 'conflict'
		return c.json({ problem: error.message, isConflict } satisfies Autosaved, isConflict ? 409 : 422)
	}
}
