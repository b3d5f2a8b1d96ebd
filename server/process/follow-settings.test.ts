import { expect, onTestFinished, test, vi } from 'vitest'

import { readActiveSettingsVersion } from '#server/services/platform/service-settings/stored-settings.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { followSettings } from './follow-settings.ts'

test('a server restarts once another one has started with new settings, but not when they are only stored', async () => {
	const { deps } = await makeTestDeps()
	const restart = vi.fn()
	const value = Buffer.from('sealed')
	const looks = vi.spyOn(deps.db, 'getExecutor')
	onTestFinished(followSettings({ ...deps, start: { ...deps.start, restart } }, await readActiveSettingsVersion(deps), 10))
	await deps.db
		.insertInto('service_settings')
		.values({ name: 'OPERATOR_EMAIL', sealed: value, is_pending: true, changed_at: new Date() })
		.execute()
	const before = looks.mock.calls.length
	await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 3)
	expect(restart).not.toHaveBeenCalled()
	await deps.db.updateTable('service_settings').set({ proven: value, is_pending: false }).execute()
	await expect.poll(() => restart.mock.calls.length).toBe(1)
})
