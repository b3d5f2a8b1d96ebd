/**
 * `npm run move-uploads -- --to bucket` moves the files of the media library from the database to the bucket of UPLOADS_S3_URL, and
 * `--to database` moves them back, while servers are running.
 */
import { parseArgs } from 'node:util'

import { moveMedia } from '#server/services/platform/media/move-media.ts'

import { runOperatorCommand, UsageError } from './operate.ts'

await runOperatorCommand(async (ctx) => {
	const { values } = parseArgs({ options: { to: { type: 'string' } } })
	if (values.to !== 'bucket' && values.to !== 'database') throw new UsageError('Use --to bucket or --to database.')
	console.log(`${await moveMedia(ctx, values.to)} files moved to the ${values.to}.`)
})
