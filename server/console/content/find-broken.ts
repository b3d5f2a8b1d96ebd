import type { ServiceContext } from '#server/services/context.ts'

import type { ContentFile } from './files.ts'
import { planDrafts } from './plan-release.ts'
import { findProblems, type PublishProblem } from './require-publishable.ts'

const LINKS = /isn’t a page of your site|the lesson “[^”]*” doesn’t exist/i
const OPENS = /there is no (?:module|course)/
const SHOWS = /does not exist\.?$|doesn’t exist|isn’t another article|has no text for the lesson/
const FEATURED = /^no article is featured/i

/** Rewords an error, which describes the state after the removal, because the page shows the state before it. */
function describeReference(message: string): string {
	if (LINKS.test(message)) return 'links to it.'
	if (OPENS.test(message)) return 'opens it.'
	return SHOWS.test(message) ? 'shows it.' : FEATURED.test(message) ? 'features it. Feature another article first.' : message
}

type Change = { opened: { file: ContentFile }; text: string }

/** Finds what a removal would break: links to the removed part, offers that include it, and texts that count it. */
export async function findBroken(ctx: ServiceContext, { changes }: { changes: readonly Change[] }): Promise<PublishProblem[]> {
	const plan = await planDrafts(ctx)
	const without = { ...plan.edits }
	// A text equal to the shipped one isn't an edit, as in a stored release.
	for (const { opened, text } of changes) {
		const { path, origin } = opened.file
		if (text === origin) delete without[path]
		else without[path] = text
	}
	const problems = await findProblems(ctx, { edits: without, live: plan.live })
	if (problems.length === 0) return []
	const known = new Set((await findProblems(ctx, plan)).map((problem) => JSON.stringify(problem)))
	const broken = problems.filter((problem) => !known.has(JSON.stringify(problem)))
	return broken.map((problem) => ({ ...problem, message: describeReference(problem.message) }))
}
