/**
 * `npm run verify`: requests every route of the running server as visitor, learner, buyer, refunded buyer, support and
 * operator, and compares the responses with the `routes.txt` files and with what each may see. Prints one line per
 * finding and exits with 1 if there are any. `-- --url <address>` checks the server at another URL, such as the one behind the
 * proxy; it must use the same database. Temporary accounts are removed afterwards, and no messages are sent.
 */
import { runOperatorCommand, readArguments } from './operate.ts'
import { presentFinding } from './verify/findings.ts'
import { runVerify } from './verify/run-verify.ts'

const { values } = readArguments({ options: { url: { type: 'string' } } })

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.once(signal, () => stop.abort(new Error(`stopped by ${signal}; the temporary accounts were removed`)))

await runOperatorCommand(async (ctx) => {
	const base = values.url ?? `http://127.0.0.1:${ctx.config.port}`
	const { findings, notes, summary } = await runVerify(ctx, { base, signal: stop.signal })
	for (const finding of findings) console.log(presentFinding(finding))
	for (const note of notes) console.log(`Note: ${note}`)
	console.log(`${findings.length === 0 ? 'No findings' : `${findings.length} findings`} in ${summary}`)
	if (findings.length > 0) process.exitCode = 1
})
