import type { Content } from '#content/load-content.server.ts'
import type { Edits } from '#content/sources.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { Drafts } from './frame-page.ts'
import { planDrafts, planUnscheduled } from './plan-release.ts'
import { listProblems, type Problem } from './require-publishable.ts'

type Drafted = { edits: Edits; files: readonly string[]; content: Content | null; problems: readonly Problem[] }

/** Content with these edits, or why it cannot be shown. */
export function tryDraft({ published }: Pick<ServiceContext, 'published'>, edits: Edits): Pick<Drafted, 'content' | 'problems'> {
	try {
		return { content: published.draft(edits), problems: [] }
	} catch (error) {
		return { content: null, problems: listProblems(error, edits) }
	}
}

/** The content with drafts, or why it cannot be shown. */
export async function readDraftContent(ctx: ServiceContext, drafts: Drafts): Promise<Drafted> {
	const plan = drafts === 'unscheduled' ? await planUnscheduled(ctx) : await planDrafts(ctx)
	const { live, edits, files } = plan
	if (typeof drafts === 'string') return { edits, files, ...tryDraft(ctx, edits) }
	const { file } = drafts
	const own = files.includes(file) ? { ...live, [file]: edits[file] ?? null } : live
	return { edits: own, files: files.filter((each) => each === file), ...tryDraft(ctx, own) }
}
