/**
 * `npm run operator -- <email> [--role support]`: gives an account access to the console at /admin, creates the account if
 * needed, and prints a link to set its password. `--end` removes the access.
 */
import { grantConsoleRole, revokeConsoleRole, passwordLink, readRole } from '#server/console/shell/session.ts'

import { runOperatorCommand, readArguments, UsageError } from './operate.ts'

const USAGE = 'npm run operator -- <email> [--role operator|support] [--end]'

const { values, positionals } = readArguments({ allowPositionals: true, options: { role: { type: 'string' }, end: { type: 'boolean' } } })

await runOperatorCommand(async (ctx) => {
	const [email] = positionals
	const role = readRole(values.role ?? 'operator')
	if (email === undefined || role === null) throw new UsageError(USAGE)
	if (values.end) {
		console.log((await revokeConsoleRole(ctx, email)) ? `${email} no longer has console access.` : `${email} had no role.`)
		return
	}
	const { hasPassword } = await grantConsoleRole(ctx, { email, role })
	console.log(`${email} has console access as ${role}: ${ctx.config.siteUrl}/admin`)
	if (!hasPassword) console.log(`Set a password first, within ten minutes, or run this again:\n${await passwordLink(ctx, email)}`)
})
