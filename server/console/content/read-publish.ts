import type { Edits } from '#content/sources.ts'
import { findConsoleZone, formatZoneName } from '#server/console/shell/console-zone.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { listReleases } from '#server/services/operations/releases/read-releases.ts'
import { readLastSchedule } from '#server/services/operations/releases/schedule-release.ts'

import { comparePages } from './compare-pages.ts'
import { diffEdits } from './diff-edits.ts'
import { tryDraft } from './draft-content.ts'
import { listFiles } from './files.ts'
import { nameShown, planDrafts, planUnscheduled } from './plan-release.ts'
import { frameAddresses } from './read-site-preview.ts'
import { readUnusualAmounts } from './unusual-amounts.ts'

const MOST_RELEASES = 20

type Schedule = NonNullable<Awaited<ReturnType<typeof readLastSchedule>>>

const nameFiles = (edits: Edits) => listFiles(edits).flatMap(({ path, title }) => (Object.hasOwn(edits, path) ? [{ path, title }] : []))

/** The schedule that waits, or that failed and nothing was published after. */
function presentSchedule(schedule: Schedule | undefined, publishedAt: Date | undefined) {
	if (!schedule) return null
	const { id, due_at: dueAt, ended_at: endedAt, outcome, changes, problems } = schedule
	const isOpen = endedAt === null || (outcome === 'failed' && !(publishedAt && publishedAt > endedAt))
	return isOpen ? { id, dueAt, isWaiting: endedAt === null, files: nameFiles(changes as Edits), problems } : null
}

/** What publishing would change, and what was published. */
export async function readPublish({ ctx }: ConsoleRequest) {
	const plan = await planUnscheduled(ctx)
	const releases = await listReleases(ctx.db, MOST_RELEASES + 1)
	const drafted = tryDraft(ctx, plan.edits)
	const pages = drafted.content && plan.files.length > 0 ? await comparePages(ctx.pages, ctx.content, drafted.content) : []
	const ids = new Map(plan.files.map((file, index) => [file, plan.drafts[index] ?? '']))
	return {
		/** Of the release that this process serves: another than the newest while it cannot read that one. */
		served: ctx.published.number,
		changes: diffEdits(plan.live, plan.edits, plan.files).map((change) => ({ ...change, id: ids.get(change.path) ?? '' })),
		problems: drafted.problems,
		/** Pages that look different with the drafts. */
		pages: pages
			.filter(({ isChanged }) => isChanged)
			.map(({ address, title }) => ({ address, title, ...frameAddresses(address, 'compare', 'unscheduled') })),
		releases: releases.slice(0, MOST_RELEASES).map(({ number, note, created_at: at }, index) => ({
			number,
			/** The release before it; 0 for the site as it comes. */
			previous: releases[index + 1]?.number ?? 0,
			note,
			publishedAt: at,
		})),
		amounts: readUnusualAmounts(plan),
		/** What this page shows, for its forms: to publish, to schedule all drafts, and to go back. */
		shown: { publish: nameShown(plan), schedule: nameShown(await planDrafts(ctx)), goBack: nameShown({ base: plan.base, drafts: null }) },
		zoneName: formatZoneName(findConsoleZone(ctx.content)),
		schedule: presentSchedule(await readLastSchedule(ctx.db), releases[0]?.created_at),
	}
}
