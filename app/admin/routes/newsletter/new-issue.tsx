import { createLoader, redirectTo } from '#app/admin/load.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'

/**
 * Gives a new email its ID before the first save, so saving twice can't create two drafts, and a reload finds the draft. The rest of the
 * query is its audience.
 */
export const loader = createLoader(({ url: { search } }) =>
	redirectTo(`${consolePaths.newsletter}/${crypto.randomUUID()}?new${search.replace('?', '&')}`),
)

export default function NewIssuePage() {
	return null
}
