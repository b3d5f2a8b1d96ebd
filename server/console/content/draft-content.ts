import { checkFile, LESSON_FILE } from '#content/check-file.ts'
import type { Content } from '#content/load-content.server.ts'
import { ContentProblem } from '#content/parsed-files.ts'
import { HEADING_FONT_FILE } from '#content/schema/brand.ts'
import { DARK_LOGO_FILE, LOGO_FILE } from '#content/schema/logo.ts'
import type { Edits } from '#content/sources.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { PreviewedDrafts } from './frame-page.ts'
import { comparePages, type PreviewPage } from './lesson-pages.ts'
import { type Plan, planDrafts, planUnscheduled } from './plan-release.ts'
import { findProblems, listPublishProblems, type PublishProblem } from './require-publishable.ts'

type Drafted = Pick<Plan, 'edits' | 'live' | 'files'> & { content: Content | null; problems: readonly PublishProblem[] }

/**
 * Matches files of the course structure, which the preview of a single draft includes: a lesson has a page only if its module lists it and
 * the course lists the module.
 */
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

const BRAND_FILES = ['brand.json', HEADING_FONT_FILE, LOGO_FILE, DARK_LOGO_FILE]

/** Returns the valid drafts of the brand, which every preview includes. */
export const pickBrandDrafts = ({ files, edits }: Pick<Plan, 'files' | 'edits'>): Edits =>
	Object.fromEntries(
		BRAND_FILES.flatMap((file) => {
			const text = files.includes(file) ? edits[file] : undefined
			return text == null || checkFile(file, text).length > 0 ? [] : [[file, text]]
		}),
	)

/** Builds the content with these edits, or returns the problems that prevent it. */
export function buildDraftContent({ published }: Pick<ServiceContext, 'published'>, edits: Edits): Pick<Drafted, 'content' | 'problems'> {
	try {
		const content = published.loadDraft(edits)
		requireSoundLessons(content, edits)
		return { content, problems: [] }
	} catch (error) {
		return { content: null, problems: listPublishProblems(error, edits) }
	}
}

/**
 * Returns the problems that keep a page of valid files from being rendered, such as a reference to a figure that doesn't exist.
 * @throws the error if the edits aren't its cause
 */
export async function explainFailure(
	ctx: ServiceContext,
	plan: Pick<Plan, 'edits' | 'live'>,
	error: unknown,
): Promise<readonly PublishProblem[]> {
	const problems = await findProblems(ctx, plan)
	if (problems.length === 0) throw error
	return problems
}

/** Compares the public pages with those of the drafts, or returns the problems that prevent it. */
export async function compareDraftPages(
	ctx: ServiceContext,
	{ content, problems, ...plan }: Omit<Drafted, 'files'>,
): Promise<{ pages: readonly PreviewPage[]; problems: readonly PublishProblem[] }> {
	if (!content) return { pages: [], problems }
	try {
		return { pages: await comparePages(ctx.pages, ctx.content, content), problems }
	} catch (error) {
		return { pages: [], problems: await explainFailure(ctx, plan, error) }
	}
}

export async function readDraftContent(ctx: ServiceContext, drafts: PreviewedDrafts): Promise<Drafted> {
	const plan = drafts === 'unscheduled' ? await planUnscheduled(ctx) : await planDrafts(ctx)
	const { live, edits, files } = plan
	if (typeof drafts === 'string') return { edits, live, files, ...buildDraftContent(ctx, edits) }
	const shown = files.filter((each) => each === drafts.file || (LESSON_FILE.test(drafts.file) && OF_COURSE.test(each)))
	const own = { ...live, ...pickBrandDrafts(plan), ...Object.fromEntries(shown.map((each) => [each, edits[each] ?? null])) }
	return { edits: own, live, files: shown, ...buildDraftContent(ctx, own) }
}
