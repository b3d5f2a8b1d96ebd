import { fileAddress } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { type ContentFile, listPaths, requireFile } from './files.ts'
import { requireVersion } from './read-history.ts'
import { readNewestAndLive, saveDraft, textOf } from './versions.ts'

type Fields = Readonly<Record<string, string>>

export async function restoreVersion(request: ConsoleActionRequest, { base = '' }: Fields) {
	const { version, file } = await requireVersion(request)
	return restore(request, { file, text: textOf(version, file), base, from: version.id })
}

/**
 * Saves the shipped text as a new draft.
 * @throws ServiceError content_not_found (404) if the file wasn't shipped
 */
export function restoreOrigin(request: ConsoleActionRequest, { path, base = '' }: Fields) {
	const file = requireFile(path)
	if (!listPaths().includes(file.path))
		throw new ServiceError(
			'not-found',
			'content_not_found',
			'You wrote this text, so there is no original. Its older versions are in the history.',
		)
	return restore(request, { file, text: file.origin, base, from: 'origin' })
}

type Restoring = { file: ContentFile; text: string; base: string; from: string }

async function restore(request: ConsoleActionRequest, { file, text, base, from }: Restoring) {
	const outcome = await saveDraft(request.ctx, { file, text, authorId: request.by.userId }, base)
	if ('theirs' in outcome)
		throw new ServiceError(
			'conflict',
			'content_changed',
			'Another version was saved in the meantime. Reload this page to see it, then try again.',
		)
	if (outcome.saved) {
		await recordAction(request, request.ctx.db, {
			action: 'content_restored',
			object: { kind: 'content', id: file.path },
			before: { version: base },
			after: { version: outcome.saved.id, from },
		})
	}
	const { newest } = await readNewestAndLive(request.ctx.db, file.path)
	const restored = newest?.published_at ? 'content-restored-public' : 'content-restored'
	return request.c.redirect(`${fileAddress(file.path)}&notice=${outcome.saved ? restored : 'content-unchanged'}`, 303)
}
