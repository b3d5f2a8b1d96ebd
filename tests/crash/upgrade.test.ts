import { expect, test } from 'vitest'

import { ADDS_COLUMN, BAD_START, keepVisiting, makeInstallation, makeRelease } from './installation.ts'

test('an upgrade, a refused one and a rollback cause no failed request and no lost write', async () => {
	const { port, home, run, running, ask } = await makeInstallation()
	const stop = keepVisiting(port, 10)
	expect(await run('upgrade', makeRelease(ADDS_COLUMN))).toMatchObject({
		code: 0,
		said: expect.stringContaining('Rehearsed on the copy: 9000_trial.sql.'),
	})
	const upgraded = await running()
	expect(upgraded).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{8}$/)

	const refused = await run('upgrade', makeRelease({ ...ADDS_COLUMN, ...BAD_START }))
	expect([refused.code, refused.said]).toEqual([
		1,
		expect.stringMatching(/\nThe upgrade was refused and the running program continues: it ended with exit code 1\n$/),
	])
	expect(await running()).toBe(upgraded)

	expect(await run('rollback')).toMatchObject({ code: 0, said: expect.stringContaining('is running with the current data.') })
	expect(await running()).toBe(`the program in ${home}`)
	const { failed, acknowledged } = await stop()
	expect(failed).toEqual([])
	const stored = new Set((await ask('select id from module_feedback where trial is null')).map((row) => (row as { id: string }).id))
	expect(acknowledged.length).toBeGreaterThan(0)
	expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
}, 600_000)
