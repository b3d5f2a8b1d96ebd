/**
 * `npm run operator -- <email> [--role support]`: lets an account open the console at /admin, opens the account if there is none,
 * and prints a link that sets its password. `--end` takes the role away again.
 */
import { parseArgs } from 'node:util'

import { appoint, dismiss, passwordLink, readRole } from '#server/console/shell/role.ts'

import { operate, UsageError } from './operate.ts'

const USAGE = 'npm run operator -- <email> [--role operator|support] [--end]'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { role: { type: 'string' }, end: { type: 'boolean' } } })

await operate(async (ctx) => {
	const [email] = positionals
	const role = readRole(values.role ?? 'operator')
	if (email === undefined || role === null) throw new UsageError(USAGE)
	if (values.end) {
		console.log((await dismiss(ctx, email)) ? `${email} no longer opens the console.` : `${email} had no role.`)
		return
	}
	const { hasPassword } = await appoint(ctx, { email, role })
	console.log(`${email} opens the console as ${role}: ${ctx.config.siteUrl}/admin`)
	if (!hasPassword) console.log(`Set a password first, within ten minutes, or run this again:\n${await passwordLink(ctx, email)}`)
})
