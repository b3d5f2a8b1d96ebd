import { parseArgs, type ParseArgsConfig } from 'node:util'

import { createLogger } from '#server/kernel/logger.ts'
import { withOperator } from '#server/process/open-operator.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Error that is printed as one line, such as wrong arguments. */
export class UsageError extends Error {}

/** Returns an error's message, or its code: failed connections to several addresses have no message. */
export const inOneSentence = (error: unknown) =>
	(error instanceof Error ? error.message || ('code' in error && String(error.code)) : null) || String(error)

/** Reads the command's arguments. Wrong ones end it with one line and exit code 1. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config)
	} catch (error) {
		console.error(inOneSentence(error))
		process.exit(1)
	}
}

/** Runs an operator's command. Errors are printed as one line, with exit code 1. */
export async function operate(work: (ctx: ServiceContext) => Promise<void>): Promise<void> {
	try {
		const log = createLogger('warn', (line) => process.stderr.write(line))
		await withOperator(process.env, log, work)
	} catch (error) {
		console.error(inOneSentence(error))
		process.exitCode = 1
	}
}
