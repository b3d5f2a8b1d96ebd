import { expect, test } from 'vitest'

import { ADDS_COLUMN, BAD_START, keepVisiting, makeInstallation, makeRelease } from '#tests/crash/installation.ts'

// tests/crash/upgrades.test.ts also rolls back, and kills commands and supervisors.
test('a refused upgrade and one with a migration cause no failed request and no lost write', async () => {
	const { port, home, run, ask } = await makeInstallation()
	const stop = keepVisiting(port, 10)
	const refused = await run('upgrade', makeRelease(BAD_START))
	expect([refused.code, refused.said]).toEqual([
		1,
		expect.stringMatching(/\nThe upgrade was refused and the running program continues: it ended with exit code 1\n$/),
	])

	const upgraded = await run('upgrade', makeRelease(ADDS_COLUMN))
	expect([upgraded.code, upgraded.said]).toEqual([0, expect.stringContaining('Rehearsed on the copy: 9000_trial.sql.')])
	expect(upgraded.said).toMatch(/\n\d+\.\d+\.\d+-[0-9a-f]{8} is running\. /)
	expect(upgraded.said).toContain(`returns to the program in ${home}.`)
	const { failed, acknowledged } = await stop()
	expect(failed).toEqual([])
	const stored = new Set((await ask('select id from module_feedback where trial is null')).map((row) => (row as { id: string }).id))
	expect(acknowledged.length).toBeGreaterThan(0)
	expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})
