import { createLogger } from '#server/kernel/logger.ts'
import { withOperator } from '#server/process/open-operator.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Shown to the operator as one line; nothing was done. */
export class UsageError extends Error {}

/** A failed connection to several addresses has no message, only a code. */
export const inOneSentence = (error: unknown) =>
	(error instanceof Error ? error.message || ('code' in error && String(error.code)) : null) || String(error)

/** Runs a command of the operator under the service's configuration; a problem is one line and exit code 1. */
export async function operate(work: (ctx: ServiceContext) => Promise<void>): Promise<void> {
	try {
		const log = createLogger('warn', (line) => process.stderr.write(line))
		await withOperator(process.env, log, work)
	} catch (error) {
		console.error(inOneSentence(error))
		process.exitCode = 1
	}
}
