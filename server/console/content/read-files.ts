import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readQuery } from '#server/console/shell/look-up.ts'

import { findTexts } from './find-texts.ts'

/** Lists everything that can be edited, by group. `?q=` searches titles, paths and texts. */
export async function readFiles({ ctx, url: { searchParams } }: ConsoleRequest) {
	const q = readQuery(searchParams.get('q') ?? undefined)
	const { files, drafts } = await findTexts(ctx, q)
	return { q, drafts, groups: [...Map.groupBy(files, ({ group }) => group)].map(([name, own]) => ({ name, files: own })) }
}
