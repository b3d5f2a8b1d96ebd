import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { findChangedFiles, listReleases, readRelease } from '#server/services/operations/releases/read-releases.ts'

import { diffEdits } from './diff-edits.ts'
import { needsStepUp } from './needs-step-up.ts'

const MAX_RELEASES = 100
/** The site as shipped, before its first release. */
const ORIGIN = { number: 0, edits: {} }

async function requireRelease({ ctx: { db }, url: { searchParams } }: ConsoleRequest, name: 'from' | 'to') {
	const value = searchParams.get(name) ?? ''
	const release = value === '0' ? ORIGIN : /^\d{1,9}$/.test(value) ? await readRelease(db, Number(value)) : null
	if (!release) throw new ServiceError('not-found', 'content_not_found', 'We can’t find that release.')
	return release
}

/** Compares two releases: `?from=1&to=3`, 0 for the site as shipped. */
export async function readReleaseChanges(request: ConsoleRequest) {
	const [from, to] = [await requireRelease(request, 'from'), await requireRelease(request, 'to')]
	const files = findChangedFiles(from.edits, to.edits)
	return {
		from: from.number,
		to: to.number,
		needsStepUp: needsStepUp({ files }),
		numbers: (await listReleases(request.ctx.db, MAX_RELEASES)).map(({ number }) => number),
		changes: diffEdits(from.edits, to.edits, files),
	}
}
