import { load, redirectTo } from '#app/admin/load.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'

/** Gives a new email its ID before the first save, so saving twice can't create two drafts, and a reload finds the draft. */
export const loader = load(() => redirectTo(`${consolePaths.newsletter}/${crypto.randomUUID()}?new`))

export default function NewIssuePage() {
	return null
}
