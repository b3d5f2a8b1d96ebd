/**
 * `npm run -s content:diff > edits.patch`: prints the published edits as a patch of `content/` for `git apply`. `npm run -s
 * content:diff -- <release>` does the same for an older release, `-- list` lists the releases.
 */
import { createTwoFilesPatch } from 'diff'

import { readShipped } from '#content/read-sources.server.ts'
import { listReleases, readCurrent, readRelease } from '#server/services/operations/releases/read-releases.ts'

import { runOperatorCommand, UsageError } from './operate.ts'

const MAX_LISTED = 50

const [argument] = process.argv.slice(2)

await runOperatorCommand(async ({ db }) => {
	if (argument === 'list') {
		for (const { number, created_at: at, note } of await listReleases(db, MAX_LISTED))
			console.log(`${number}  ${at.toISOString()}  ${note}`)
		return
	}
	const release = argument === undefined ? await readCurrent(db) : await readRelease(db, Number.parseInt(argument, 10) || 0)
	if (!release && argument !== undefined)
		throw new UsageError(`there is no release ${argument}; npm run content:diff -- list names the newest`)
	const shipped = readShipped()
	for (const [file, edited] of Object.entries(release?.edits ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
		const origin = shipped.get(file)
		if (edited === null || edited === origin) continue
		process.stdout.write(
			createTwoFilesPatch(
				origin === undefined ? '/dev/null' : `a/content/${file}`,
				// An empty edit deletes the file.
				edited === '' ? '/dev/null' : `b/content/${file}`,
				origin ?? '',
				edited,
			),
		)
	}
})
