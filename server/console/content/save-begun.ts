import { findMultilineObjects } from '#content/find-open.ts'
import { printJson } from '#content/print-json.ts'
import type { ConsoleActionRequest, ConsoleRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { requireFile } from './files.ts'
import { requireJson } from './require-json.ts'
import { readNewestAndLive, saveDraft, versionText } from './versions.ts'

type Start = { path: string; text: string; becauseOf?: string }

export async function readNewestText({ ctx }: ConsoleRequest, path: string): Promise<string> {
	const file = requireFile(path)
	return versionText((await readNewestAndLive(ctx.db, path)).newest, file)
}

/** @throws ServiceError content_unreadable (409) */
export async function readNewest({ ctx }: ConsoleRequest, path: string) {
	const file = requireFile(path)
	const { newest } = await readNewestAndLive(ctx.db, path)
	return { file, newest, value: requireJson(newest, file) as Record<string, unknown> }
}

/**
 * Saves a draft based on the latest version.
 * @throws ServiceError content_changed (409)
 */
export async function saveLatestDraft({ ctx, by }: ConsoleActionRequest, { path, text, becauseOf }: Start): Promise<void> {
	const file = requireFile(path)
	const { newest } = await readNewestAndLive(ctx.db, path)
	const outcome = await saveDraft(ctx, { file, text, authorId: by.userId, becauseOf }, newest?.id ?? '')
	if (!('saved' in outcome) || !outcome.saved)
		throw new ServiceError('conflict', 'content_changed', 'Someone saved this a moment ago. Try again.')
}

export async function saveValue(
	request: ConsoleActionRequest,
	{ path, becauseOf }: Omit<Start, 'text'>,
	change: (value: Record<string, unknown>) => object,
): Promise<void> {
	const { file, value } = await readNewest(request, path)
	const open = findMultilineObjects(file.origin)
	const text = printJson(change(value), (place) => open.has(place))
	await saveLatestDraft(request, { path, text, ...(becauseOf !== undefined && { becauseOf }) })
}
