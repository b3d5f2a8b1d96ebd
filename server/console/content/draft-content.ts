import { checkFile, LESSON_FILE } from '#content/check-file.ts'
import type { Content } from '#content/load-content.server.ts'
import { ContentProblem } from '#content/parsed-files.ts'
import type { Edits } from '#content/sources.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { Drafts } from './frame-page.ts'
import { planDrafts, planUnscheduled } from './plan-release.ts'
import { listProblems, type PublishProblem } from './require-publishable.ts'

type Drafted = { edits: Edits; files: readonly string[]; content: Content | null; problems: readonly PublishProblem[] }

/** Matches files of the course structure: a lesson has a page only if its module lists it, and the course lists the module. */
const OF_COURSE = /^course\/(?:course|module-\d+\/module)\.json$|^courses\//

const LESSONS = /^(?:course|tracks)\/.*\.md$/

/**
 * Checks the edited lessons, which are otherwise parsed only when a page needs them.
 * @throws ContentProblem
 */
function requireSoundLessons(content: Content, edits: Edits): void {
	const issues = Object.entries(edits).flatMap(([file, text]) =>
		text === null || !LESSONS.test(file) ? [] : checkFile(file, content.fillFile(file, text)).map((issue) => ({ file, ...issue })),
	)
	if (issues.length > 0) throw new ContentProblem(issues)
}

/** Builds the content with these edits, or returns the problems that prevent it. */
export function buildDraftContent({ published }: Pick<ServiceContext, 'published'>, edits: Edits): Pick<Drafted, 'content' | 'problems'> {
	try {
		const content = published.loadDraft(edits)
		requireSoundLessons(content, edits)
		return { content, problems: [] }
	} catch (error) {
		return { content: null, problems: listProblems(error, edits) }
	}
}

export async function readDraftContent(ctx: ServiceContext, drafts: Drafts): Promise<Drafted> {
	const plan = drafts === 'unscheduled' ? await planUnscheduled(ctx) : await planDrafts(ctx)
	const { live, edits, files } = plan
	if (typeof drafts === 'string') return { edits, files, ...buildDraftContent(ctx, edits) }
	const shown = files.filter((each) => each === drafts.file || (LESSON_FILE.test(drafts.file) && OF_COURSE.test(each)))
	const own = { ...live, ...Object.fromEntries(shown.map((each) => [each, edits[each] ?? null])) }
	return { edits: own, files: shown, ...buildDraftContent(ctx, own) }
}
