import { grantConsoleRole } from '#server/console/shell/session.ts'
import { inviteMember as inviteToTeam } from '#server/console/team/invitations.ts'
import { openFolderStore } from '#server/db/backup/store.ts'
import { systemContext } from '#server/services/context.ts'
import { createBackupStatus } from '#server/services/platform/backups/record-backup.ts'
import { readSettingsVersion, storeSettings } from '#server/services/platform/service-settings/stored-settings.ts'

import type { Doing, World } from './action-matrix.ts'

/** Actions of the settings, the team and the setup pages, each with input that makes it succeed. */
export async function listSettingsDoings({ wire, other }: World): Promise<Doing[]> {
	const because = { reason: 'Asked' }
	const ctx = systemContext(wire.deps, 'test')
	const [promoted, ended] = [
		await grantConsoleRole(ctx, { email: 'promoted@academy.test', role: 'support' }),
		await grantConsoleRole(ctx, { email: 'ended@academy.test', role: 'support' }),
	]
	const invite = (email: string) => wire.deps.db.transaction().execute((tx) => inviteToTeam(ctx, tx, { email, role: 'support', by: other }))
	const [again, withdrawn] = [await invite('again@academy.test'), await invite('withdrawn@academy.test')]
	const team = '/admin/settings/team'
	// Store a setting that one action changes and another removes.
	await storeSettings(ctx, { GOTRUE_SITE_URL: 'http://localhost:3457', STRIPE_SECRET_KEY: 'sk_test_12345678' })
	const [address, payments] = [await readSettingsVersion(ctx, ['GOTRUE_SITE_URL']), await readSettingsVersion(ctx, ['STRIPE_SECRET_KEY'])]
	wire.deps.state.of(createBackupStatus).control = { store: openFolderStore('/tmp/no-backups'), isEncrypted: false, takeNow: () => {} }
	return [
		{ row: '/admin/health/backup', path: '/admin/health/backup' },
		{ row: '/admin/health/restore-test', path: '/admin/health/restore-test' },
		{
			row: '/admin/content/new/:kind',
			path: '/admin/content/new/lesson',
			fields: { title: 'Begun: here', module: '1', duration: '20 minutes', summary: 'A start.' },
		},
		{ row: '/admin/first-steps', path: '/admin/first-steps' },
		{
			row: '/admin/settings/:subject',
			path: '/admin/settings/time-zone',
			fields: { part: 'zone', base: '', d: '', 'o/timeZone': 'Europe/Berlin', do: 'save' },
		},
		{ row: '/admin/settings/:subject/check', path: '/admin/settings/text-messages/check' },
		{
			row: '/admin/settings/:subject/connect',
			path: '/admin/settings/general/connect',
			fields: { gotrue_site_url: 'http://localhost:3456', version: address },
		},
		{ row: '/admin/settings/:subject/disconnect', path: '/admin/settings/payments/disconnect', fields: { version: payments } },
		{ row: '/admin/settings/mail/test', path: '/admin/settings/mail/test' },
		{ row: `${team}/invite`, path: `${team}/invite`, fields: { email: 'new@academy.test', role: 'support', ...because } },
		{ row: `${team}/invitations/:invitation/resend`, path: `${team}/invitations/${again}/resend`, fields: because },
		{ row: `${team}/invitations/:invitation/withdraw`, path: `${team}/invitations/${withdrawn}/withdraw`, fields: because },
		{ row: `${team}/:member/role`, path: `${team}/${promoted.userId}/role`, fields: { role: 'operator', ...because } },
		{ row: `${team}/:member/end`, path: `${team}/${ended.userId}/end`, fields: because },
	]
}
