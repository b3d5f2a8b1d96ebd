/**
 * `npm run alerts -- list` lists alerts that need attention. `npm run alerts -- close <id> --operator <name>` closes one; with
 * `--kind <kind>` instead of the ID, all of a kind.
 */
import {
	acknowledgeAlert,
	acknowledgeKind,
	listOpenAlerts,
	type OpenAlert,
} from '#server/services/messaging/operator-alerts/open-alerts.ts'

import { runOperatorCommand, readArguments, UsageError } from './operate.ts'

const USAGE = 'npm run alerts -- list | close <id> --operator <name> | close --kind <kind> --operator <name>'

const { values, positionals } = readArguments({
	allowPositionals: true,
	options: { operator: { type: 'string' }, kind: { type: 'string' } },
})

const formatAlert = ({ id, kind, createdAt, heading, advice, facts, mail }: OpenAlert) =>
	[
		`${createdAt}  ${id}  ${kind}  ${heading}${mail === 'failed' ? '  (its email did not arrive)' : ''}`,
		...facts.map(({ label, value }) => `    ${label}: ${value}`),
		`    ${advice}`,
	].join('\n')

await runOperatorCommand(async (ctx) => {
	const [command, id = ''] = positionals
	const operator = values.operator?.trim().slice(0, 200) ?? ''
	if (command === 'list') {
		const { alerts, total } = await listOpenAlerts(ctx)
		console.log(total === 0 ? 'No open alerts.' : alerts.map(formatAlert).join('\n'))
		if (total > alerts.length) console.log(`and ${total - alerts.length} others`)
	} else if (command === 'close' && operator !== '' && values.kind !== undefined) {
		const count = await acknowledgeKind(ctx, { kind: values.kind, until: ctx.now() }, operator)
		console.log(`Closed: ${count}.`)
	} else if (command === 'close' && operator !== '') {
		const outcome = await acknowledgeAlert(ctx, id, operator)
		if (outcome === null) throw new UsageError(`no alert has the id ${id}; npm run alerts -- list shows those that are open`)
		console.log(outcome === 'closed' ? 'Closed.' : 'It was already closed.')
	} else throw new UsageError(USAGE)
})
