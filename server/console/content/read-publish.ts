import { ARTICLE_FILE, checkFile } from '#content/check-file.ts'
import type { Content } from '#content/load-content.server.ts'
import { ContentProblem } from '#content/parsed-files.ts'
import { findUnknownNames, isInPublishedText } from '#content/promises/placeholders.ts'
import type { Edits } from '#content/sources.ts'
import { paths } from '#contracts/paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { formatZoneName } from '#server/console/shell/format-zone-name.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findChangedFiles, listReleases, readRelease } from '#server/services/operations/releases/read-releases.ts'
import { readLastSchedule } from '#server/services/operations/releases/schedule-release.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { diffEdits } from './diff-edits.ts'
import { buildDraftContent, compareDraftPages } from './draft-content.ts'
import { listFiles } from './files.ts'
import { nameGroup, nameText } from './find-texts.ts'
import { findNewlyFree } from './free-modules.ts'
import { describeGroups, findCause, groupDrafts, isSeparable } from './group-drafts.ts'
import { readHiddenLinks } from './hidden-links.ts'
import { listLessonPages } from './lesson-pages.ts'
import { readUnusualAmounts } from './money-fields.ts'
import { needsStepUp } from './needs-step-up.ts'
import { listPublicAddresses } from './page-addresses.ts'
import { identifyPlan, type Plan, planDrafts, planUnscheduled } from './plan-release.ts'
import { readNoticeUndo } from './read-notice-undo.ts'
import { previewFrameUrls } from './read-site-preview.ts'
import { findNewSamples, listPublishProblems, type PublishProblem } from './require-publishable.ts'

/** Finds unknown placeholders in texts that are already public, such as one that an upgrade removed. Publishing only warns about them. */
function findUnknownValues(content: Content, { edits, live }: Pick<Plan, 'edits' | 'live'>): PublishProblem[] {
	const issues = Object.entries(edits).flatMap(([file, text]) => {
		const known = live[file] ?? ''
		if (!file.endsWith('.json') || text === null || findUnknownNames(file, known).length === 0) return []
		const found = checkFile(file, content.fillFile(file, text)).filter(({ message }) => isInPublishedText(message, { live: known, text }))
		return found.map((issue) => ({ file, ...issue }))
	})
	return issues.length === 0 ? [] : listPublishProblems(new ContentProblem(issues), edits)
}

const MAX_RELEASES = 20

type Schedule = NonNullable<Awaited<ReturnType<typeof readLastSchedule>>>

const nameFiles = (content: Content, edits: Edits) =>
	listFiles(edits).flatMap(({ path, title }) => (Object.hasOwn(edits, path) ? [{ path, title: nameText(content, { path, title }) }] : []))

/** Returns the waiting schedule, or the failed one if nothing was published since. */
function presentSchedule(content: Content, schedule: Schedule | undefined, publishedAt: Date | undefined) {
	if (!schedule) return null
	const { id, due_at: dueAt, ended_at: endedAt, outcome, changes, problems } = schedule
	const isOpen = endedAt === null || (outcome === 'failed' && !(publishedAt && publishedAt > endedAt))
	return isOpen ? { id, dueAt, isWaiting: endedAt === null, files: nameFiles(content, changes as Edits), problems } : null
}

function findPage(content: Content, file: string): string | null {
	const [, article] = ARTICLE_FILE.exec(file) ?? []
	if (article !== undefined) return paths.article(article)
	const own = content.ownPages.find((page) => page.file === file && page.isPublic)
	return own?.address ?? listLessonPages(content).find((page) => page.file === file)?.address ?? null
}

/** Names a changed file with its group. A module has the same name as in the outline of its course. */
const nameChange = (content: Content, change: { path: string; title: string }): string =>
	nameText(content, change).replace(/^Module \d+(?= › )/, (group) => nameGroup(content, group))

/** Reads the result of a publication. Null unless this process serves the new release. */
async function readPublished(ctx: ServiceContext, value: string | null) {
	const number = Number(value)
	if (value === null || !Number.isInteger(number) || ctx.published.number !== number) return null
	const [release, before] = [await readRelease(ctx.db, number), await readRelease(ctx.db, number - 1)]
	if (!release) return null
	const files = findChangedFiles(before?.edits ?? {}, release.edits)
	const addresses = listPublicAddresses(ctx.content)
	const named = Object.fromEntries(files.map((file) => [file, release.edits[file] || before?.edits[file] || null]))
	return {
		number,
		previous: before?.number ?? 0,
		/** The published texts, each with its public page; null without one. */
		texts: nameFiles(ctx.content, named).map(({ path, title }) => ({
			path,
			title,
			page: addresses.get(path) ?? null,
			isDeleted: release.edits[path] === '',
		})),
	}
}

/** Reads pending changes and the last publication: `?published=` is the release just made, `?only=` the file of a draft to select alone. */
export async function readPublishPage(request: ConsoleRequest) {
	const { ctx, url } = request
	const { searchParams } = url
	const [plan, all] = [await planUnscheduled(ctx), await planDrafts(ctx)]
	const releases = await listReleases(ctx.db, MAX_RELEASES + 1)
	const drafted = buildDraftContent(ctx, plan.edits)
	const { pages, problems } =
		plan.files.length > 0 ? await compareDraftPages(ctx, { ...plan, ...drafted }) : { pages: [], problems: drafted.problems }
	const groups = groupDrafts(plan)
	const only = groups.get(searchParams.get('only') ?? '')
	const changes = diffEdits(plan.live, plan.edits, plan.files).map((change) => {
		const cause = findCause(plan, change.path)
		const title = nameChange(drafted.content ?? ctx.content, change)
		return { ...change, title, cause, group: groups.get(change.path) ?? '', isSeparable: isSeparable(plan, change, cause) }
	})
	const ids = new Map(plan.files.map((file, index) => [file, plan.drafts[index] ?? '']))
	return {
		/** Release that this process serves. Older than the newest if this process can't read that one. */
		served: ctx.published.number,
		published: await readPublished(ctx, searchParams.get('published')),
		changes: changes.map((change) => ({
			...change,
			/** False if the page was opened for a draft of another group. */
			isSelected: only === undefined || change.group === only,
			id: ids.get(change.path) ?? '',
			page: drafted.content && findPage(drafted.content, change.path),
		})),
		groups: describeGroups(plan, changes),
		noticeUndo: await readNoticeUndo(request),
		problems,
		hiddenLinks: readHiddenLinks(ctx, plan.edits),
		samples: findNewSamples(plan),
		newlyFree: plan.files.length === 0 ? [] : findNewlyFree(plan),
		unknownValues: findUnknownValues(ctx.content, plan),
		pages: pages.filter(({ isChanged }) => isChanged).map((page) => ({ ...page, ...previewFrameUrls(page, 'compare', 'unscheduled') })),
		releases: releases.slice(0, MAX_RELEASES).map(({ number, note, created_at: at }, index) => ({
			number,
			/** The previous release; 0 for the site as shipped. */
			previous: releases[index + 1]?.number ?? 0,
			note,
			publishedAt: at,
		})),
		amounts: readUnusualAmounts(plan),
		needsStepUp: { publish: needsStepUp(plan), schedule: needsStepUp(all) },
		shown: {
			publish: identifyPlan(plan),
			schedule: identifyPlan(all),
			goBack: identifyPlan({ base: plan.base, drafts: null }),
		},
		zoneName: formatZoneName(siteZone(ctx.content)),
		schedule: presentSchedule(ctx.content, await readLastSchedule(ctx.db), releases[0]?.created_at),
	}
}
