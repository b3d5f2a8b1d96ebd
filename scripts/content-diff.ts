/**
 * `npm run -s content:diff > edits.patch`: prints the published edits as a patch of `content/` for `git apply`. `npm run -s
 * content:diff -- <release>` does the same for an older release, `-- list` lists the releases.
 */
import { createTwoFilesPatch } from 'diff'

import { readShipped } from '#content/read-sources.server.ts'
import { listReleases, readCurrent, readRelease } from '#server/services/operations/releases/read-releases.ts'

import { operate, UsageError } from './operate.ts'

const MAX_LISTED = 50

const [asked] = process.argv.slice(2)

await operate(async ({ db }) => {
	if (asked === 'list') {
		for (const { number, created_at: at, note } of await listReleases(db, MAX_LISTED))
			console.log(`${number}  ${at.toISOString()}  ${note}`)
		return
	}
	const release = asked === undefined ? await readCurrent(db) : await readRelease(db, Number.parseInt(asked, 10) || 0)
	if (!release && asked !== undefined) throw new UsageError(`there is no release ${asked}; npm run content:diff -- list names the newest`)
	const shipped = readShipped()
	for (const [file, edited] of Object.entries(release?.edits ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
		const origin = shipped.get(file)
		if (edited === null || edited === origin) continue
		process.stdout.write(
			createTwoFilesPatch(origin === undefined ? '/dev/null' : `a/content/${file}`, `b/content/${file}`, origin ?? '', edited),
		)
	}
})
