import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { listReleases } from '#server/services/operations/releases/read-releases.ts'

import { diffEdits } from './diff-edits.ts'
import { planDrafts } from './plan-release.ts'
import { readUnusualAmounts } from './unusual-amounts.ts'

const MOST_RELEASES = 20

/** What publishing would change, and what was published. */
export async function readPublish({ ctx }: ConsoleRequest) {
	const plan = await planDrafts(ctx)
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
	}
}
