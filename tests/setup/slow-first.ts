import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take longer than 15 seconds. Vitest knows durations only from an earlier run; without this list, a first run could end
 * with one slow file running alone.
 */
const SLOW = [
	'tests/console/transactions.test.ts',
	'server/db/backup/continuous-backup.test.ts',
	'server/process/main.test.ts',
	'tests/console/publish.test.ts',
	'tests/console/remove-part.test.ts',
	'tests/console/click-to-edit.test.ts',
	'tests/wire/every-route.test.ts',
]

const placeOf = ({ moduleId }: TestSpecification) => {
	const place = SLOW.findIndex((file) => moduleId.endsWith(`/${file}`))
	return place === -1 ? SLOW.length : place
}

/** Runs the slow files of the project `server` first, so that no CPU is idle at the end. */
export class SlowFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files)
		const others = sorted.filter(({ project }) => project.name !== 'server')
		const server = sorted.filter(({ project }) => project.name === 'server')
		return [...others, ...server.toSorted((one, other) => placeOf(one) - placeOf(other))]
	}
}
