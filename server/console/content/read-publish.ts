import type { Edits } from '#content/sources.ts'
import { findConsoleZone, formatZoneName } from '#server/console/shell/console-zone.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { listReleases } from '#server/services/operations/releases/read-releases.ts'
import { readLastSchedule } from '#server/services/operations/releases/schedule-release.ts'

import { diffEdits } from './diff-edits.ts'
import { nameShown, planDrafts, planUnscheduled } from './plan-release.ts'
import { readUnusualAmounts } from './unusual-amounts.ts'

const MOST_RELEASES = 20

type Schedule = NonNullable<Awaited<ReturnType<typeof readLastSchedule>>>

/** The schedule that waits, or that failed and nothing was published after. */
function presentSchedule(schedule: Schedule | undefined, publishedAt: Date | undefined) {
	if (!schedule) return null
	const { id, due_at: dueAt, ended_at: endedAt, outcome, changes, problems } = schedule
	const isOpen = endedAt === null || (outcome === 'failed' && !(publishedAt && publishedAt > endedAt))
	return isOpen ? { id, dueAt, isWaiting: endedAt === null, files: Object.keys(changes as Edits), problems } : null
}

/** What publishing would change, and what was published. */
export async function readPublish({ ctx }: ConsoleRequest) {
	const plan = await planUnscheduled(ctx)
	const releases = await listReleases(ctx.db, MOST_RELEASES + 1)
	return {
		/** Of the release that this process serves: another than the newest while it cannot read that one. */
		served: ctx.published.number,
		changes: diffEdits(plan.live, plan.edits, plan.files),
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
