// asvs V8.2.1 V8.2.2
import { sql } from 'kysely'
import fs from 'node:fs'
import { expect, test } from 'vitest'

import { presentFinding } from '#scripts/verify/findings.ts'
import { isLong } from '#tests/setup/long-tests.ts'

import { FINDS } from './finds.ts'
import { type Hole, HOLES, NEW_ENDPOINT } from './holes.ts'
import { startPlanted } from './run.ts'

const run = async ({ program = [], database }: Hole, options: Parameters<Awaited<ReturnType<typeof startPlanted>>['verify']>[0] = {}) => {
	const { verify, inside, end } = await startPlanted(program)
	if (database) await inside(({ db }) => sql.raw(database.plant).execute(db))
	const { findings } = await verify(options)
	expect(await end()).toMatchObject({ code: 0 })
	return findings.map(presentFinding)
}

test('every hole fits the present program, and a pattern finds it', () => {
	const patches = [...HOLES, NEW_ENDPOINT].flatMap(({ program = [] }) => program)
	expect(patches.filter(({ file, from }) => fs.readFileSync(file, 'utf8').split(from).length !== 2)).toEqual([])
	expect(Object.keys(FINDS)).toEqual(HOLES.map(({ name }) => name))
})

test.runIf(isLong).each(HOLES)('verify finds: $name', { timeout: 600_000 }, async (hole) => {
	const proof = FINDS[hole.name] ?? /^$/
	const found = await run(hole, { isEnough: (findings) => findings.some((finding) => proof.test(presentFinding(finding))) })
	console.log(`${hole.name}: ${found.find((line) => proof.test(line)) ?? 'not found'}`)
	expect(found.join('\n')).toMatch(proof)
})

test.runIf(isLong)(`verify finds: ${NEW_ENDPOINT.name}`, { timeout: 600_000 }, async () => {
	const { runCommand, end } = await startPlanted(NEW_ENDPOINT.program)
	expect(await runCommand()).toMatch(/^GET \/api\/buyers as visitor: expected a line/m)
	expect(await end()).toMatchObject({ code: 0 })
})
