/** `npm run jobs -- dead` lists dead jobs, which won't be retried automatically; `npm run jobs -- retry <id>` retries one. */
import { type DeadJob, listDeadJobs } from '#server/services/messaging/operator-alerts/list-dead.ts'
import { retryDead } from '#server/services/messaging/operator-alerts/retry-dead.ts'

import { runOperatorCommand, UsageError } from './operate.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const line = ({ kind, id, name, to, status, attempts, reason, createdAt }: DeadJob) =>
	[createdAt, kind, id, name, to || '-', status, `attempts ${attempts}`, reason.replaceAll(/\s+/g, ' ')].join('  ')

const [command, id = ''] = process.argv.slice(2)
await runOperatorCommand(async (ctx) => {
	if (command === 'dead') {
		const dead = await listDeadJobs(ctx)
		console.log(dead.length === 0 ? 'No dead jobs.' : dead.map(line).join('\n'))
	} else if (command === 'retry' && UUID.test(id)) {
		const started = await retryDead(ctx, id)
		if (started === null) throw new UsageError(`no dead job has the ID ${id}; npm run jobs -- dead lists them`)
		console.log(`The ${started} ${id} is in the queue again.`)
	} else throw new UsageError('npm run jobs -- dead | retry <id>')
})
