import { countNoun } from '#domain/reading/count-noun.ts'

import type { HealthFacts } from './read-health.ts'

const GIGABYTE = 1e9
/** Age from which pending jobs are reported as late. */
const LATE_JOB_MS = 600_000

const count = (number: number, one: string, many: string): string[] => (number === 0 ? [] : [countNoun(number, one, many)])

/** Lists current problems. Past downtime is left out, because nothing can be done about it anymore. */
export function listHealthProblems({ now, database, disk, backups: { status, isCopyLate, drill }, answers }: HealthFacts): string[] {
	return [
		...count(answers.failures, 'request failed', 'requests failed'),
		...count(database.failed, 'job failed', 'jobs failed'),
		...(database.oldest !== null && now.getTime() - database.oldest.getTime() >= LATE_JOB_MS ? ['Jobs are late'] : []),
		...count(database.late, 'payment event is unprocessed', 'payment events are unprocessed'),
		...(disk.free < GIGABYTE ? ['The disk is almost full'] : []),
		...(status?.backupProblem != null || status?.logProblem != null ? ['Backups have stopped'] : []),
		...(isCopyLate ? ['The backup of the newest changes is late'] : []),
		...(drill?.problem != null ? ['The last restore test failed'] : []),
	]
}
