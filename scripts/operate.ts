import path from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'

import { createLogger } from '#server/kernel/logger.ts'
import { withOperator } from '#server/process/open-operator.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Error that is printed as one line, such as wrong arguments. */
export class UsageError extends Error {}

export const commandLog = createLogger('warn', (line) => process.stderr.write(line))

/** Resolves a path from the caller's folder, because npm runs scripts in the project folder. */
export const fromHere = (name: string) => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name)

/** Returns an error's message, or its code: failed connections to several addresses have no message. */
export const describeError = (error: unknown) =>
	(error instanceof Error ? error.message || ('code' in error && String(error.code)) : null) || String(error)

/** Reads the command's arguments. If they are wrong, prints one line and exits with 1. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config)
	} catch (error) {
		console.error(describeError(error))
		process.exit(1)
	}
}

/** Runs a command. Errors are printed as one line, with exit code 1. */
export async function runAsCommand(work: () => Promise<void> | void): Promise<void> {
	try {
		await work()
	} catch (error) {
		console.error(describeError(error))
		process.exitCode = 1
	}
}

export const runOperatorCommand = (work: (ctx: ServiceContext) => Promise<void>): Promise<void> =>
	runAsCommand(() => withOperator(process.env, commandLog, work))
