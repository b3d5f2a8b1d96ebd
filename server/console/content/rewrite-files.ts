import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { requireFile } from './files.ts'
import { logSaved, readNewestAndLive, saveDraft } from './versions.ts'

type Rewriting = { files: readonly string[]; becauseOf: string; rewrite: (file: string, text: string) => string }

/**
 * Saves new drafts of files that a change of another file affects.
 * @throws ServiceError content_changed (409) if someone saved one of them at the same time
 */
export async function rewriteFiles(request: ConsoleActionRequest, { files, becauseOf, rewrite }: Rewriting): Promise<void> {
	const { ctx, by } = request
	for (const path of files) {
		const file = requireFile(path)
		const { newest } = await readNewestAndLive(ctx.db, path)
		const text = rewrite(path, newest?.body ?? file.origin)
		const outcome = await saveDraft(ctx, { file, text, authorId: by.userId, becauseOf }, newest?.id ?? '')
		if ('theirs' in outcome)
			throw new ServiceError('conflict', 'content_changed', 'Someone saved one of these texts a moment ago. Try again.')
		if (outcome.saved) await logSaved(request, outcome.saved, newest?.id)
	}
}
