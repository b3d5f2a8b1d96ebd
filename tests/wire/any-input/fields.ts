import * as admin from '#contracts/auth-admin.ts'
import * as sso from '#contracts/auth-sso.ts'
import * as auth from '#contracts/auth.ts'
import * as certificates from '#contracts/certificates.ts'
import * as providers from '#contracts/custom-providers.ts'
import * as downloads from '#contracts/downloads.ts'
import * as leads from '#contracts/leads.ts'
import * as newsletter from '#contracts/newsletter.ts'
import * as oauth from '#contracts/oauth-clients.ts'
import * as payments from '#contracts/payments.ts'
import * as planner from '#contracts/planner.ts'
import * as privacy from '#contracts/privacy.ts'
import * as progress from '#contracts/progress.ts'
import * as refunds from '#contracts/refunds.ts'
import * as signup from '#contracts/signup.ts'
import * as sms from '#contracts/sms.ts'
import * as support from '#contracts/support.ts'

/** Contracts by the paths that use them. */
const MODULES: [RegExp, object[]][] = [
	[/^\/auth\/v1\/admin\/(oauth|custom)/, [oauth, providers]],
	[/^\/auth\/v1\/(admin|invite)/, [admin, sso]],
	[/^\/auth\/v1/, [auth, sso]],
	[/^\/functions\/v1/, [sms, payments]],
	[/^\/api\/(leads|discounts)|newsletter|unsubscribe|early-access|feedback/, [leads, newsletter, payments]],
	[/^\/api\/(support)|contact|careers/, [support]],
	[/^\/api\/(planner|progress|course)/, [planner, progress]],
	[/^\/api\/(orders|downloads)/, [refunds, downloads]],
	[/^\/api\/(certificates|privacy)/, [certificates, privacy]],
	[/^\/(signup|login|reset-password|checkout)/, [signup, payments]],
]

const fieldsOf = (schema: unknown): string[] =>
	typeof schema === 'object' && schema !== null && 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null
		? Object.keys(schema.shape)
		: []

const groupsOf = (modules: readonly object[]) =>
	modules.flatMap((module) => Object.values(module).map(fieldsOf)).filter((group) => group.length > 0)

/** Columns of the tables of /rest/v1. */
const COLUMNS = [['user_id', 'phone_number', 'verified', 'payment_notifications', 'two_factor_enabled', 'created_at']]
const ANY = groupsOf(MODULES.flatMap(([, modules]) => modules))

/** Returns the field names of each body that a path accepts, read from the contracts. */
export function fieldGroups(path: string): string[][] {
	if (path.startsWith('/rest/v1')) return COLUMNS
	const groups = groupsOf(MODULES.find(([pattern]) => pattern.test(path))?.[1] ?? [])
	return groups.length > 0 ? groups : ANY
}
