import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { listReleases } from '#server/services/operations/releases/read-releases.ts'

import { listFiles } from './files.ts'
import { diffLines } from './line-diff.ts'
import { isAtWork, readPublications } from './publish.ts'
import { readUnusualAmounts } from './unusual-amounts.ts'
import { listNewest, readVersions, textOf } from './versions.ts'

const MOST_RELEASES = 20

/** What publishing would change, and what was published. */
export async function readPublish({ ctx }: ConsoleRequest) {
	const { db } = ctx
	const publications = (await readPublications(ctx)).map((each) => ({
		id: each.id,
		startedAt: each.started_at,
		endedAt: each.ended_at,
		step: each.step,
		problems: each.problems,
		isRunning: isAtWork(ctx, each),
	}))
	const drafted = new Set((await listNewest(db)).flatMap(({ path, published_at: at }) => (at === null ? [path] : [])))
	const files = listFiles([...drafted]).filter(({ path }) => drafted.has(path))
	const changes = await Promise.all(
		files.map(async (file) => {
			const { newest, live } = await readVersions(db, file.path)
			return { path: file.path, title: file.title, diff: diffLines(textOf(live, file), textOf(newest, file)) }
		}),
	)
	const releases = (await listReleases(db, MOST_RELEASES)).map(({ number, note, created_at: at }) => ({ number, note, publishedAt: at }))
	return { publications, changes, releases, unusual: await readUnusualAmounts(db) }
}
